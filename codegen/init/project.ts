import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { projectFiles, type Versions } from './files.js'

export type InitResult =
  | {
      readonly ok: true
      readonly files: readonly string[]
      /** Packages that `npm install` has to fetch. */
      readonly missing: readonly string[]
    }
  | { readonly ok: false; readonly code: 'NOT_EMPTY' | 'NOT_A_FOLDER'; readonly problem: string }

/**
 * Makes a project in an absent or empty folder: whole, or not at all. It is put together beside its place and moved there in
 * one step. The packages it needs are linked from the pawl that makes it, so that it generates, checks and runs at once,
 * without a network; `npm install` replaces the links by its own.
 */
export function initProject(folder: string, pawlRoot: string): InitResult {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) return { ok: false, code: 'NOT_A_FOLDER', problem: `${folder} is a file` }
    const names = readdirSync(folder)
    if (names.length > 0) return { ok: false, code: 'NOT_EMPTY', problem: `${folder} is not empty: it holds ${listed(names.sort())}` }
  }

  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  const draft = join(parent, `.${basename(folder)}-${process.pid}`)
  try {
    const files = projectFiles(packageName(basename(folder)), versionsOf(pawlRoot))
    for (const { path, text } of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true })
      writeFileSync(join(draft, path), text)
    }
    const missing = linkPackages(draft, pawlRoot)
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(draft, folder)
    return { ok: true, files: files.map(({ path }) => path), missing }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function listed(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}

/** A name that npm takes. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
  return name === '' || name === 'node_modules' || name === 'pawl' ? 'machines' : name
}

/** The versions that this pawl was made with. */
function versionsOf(pawlRoot: string): Versions {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(pawlRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  return {
    pawlRoot,
    zod: dependencies['zod']!,
    typescript: devDependencies['typescript']!,
    nodeTypes: devDependencies['@types/node']!,
  }
}

/** Answers the packages that are not on this machine. */
function linkPackages(draft: string, pawlRoot: string): readonly string[] {
  const modules = join(draft, 'node_modules')
  const from = createRequire(join(pawlRoot, 'package.json'))
  const missing: string[] = []
  mkdirSync(join(modules, '@types'), { recursive: true })
  mkdirSync(join(modules, '.bin'))

  symlinkSync(pawlRoot, join(modules, 'pawl'), 'junction')
  symlinkSync(relative(join(modules, '.bin'), join(modules, 'pawl/dist/codegen/cli.js')), join(modules, '.bin', 'pawl'))
  for (const name of ['zod', 'typescript', '@types/node']) {
    const place = (from.resolve.paths(name) ?? []).map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (place === undefined) missing.push(name)
    else symlinkSync(place, join(modules, name), 'junction')
  }
  if (!missing.includes('typescript')) symlinkSync('../typescript/bin/tsc', join(modules, '.bin', 'tsc'))
  return missing
}
