/** Faults of the runtime that people who do this job report, each with what shows that it cannot happen here. */

export interface Recipe {
  readonly fault: string
  /** A test file, or the promises of a spec, and a name that stands in it. */
  readonly shownBy?: readonly (readonly [path: string, name: string])[]
  /** Of a part that is made beside this one: held to its name as soon as the file is there. */
  readonly lands?: readonly (readonly [path: string, name: string])[]
  /** What it speaks of does not exist yet. */
  readonly later?: 'monitors' | 'schedule'
}

const JOB = 'specs/machines/detached-job/promises.ts'
const RECOVERY = 'test/runtime/recovery.test.ts'
const STUCK = 'test/faults/stuck.test.ts'
const RACES = 'test/faults/races.test.ts'
const SCANS = 'test/faults/scans.test.ts'
const KILL = 'test/kill/kill.test.ts'
const SEVERAL = 'test/processes/several.test.ts'
const LOG = 'test/processes/log.test.ts'
const LOCALS = 'test/gates/locals.test.ts'
const CLASSES = 'test/gates/gate-07-08-restart-classes.test.ts'
const DELIVERY = 'test/gates/gate-10-11-25-delivery.test.ts'
const OPENING = 'test/runtime/store/opening.test.ts'

export const RECIPES: { readonly [kind: string]: readonly Recipe[] } = {
  'stuck or zombie work after crash or restart': [
    { fault: 'jobs stay executing for ever after a node stop', shownBy: [[STUCK, 'ten jobs run when their process is killed']] },
    {
      fault: 'orphans are not rescued when the restarted node has the same name',
      shownBy: [
        [RECOVERY, 'a worker restarted under its old name is another holder'],
        ['test/clocks/stopped.test.ts', 'a worker comes back under its old name'],
      ],
    },
    { fault: 'a named queue stays locked after a crash', shownBy: [[STUCK, 'killed while its job holds the one slot']] },
    {
      fault: 'thousands of rows run for months although a rescuer exists',
      shownBy: [[RECOVERY, 'fault: more rows than a pass looks at, in front of the others']],
    },
    {
      fault: 'work in progress of processes that no longer exist is shown',
      shownBy: [['test/gates/gate-13-health.test.ts', 'fault: shown as in progress, of a process that no longer exists']],
    },
    {
      fault: 'shown as running, and not to be cancelled because it has ended',
      shownBy: [[STUCK, 'between the commit of its end and its delivery']],
    },
    {
      fault: 'one transient error inside the recovery loop drops the rest for ever',
      shownBy: [
        [RECOVERY, 'fault: a fault of the store at any one query of recovery'],
        [SCANS, 'fails for one row: every other row is seen to'],
      ],
    },
    {
      fault: 'tasks pile up over restarts, block, cannot be cancelled',
      shownBy: [[STUCK, 'fifty jobs run, and their process is restarted five times']],
    },
    {
      fault: 'upkeep over stale rows burns a core',
      shownBy: [
        [SCANS, 'upkeep over stale rows burns a core'],
        [SCANS, 'no statement of the runtime reads a table without its index'],
      ],
    },
    { fault: 'suspended, although only running it makes what it waits for', shownBy: [[JOB, 'held_in_held_phases']] },
  ],
  'duplicated runs, stale workers, lease loss': [
    {
      fault: 'a blocked loop loses the lock, and the stale process writes on',
      shownBy: [
        ['test/gates/gate-06-stale-worker.test.ts', 'wakes up after another has done the job is refused'],
        [JOB, 'a_superseded_attempt_leaves_no_trace'],
        ['test/clocks/blocked.test.ts', 'fault: an event loop is blocked past its lease'],
      ],
    },
    { fault: 'storms of lost locks', shownBy: [['test/clocks/starved.test.ts', 'fault: renewals are starved for two leases']] },
    {
      fault: 'a job ends both finished and failed',
      shownBy: [
        [JOB, 'every_end_is_told_once'],
        [KILL, 'killed at the second passing of %s'],
      ],
    },
    {
      fault: 'a second recoverer runs work from a stale list',
      shownBy: [
        [RECOVERY, 'fault: two recoverers that saw the same rows'],
        [SEVERAL, 'each attempt is one worker’s'],
      ],
    },
    {
      fault: 'two recoverers of one job see different messages',
      shownBy: [[RACES, 'two processes recover one job that has sent a message']],
    },
    {
      fault: 'a restart runs the same step twice',
      shownBy: [[CLASSES, 'an adoptable process is taken over after kill -9: same attempt, same process, started once']],
    },
    {
      fault: 'the heartbeat stops at shutdown before the work ends',
      shownBy: [['test/clocks/signals.test.ts', 'fault: the heartbeat stops at shutdown']],
    },
    {
      fault: 'heartbeats fine, no work received, health 200',
      shownBy: [['test/gates/gate-13-health.test.ts', 'fault: heartbeats fine, no work received']],
    },
    { fault: 'recovery at the start enqueues parked runs again', shownBy: [[STUCK, 'recovery at the start enqueues parked waits again']] },
    { fault: 'after a restart thousands of duplicates of one schedule', later: 'schedule' },
  ],
  'event-loop blocks, clocks, suspend': [
    {
      fault: 'jobs stall right at the start',
      shownBy: [['test/clocks/start.slow.test.ts', 'fault: a process is busy with itself right at its start']],
    },
    {
      fault: 'a replica with a fast clock steals a live lease',
      shownBy: [['test/clocks/skewed.test.ts', 'fault: a process whose clock is two leases ahead']],
    },
    {
      fault: 'a clock that steps back shortens a lease',
      shownBy: [
        [JOB, 'leases_only_grow'],
        ['test/clocks/skewed.test.ts', 'fault: a clock steps back during renewals'],
      ],
    },
    { fault: 'a lease is released at the end of a fire, and fires twice', later: 'schedule' },
    {
      fault: 'timers slip by the time that a laptop slept',
      shownBy: [
        ['test/clocks/stopped.test.ts', 'fault: a process is stopped for three leases'],
        ['test/clocks/stopped.test.ts', 'fault: a process is stopped past the moments at which jobs are due'],
      ],
    },
    { fault: 'a timer beyond 2^31-1 ms fires at once', shownBy: [[STUCK, 'a job is due in forty days, and another is tried again']] },
    { fault: 'a change of daylight saving skips or fires twice', later: 'schedule' },
  ],
  'SQLite under several processes': [
    { fault: 'BUSY_SNAPSHOT before the time-out', shownBy: [[SEVERAL, 'four processes, read-then-write transitions']] },
    {
      fault: '"database is locked" fails a heartbeat',
      shownBy: [
        [SEVERAL, 'a lock held for twice the busy time-out'],
        ['test/runtime/misbehaviour.test.ts', 'while another process holds the lock and no renewal is answered'],
      ],
    },
    {
      fault: 'the log stays at its high-water mark',
      shownBy: [
        [LOG, 'fault: the log stays at its high-water mark until a restart'],
        ['test/processes/log.slow.test.ts', 'fault: a reader starves the checkpoints of three writers'],
      ],
    },
    {
      fault: 'a reset of the log corrupts',
      shownBy: [
        [OPENING, 'SQLite before 3.51.3 is refused'],
        ['test/processes/several.slow.test.ts', 'fault: many jobs, and a lock that is held for long'],
        ['test/processes/log.slow.test.ts', 'fault: three write, and one resets the log over and over'],
      ],
    },
    {
      fault: 'a bulk mode without durability',
      shownBy: [
        [OPENING, 'a connection with %s does not pass for durable'],
        ['test/disk/unsynced.test.ts', 'pages that were not synced are lost'],
      ],
    },
  ],
  'cancellation races': [
    {
      fault: 'a cancel marks the row just as it begins to run',
      shownBy: [
        [RACES, 'a cancel comes just as a job begins to run'],
        [LOCALS, 'a cancel between the grant and the first step'],
      ],
    },
    {
      fault: 'a terminal cancel is overwritten',
      shownBy: [
        [JOB, 'nothing_is_written_after_the_end'],
        [JOB, 'an_end_stands'],
      ],
    },
    {
      fault: 'a cancel is dropped where processes only poll',
      shownBy: [
        [LOCALS, 'a cancel of another process reaches the work soon'],
        [LOCALS, 'a cancel on the command line reaches the work'],
      ],
    },
    {
      fault: 'a cancel has no effect while backing off',
      shownBy: [[RECOVERY, 'fault: a cancel while a retry waits ends the job at once']],
    },
    {
      fault: 'grandchildren survive the kill',
      shownBy: [
        ['test/runtime/process-runner.test.ts', 'a cancel ends the whole group before it is acknowledged'],
        ['test/runtime/process-runner.test.ts', 'a number that was given to another process is not signalled'],
        ['test/gates/gate-39-restart-matrix.slow.test.ts', 'gate 39 a command of the class'],
      ],
    },
  ],
  'shutdown, retries, dedup, growth': [
    { fault: 'a stop leaves jobs active', shownBy: [['test/clocks/signals.test.ts', 'fault: a stop leaves jobs behind']] },
    {
      fault: 'retries in lockstep after an outage',
      shownBy: [['test/clocks/starved.test.ts', 'fault: 1,000 jobs fail in the same millisecond']],
    },
    {
      fault: 'stray keys block new jobs, a hidden job swallows adds, an old one deletes the newer one’s key',
      shownBy: [
        [RACES, 'a stray key blocks new jobs for ever'],
        [RACES, 'a hidden failed job swallows what is added'],
      ],
    },
    { fault: 'history is never pruned', lands: [['test/maintenance/growth.slow.test.ts', 'fault: history never pruned']] },
  ],
  'poison pills': [
    {
      fault: 'a job that kills its worker is retried for hours',
      shownBy: [[CLASSES, 'a poison pill that kills every worker needs attention']],
    },
  ],
  'output flood, progress spam, lost or double notices': [
    {
      fault: 'unbounded output is held in the parent',
      shownBy: [
        ['test/runtime/process-flood.test.ts', 'fault: a flood of output is held in memory'],
        ['test/runtime/process-flood.slow.test.ts', 'fault: a gigabyte without a line'],
      ],
    },
    { fault: 'a flood within a frame, and a notification that is to arrive after it', later: 'monitors' },
    {
      fault: 'a completion never arrives, or twice: killed at outbox, inbox, acknowledgement and application',
      shownBy: [
        [KILL, 'killed at the second passing of %s'],
        [DELIVERY, 'gate 10 a message that was not delivered before a kill'],
        [DELIVERY, 'gate 11 a message that was carried before a kill'],
        [DELIVERY, 'gate 25 a notification that is in the inbox'],
        [RACES, 'two deliveries are completed out of order'],
      ],
    },
  ],
}
