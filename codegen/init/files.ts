/** The files of a new project: one small machine, and a program that runs it. Paths from its root. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
}

export interface Versions {
  /** Where the pawl stands that makes the project. */
  readonly pawlRoot: string
  readonly zod: string
  readonly typescript: string
  readonly nodeTypes: string
}

export function projectFiles(name: string, versions: Versions): readonly ProjectFile[] {
  return [
    { path: 'package.json', text: packageJson(name, versions) },
    { path: 'tsconfig.json', text: TSCONFIG },
    { path: '.gitignore', text: 'node_modules/\nbuild/\n.pawl/\n*.sqlite*\n' },
    { path: 'specs/machines/turnstile.ts', text: SPEC },
    { path: 'run.ts', text: RUN },
  ]
}

function packageJson(name: string, { pawlRoot, zod, typescript, nodeTypes }: Versions): string {
  const content = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      generate: 'pawl generate',
      check: 'pawl check',
      start: 'pawl generate && tsc && node build/run.js',
    },
    dependencies: { pawl: `file:${pawlRoot}`, zod },
    devDependencies: { '@types/node': nodeTypes, typescript },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2024"],
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "skipLibCheck": true,
    "rootDir": ".",
    "outDir": "build"
  },
  "include": ["specs", "generated", "*.ts"]
}
`

const SPEC = `import { id, machine, nat } from 'pawl/spec'

const Realm = id('Realm')
const TurnstileId = id('TurnstileId')
const Count = nat('Count')

/** Lets one person through for each coin. */
export const Turnstile = machine({
  name: 'Turnstile',
  version: 1,
  key: { realm: Realm, turnstileId: TurnstileId },
  phases: ['Locked', 'Open'],
  initial: 'Locked',
  terminal: [],
  state: { coins: Count, passages: Count },
  inputs: {
    InsertCoin: { fields: {} },
    Push: { fields: {} },
  },
  effects: {
    CoinTaken: { coins: Count },
    PersonPassed: { passages: Count },
  },
  transitions: {
    TakeCoin: {
      on: 'InsertCoin',
      from: ['Locked', 'Open'],
      to: 'Open',
      update: (s) => ({ coins: s.coins + 1 }),
      emit: (s) => [{ type: 'CoinTaken', coins: s.coins + 1 }],
    },
    /** Somebody has paid for the next person too. */
    PassAndStayOpen: {
      on: 'Push',
      from: ['Locked', 'Open'],
      to: 'Open',
      when: (s) => s.passages + 1 < s.coins,
      update: (s) => ({ passages: s.passages + 1 }),
      emit: (s) => [{ type: 'PersonPassed', passages: s.passages + 1 }],
    },
    PassAndLock: {
      on: 'Push',
      from: ['Locked', 'Open'],
      to: 'Locked',
      when: (s) => s.passages + 1 >= s.coins,
      refuse: { not_paid: (s) => s.passages === s.coins },
      update: (s) => ({ passages: s.passages + 1 }),
      emit: (s) => [{ type: 'PersonPassed', passages: s.passages + 1 }],
    },
  },
  always: {
    nobody_passes_unpaid: (s) => s.passages <= s.coins,
    open_while_somebody_has_paid: (s) => (s.phase === 'Open') === s.passages < s.coins,
    no_coin_is_lost: (s, next) => next.coins >= s.coins,
  },
  reachable: {
    two_passed: (s) => s.passages === 2,
    paid_ahead: (s) => s.coins === s.passages + 2,
  },
  model: {
    ci: { Realm: 1, TurnstileId: 1, Count: 3 },
    deep: { Realm: 1, TurnstileId: 1, Count: 8 },
  },
})
`

const RUN = `import { openStore } from 'pawl/runtime'
import { turnstile } from './generated/turnstile/index.js'

// What happened stays in this file: run the program again, and it goes on from there.
const store = await openStore({ file: 'turnstile.sqlite', machines: [turnstile] })
const key = { realm: 'home', turnstileId: 'north' }

for (const type of ['Push', 'InsertCoin', 'Push'] as const) {
  const answer = await store.dispatch(turnstile, key, { type })
  console.log(
    answer.ok
      ? \`\${type}: \${answer.transition}, now \${answer.state.phase}, \${answer.state.coins} coins, \${answer.state.passages} passages\`
      : \`\${type}: refused, \${answer.refusal.code}\`,
  )
}

await store.close()
`
