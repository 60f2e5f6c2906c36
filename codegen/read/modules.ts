/** Parses the spec files and those they import, and knows which name of a file means what. */
import { ts } from 'ts-morph'
import { unlessTooDeep } from './depth.js'
import type { SourceFiles } from './files.js'
import { positionAt, quoted, type Report } from './report.js'

export interface Module {
  readonly path: string
  readonly source: ts.SourceFile
  /** Did it parse? A file that did not is reported and not read. */
  readonly sound: boolean
  /** Specifier -> the module it names. */
  readonly imports: Map<string, Module | 'vocabulary'>
  /** All that were loaded, itself among them, by path. */
  readonly others: ReadonlyMap<string, Module>
  /** Names that were read as if they were imported, and from where: what lacks is the import alone, and it is reported. */
  readonly assumed: Map<string, Module | 'vocabulary'>
  /** Is it one of the files asked for, or only imported by one? */
  readonly entry: boolean
}

export function loadModules(files: SourceFiles, entries: readonly string[], report: Report): readonly Module[] {
  const modules = new Map<string, Module>()
  for (const path of entries) {
    const text = files.text(path)
    if (text === null) report.addAt('IMPORT_NOT_FOUND', { file: path, line: 1, column: 1 }, `There is no file ${quoted(path)}.`)
    else load(path, text, true)
  }
  return [...modules.values()]

  function load(path: string, text: string, entry: boolean): Module {
    const known = modules.get(path)
    if (known !== undefined) return known
    const source = unlessTooDeep(() => parse(path, text), parse(path, ''), { file: path, line: 1, column: 1 }, report)
    const module: Module = {
      path,
      source,
      sound: parses(source, report) && (text === '' || source.text !== ''),
      imports: new Map(),
      others: modules,
      assumed: new Map(),
      entry: entry || entries.includes(path),
    }
    modules.set(path, module)
    for (const statement of source.statements) {
      const specifier = specifierOf(statement)
      if (specifier !== null) follow(module, specifier)
    }
    return module
  }

  function follow(module: Module, specifier: ts.StringLiteral): void {
    if (isVocabulary(specifier.text)) {
      module.imports.set(specifier.text, 'vocabulary')
      return
    }
    const path = resolve(module.path, specifier.text)
    if (path === null || (module.path.startsWith('specs/') && !path.startsWith('specs/'))) {
      report.add(
        'IMPORT_NOT_A_SPEC',
        specifier,
        `A spec imports specs and the vocabulary, not ${quoted(specifier.text)}.`,
        "import … from 'pawl/spec', or from a relative file below specs/",
      )
      return
    }
    const text = files.text(path)
    if (text === null) report.add('IMPORT_NOT_FOUND', specifier, `There is no file ${quoted(path)}.`, likelyFiles(files, module.path, path))
    else module.imports.set(specifier.text, load(path, text, false))
  }
}

/** Specs that are called nearly so, as the import would name them. */
function likelyFiles(files: SourceFiles, from: string, wanted: string): string {
  const nameOf = (path: string): string => path.split('/').at(-1)!.toLowerCase()
  const likely = files.list('specs').filter((path) => path !== from && isNear(nameOf(path), nameOf(wanted)))
  return likely.length === 0
    ? 'the file, or an import of another'
    : likely.map((path) => `import … from '${specifierFor(from, path)}'`).join(' or ')
}

/** Do two names differ in no more than two letters that are another, too many or too few? */
function isNear(a: string, b: string): boolean {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i += 1) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j += 1)
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
  }
  return row[b.length]! <= 2
}

/** How one spec imports another. */
export function specifierFor(from: string, to: string): string {
  const [own, other] = [from.split('/').slice(0, -1), to.split('/')]
  while (own.length > 0 && own[0] === other[0]) {
    own.shift()
    other.shift()
  }
  return `${own.length === 0 ? './' : '../'.repeat(own.length)}${other.join('/').replace(/\.ts$/, '.js')}`
}

/** Without a mark at its beginning, which is no text. */
function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text.replace(/^\uFEFF/, ''), ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS)
}

function parses(source: ts.SourceFile, report: Report): boolean {
  // The parser keeps its own findings on the tree; a whole program, which would hand them out, costs half a second.
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] }
  for (const { start, messageText } of parseDiagnostics)
    report.addAt('SYNTAX', positionAt(source, start), ts.flattenDiagnosticMessageText(messageText, ' '))
  return parseDiagnostics.length === 0
}

/** What a statement imports or hands on at run time; types are the compiler's business. */
function specifierOf(statement: ts.Statement): ts.StringLiteral | null {
  const typesOnly = ts.isImportDeclaration(statement)
    ? statement.importClause?.isTypeOnly
    : ts.isExportDeclaration(statement) && statement.isTypeOnly
  if (typesOnly === true || !(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))) return null
  const specifier = statement.moduleSpecifier
  return specifier !== undefined && ts.isStringLiteral(specifier) ? specifier : null
}

function isVocabulary(specifier: string): boolean {
  return specifier === 'pawl/spec' || /^\.{1,2}\/(.*\/)?vocabulary(\.js|\.ts)?$/.test(specifier)
}

function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith('./') && !specifier.startsWith('../')) return null
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  const path = parts.join('/')
  return path.endsWith('.js') ? `${path.slice(0, -3)}.ts` : path.endsWith('.ts') ? path : `${path}.ts`
}
