/** How benchmarks measure, and how they print: one line a figure, the ratios that gates read last. */

export interface Cost {
  /** Of all threads, user and system, without waiting for the disk. */
  readonly cpuUs: number
  readonly wallUs: number
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  await work()
  const wallUs = (performance.now() - startedMs) * 1000
  const { user, system } = process.cpuUsage(cpu)
  return { cpuUs: user + system, wallUs }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function figure(name: string, value: number, unit: string): void {
  console.log(`${name} ${value.toFixed(value < 10 ? 2 : 0)} ${unit}`)
}

export function ratio(name: string, value: number): void {
  console.log(`ratio ${name} ${value.toFixed(2)}`)
}
