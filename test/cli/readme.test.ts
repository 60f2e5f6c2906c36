/** Whoever follows the README comes to where it says: each of its blocks is written, changed, run or seen here, one after another. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../house/sources.js'
import { type Ran, run, warmPawl } from './run.js'

const base = mkdtempSync(join(tmpdir(), 'pawl-readme-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as Record<string, string>

interface Section {
  readonly title: string
  readonly blocks: readonly { readonly language: string; readonly text: string }[]
}

const sections = readme.split(/^##+ /m).map((text): Section => ({
  title: text.split('\n')[0]!,
  blocks: [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, block]) => ({ language: language!, text: block! })),
}))

test('the two commands that set everything up stand first', () => {
  expect(sections[0]!.blocks[0]).toEqual({ language: 'sh', text: 'npm ci && npm run demo\nnpm ci && npm test\n' })
})

describe('who follows it comes to', () => {
  // As it is beside the checkout that they begin in.
  let cwd = join(base, 'pawl')
  mkdirSync(cwd)
  let said = ''
  let stuck: string | null = null

  const followed: Readonly<Record<string, (text: string) => Promise<void> | void>> = {
    async sh(text) {
      said = ''
      for (const line of text.trim().split('\n')) {
        const [, command = '', exit = '0'] = /^(.*?)(?: # exit (\d))?$/.exec(line)!
        if (command.startsWith('cd ')) cwd = join(cwd, command.slice(3))
        else {
          const { status, stdout, stderr } = await typed(cwd, command)
          expect(status, `${command}\n${stdout}${stderr}`).toBe(Number(exit))
          said += stdout
        }
      }
    },
    text(text) {
      expect(said).toContain(text)
    },
    ts: written,
    tla: written,
    diff(text) {
      const [named, hunks] = [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)]
      const file = join(cwd, pathIn(named.trim()))
      for (const hunk of hunks.trimEnd().split('\n\n')) {
        const side = (mark: string) =>
          hunk
            .split('\n')
            .filter((line) => line.startsWith(' ') || line.startsWith(mark))
            .map((line) => `${line.slice(1)}\n`)
            .join('')
        const before = readFileSync(file, 'utf8')
        expect(before.split(side('-'))).toHaveLength(2)
        writeFileSync(
          file,
          before.replace(side('-'), () => side('+')),
        )
      }
    },
    // Pictures are looked at, and `workflow.test.ts` has the workflow.
    mermaid: () => undefined,
    yaml: () => undefined,
  }

  function written(text: string): void {
    const file = join(cwd, pathIn(text.split('\n')[0]!))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  test.each(sections.slice(1).filter(({ blocks }) => blocks.length > 0))(
    '$title',
    async ({ title, blocks }) => {
      expect(stuck, 'a section before it').toBe(null)
      stuck = title
      for (const { language, text } of blocks) await followed[language]!(text)
      stuck = null
    },
    240_000,
  )
})

test('every script that it names is there, and so is every file that it shows', () => {
  const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)]
    .map(([, name]) => name!)
    .filter((name) => !['ci', 'install', 'start'].includes(name))
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  const shown = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!)
  expect(shown.length).toBeGreaterThan(10)
  expect(shown.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every command that it names beside them is there, with its options', async () => {
  const spans = [...readme.matchAll(/`(?:npx )?(pawld?) ([^`]+)`/g)].map(([, name, words]) => [name!, ...words!.split(/\s+/)] as const)
  expect(spans.length).toBeGreaterThan(3)
  const helps = new Map<string, string>()
  const helpOf = async (command: string): Promise<string> => {
    const { stdout } = await run(base, 'sh', ['-c', installed(`npx ${command} --help`)])
    return helps.set(command, stdout).get(command)!
  }
  for (const [name, ...words] of spans) {
    const options = words.filter((word) => word.startsWith('--'))
    const named = words.slice(words.findIndex((word) => !word.startsWith('--')))
    const end = named.findIndex((word) => !/^[a-z]+$/.test(word))
    const command = [name, ...(end < 0 ? named : named.slice(0, end))].join(' ')
    const help = (helps.get(command) ?? (await helpOf(command))) + (helps.get(name) ?? (await helpOf(name)))
    expect(help).toContain(`Usage: ${command}`)
    for (const option of options) expect(help, command).toMatch(new RegExp(`(^|\\s)${option}(\\s|$)`, 'm'))
  }
}, 30_000)

/** A block that is a file says first which one. */
function pathIn(line: string): string {
  const [, path] = /^(?:\/\/|\\\*) (\S+)$/.exec(line) ?? []
  if (path === undefined) throw new Error(`"${line}" names no file`)
  return path
}

/** What a shell would only hand on goes to the command itself. */
function typed(cwd: string, command: string): Promise<Ran> {
  const [, words] = /^npx pawl ([\w ./-]+)$/.exec(command) ?? []
  return words === undefined ? run(cwd, 'sh', ['-c', installed(command)]) : warmPawl(cwd, ...words.split(' '))
}

/** In a new folder, `npx pawl` is the one of this house; and whoever commits has a name. */
function installed(command: string): string {
  return command
    .replace(
      /^npx (pawld?)\b/,
      (_whole, name) => `"${process.execPath}" "${join(root, 'dist', name === 'pawl' ? 'codegen' : 'runtime', 'cli.js')}"`,
    )
    .replace('git commit', 'git -c user.name=ann -c user.email=ann@example.org commit --quiet')
}
