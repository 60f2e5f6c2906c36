/** Collects the faults of one run; reading goes on after each. */
import { ts } from 'ts-morph'
import type { Diagnostic, DiagnosticCode } from '../diagnostics.js'
import type { Position } from '../ir.js'

export class Report {
  readonly #found = new Map<string, Diagnostic>()
  /** Types that are being read: one that is met again holds itself. */
  readonly underWay = new Set<ts.Node>()

  add(code: DiagnosticCode, node: ts.Node, message: string, hint = ''): null {
    return this.addAt(code, positionOf(node), message, hint)
  }

  /** A function that is read at several calls reports its fault once. */
  addAt(code: DiagnosticCode, at: Position, message: string, hint = ''): null {
    this.#found.set(JSON.stringify([at.file, at.line, at.column, code, message]), { code, at, message, hint })
    return null
  }

  /** How many faults were found so far. */
  get count(): number {
    return this.#found.size
  }

  diagnostics(): Diagnostic[] {
    return [...this.#found.values()].sort(byPosition)
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

function byPosition(a: Diagnostic, b: Diagnostic): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1
  return a.at.line - b.at.line || a.at.column - b.at.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
}
