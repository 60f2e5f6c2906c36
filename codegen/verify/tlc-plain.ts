/** What a line begins when TLC was started without `-tool`: the code that the same message has with it. */
export function plainMessage(line: string): { readonly code: number; readonly severity: number; readonly text: string } | null {
  for (const [pattern, code, severity] of FORMS) {
    if (!pattern.test(line)) continue
    const back = /^Back to state (\d+): (.*)$/.exec(line)
    const text = back === null ? line.replace(/^(Error|Warning|State): ?|^State (?=\d)/, '') : `${back[1]}: Back to state: ${back[2]}`
    return { code, severity, text }
  }
  return null
}

const FORMS: readonly (readonly [RegExp, number, number])[] = [
  [/^TLC2 Version /, 2262, 0],
  [/^Running Random Simulation /, 2188, 0],
  [/^Running (breadth|depth)-first /, 2187, 0],
  [/^Parsing file /, 2220, 0],
  [/^Starting\.\.\. /, 2185, 0],
  [/^Computing initial states/, 2189, 0],
  [/^Finished computing initial states/, 2190, 0],
  [/^Checking (\d+ branches of )?temporal properties /, 2192, 0],
  [/^Model checking completed/, 2193, 0],
  [/^Progress\(/, 2200, 0],
  [/^[\d,]+ states generated, /, 2199, 0],
  [/^The depth of the complete /, 2194, 0],
  [/^The average outdegree /, 2268, 0],
  [/^Finished in /, 2186, 0],
  [/^State \d+: Stuttering/, 2218, 4],
  [/^State \d+: </, 2217, 4],
  [/^Back to state \d+: /, 2122, 4],
  [/^<\w+ line .*>: \d+:\d+$/, 2772, 0],
  [/^Error: Invariant \S+ is violated by the initial state/, 2107, 1],
  [/^Error: Property \S+ is violated by the initial state/, 2108, 1],
  [/^Error: Invariant \S+ is violated/, 2110, 1],
  [/^Error: Evaluating invariant /, 2111, 1],
  [/^Error: Action property /, 2112, 1],
  [/^Error: Deadlock reached/, 2114, 1],
  [/^Error: Temporal propert/, 2116, 1],
  [/^Error: Assumption /, 2104, 1],
  [/^Error: The behavior up to this point is/, 2121, 1],
  [/^Error: The following behavior constitutes/, 2264, 1],
  [/^Error: The error occurred when TLC was evaluating the nested/, 2103, 1],
  [/^Error: The first argument of Assert evaluated to FALSE/, 2132, 1],
  [/^Error: Parsing or semantic analysis failed/, 3002, 1],
  [/^Error: Java ran out of memory/, 1001, 1],
  [/^Error: This was a Java StackOverflowError/, 1005, 1],
  [/^Error: /, 1000, 1],
  [/^Warning: /, 0, 3],
]
