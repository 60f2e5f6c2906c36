import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** What a step of a workflow runs in a shell. */
export interface StepRun {
  readonly script: string
  /** Why its failure fails nothing, or when it does not run; null where it always does. */
  readonly doubt: string | null
  /** The job has no commit but the last. */
  readonly isShallow: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** The steps of a workflow as GitHub reads it (Gitea and Forgejo read the same), with those of the project's own actions. */
export function stepsOf(root: string, path: string): readonly StepRun[] {
  const file = fieldsIn(readFileSync(join(root, path), 'utf8'))
  return ofJobs(root, file, { doubt: triggerDoubt(file['on']), seen: [path] })
}

interface From {
  readonly doubt: string | null
  /** Files on the way here: one that calls itself is followed once. */
  readonly seen: readonly string[]
}

function ofJobs(root: string, file: Fields, { doubt, seen }: From): readonly StepRun[] {
  return Object.values(fields(file['jobs'])).flatMap((job): readonly StepRun[] => {
    const here = fields(job)
    const ofJob = doubt ?? conditionDoubt(here)
    if (ofJob === NEVER) return []
    const called = ownFile(root, here['uses'], seen)
    if (called !== null) return ofJobs(root, fieldsIn(called.text), { doubt: ofJob, seen: [...seen, called.path] })
    const env = { ...fields(file['env']), ...fields(here['env']) }
    return ofSteps(root, here['steps'], { doubt: ofJob, seen, env, isShallow: isShallow(here['steps']) })
  })
}

function ofSteps(
  root: string,
  steps: unknown,
  { doubt, seen, env, isShallow }: From & { readonly env: Fields; readonly isShallow: boolean },
): readonly StepRun[] {
  if (!Array.isArray(steps)) return []
  return steps.map(fields).flatMap((step): readonly StepRun[] => {
    const ofStep = doubt ?? conditionDoubt(step)
    if (ofStep === NEVER) return []
    const known = { ...env, ...fields(step['env']) }
    if (typeof step['run'] === 'string') return [{ script: withValues(step['run'], known), doubt: ofStep, isShallow }]
    const action = ownFile(root, step['uses'], seen)
    if (action === null) return []
    const inner = fields(fieldsIn(action.text)['runs'])['steps']
    return ofSteps(root, inner, { doubt: ofStep, seen: [...seen, action.path], env: known, isShallow })
  })
}

/** `if: false` */
const NEVER = 'it never runs'

function conditionDoubt({ if: condition, 'continue-on-error': goesOn }: Fields): string | null {
  const said = String(condition ?? 'true')
    .replace(/^\s*\$\{\{(.*)\}\}\s*$/, '$1')
    .trim()
  if (said === 'false') return NEVER
  if (goesOn !== undefined && goesOn !== false) return `its failure fails nothing: continue-on-error: ${String(goesOn)}`
  return ['true', '!cancelled()', 'always()', 'success()', 'success() || failure()'].includes(said)
    ? null
    : `only if ${said}, and when that is so is not known here`
}

/** Runs on every change, or whose word it waits for. */
function triggerDoubt(on: unknown): string | null {
  const events =
    typeof on === 'string' ? { [on]: null } : Array.isArray(on) ? Object.fromEntries(on.map((name) => [name, null])) : fields(on)
  const changes = Object.entries(events).filter(([name, said]) => {
    const { branches, tags } = fields(said)
    return (
      ['pull_request', 'pull_request_target', 'merge_group'].includes(name) ||
      (name === 'push' && (tags === undefined || branches !== undefined))
    )
  })
  if (changes.length === 0) return `no change starts it, only ${Object.keys(events).join(', ') || 'nothing'}`
  const isFiltered = (said: unknown): boolean => Object.keys(fields(said)).some((word) => word.startsWith('paths'))
  return changes.every(([, said]) => isFiltered(said)) ? 'it starts only where some paths changed' : null
}

function isShallow(steps: unknown): boolean {
  if (!Array.isArray(steps)) return false
  const all = steps.map(fields)
  if (all.some(({ run }) => typeof run === 'string' && /\bgit\s+fetch\b/.test(run))) return false
  return all.some(
    ({ uses, with: given }) =>
      typeof uses === 'string' && /(^|\/)checkout@/.test(uses) && String(fields(given)['fetch-depth'] ?? 1) !== '0',
  )
}

/** `uses: ./…`: a workflow, or the folder of an action. */
function ownFile(root: string, uses: unknown, seen: readonly string[]): { readonly path: string; readonly text: string } | null {
  if (typeof uses !== 'string' || !uses.startsWith('./')) return null
  const path = [uses.slice(2), `${uses.slice(2)}/action.yml`, `${uses.slice(2)}/action.yaml`].find(
    (one) => /\.ya?ml$/.test(one) && existsSync(join(root, one)),
  )
  return path === undefined || seen.includes(path) ? null : { path, text: readFileSync(join(root, path), 'utf8') }
}

/** What the environment says of a word that a script uses. */
function withValues(script: string, env: Fields): string {
  return script.replace(/\$\{?(\w+)\}?/g, (word, name: string) => (typeof env[name] === 'string' ? env[name] : word))
}

/** A text that is no YAML runs nothing: the service says so itself. */
function fieldsIn(text: string): Fields {
  try {
    return fields(parse(text))
  } catch {
    return {}
  }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
