/** The verbs of `pawld` by which an operator keeps a file in order. */
import type { Command } from 'commander'
import type { Runtime } from '../open.js'
import { addBackupCommand } from './backup-command.js'
import { addDoctorCommand } from './doctor-command.js'
import { addMigrateCommand } from './migrate-command.js'
import { addPruneCommand } from './prune-command.js'
import { addVerifyCommand } from './verify-command.js'

/** What `pawld` lends to its verbs. */
export interface Cli {
  /** Opens the file for one question, which writes nothing to it. */
  within(ask: (runtime: Runtime) => Promise<void>): Promise<void>
  /** Opens it to write to it; a file that knows of no job does not become one that does by being asked. */
  writing(ask: (runtime: Runtime) => Promise<void>): Promise<void>
  /** One document for programs, or lines for people. */
  say(document: object, lines: () => readonly string[]): void
  /** What people may want to know beside the answer; it stands apart from it, and changes no status. */
  note(line: string): void
  /** 1: the answer is no. 2: there is no answer. */
  failed(problem: string, status?: 1 | 2): void
}

export function addMaintenanceCommands(program: Command, cli: Cli): void {
  addBackupCommand(program, cli)
  addDoctorCommand(program, cli)
  addMigrateCommand(program, cli)
  addPruneCommand(program, cli)
  addVerifyCommand(program, cli)
}
