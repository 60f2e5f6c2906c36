/** Collects the faults of one run; reading goes on after each. */
import { ts } from 'ts-morph'
import type { Diagnostic, DiagnosticCode } from '../diagnostics.js'
import type { Position } from '../ir.js'
import { causesFirst } from './causes.js'

export class Report {
  readonly #found = new Map<string, Diagnostic>()
  readonly #lost = { names: new Set<string>(), files: new Set<string>() }
  readonly #causes = new Set<Diagnostic>()
  /** Types that are being read: one that is met again holds itself. */
  readonly underWay = new Set<ts.Node>()
  /** The functions of which a promise of a machine or a composition is made. */
  readonly judged = new Set<ts.Node>()

  add(code: DiagnosticCode, node: ts.Node, message: string, hint = ''): null {
    return this.addAt(code, positionOf(node), message, hint)
  }

  /** A fault that stands first. Where names are lost by it, others may come of it in its file and in those that import it. */
  cause(
    code: DiagnosticCode,
    node: ts.Node,
    message: string,
    hint: string,
    { loses }: { readonly loses: boolean } = { loses: true },
  ): void {
    const at = positionOf(node)
    this.addAt(code, at, message, hint)
    this.#causes.add(this.#found.get(keyOf(code, at, message))!)
    if (loses) this.loseFile(at.file)
  }

  /** What is found while names are read that others speak of stands first: without them, those are not known. */
  losing<A>(read: () => A): A {
    const before = this.#found.size
    const answer = read()
    for (const one of [...this.#found.values()].slice(before)) {
      this.#causes.add(one)
      this.loseFile(one.at.file)
    }
    return answer
  }

  /** A name that is declared, and of which it is not known what it means. */
  lose(name: string): void {
    this.#lost.names.add(name)
  }

  /** A file of whose names one or another means nothing. */
  loseFile(path: string): void {
    this.#lost.files.add(path)
  }

  /** A function that is read at several calls reports its fault once. */
  addAt(code: DiagnosticCode, at: Position, message: string, hint = ''): null {
    const key = keyOf(code, at, message)
    if (!this.#found.has(key)) this.#found.set(key, { code, at, message, hint })
    return null
  }

  /** How many faults were found so far. */
  get count(): number {
    return this.#found.size
  }

  /** `usersOf`: the files that import one, and those that import them. */
  diagnostics(usersOf: (path: string) => readonly string[]): Diagnostic[] {
    const files = new Set([...this.#lost.files].flatMap((path) => [path, ...usersOf(path)]))
    return causesFirst([...this.#found.values()].sort(byPosition), this.#causes, { names: this.#lost.names, files })
  }
}

export function positionOf(node: ts.Node): Position {
  const source = node.getSourceFile()
  return positionAt(source, node.getStart(source))
}

export function positionAt(source: ts.SourceFile, offset: number): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(offset)
  return { file: source.fileName, line: line + 1, column: character + 1 }
}

/** A word of the author's in a sentence of ours. */
export function quoted(name: string): string {
  return JSON.stringify(name)
}

/** `'a', 'b' or 'c'`, for hints. */
export function anyOf(names: readonly string[]): string {
  if (names.length === 0) return 'nothing'
  return names.length <= 12 ? names.map(quoted).join(', ') : `${names.slice(0, 12).map(quoted).join(', ')}, …`
}

function keyOf(code: DiagnosticCode, at: Position, message: string): string {
  return JSON.stringify([at.file, at.line, at.column, code, message])
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1
  return a.at.line - b.at.line || a.at.column - b.at.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
}
