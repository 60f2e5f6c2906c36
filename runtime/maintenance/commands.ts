/** The verbs of `pawld` by which an operator keeps a file in order. */
import type { Command } from 'commander'
import { addBackupCommand } from './backup-command.js'
import { addVerifyCommand } from './verify-command.js'
import { addDoctorCommand } from './doctor-command.js'

/** What `pawld` lends to its verbs. */
export interface Cli {
  /** One document for programs, or lines for people. */
  say(document: object, lines: () => readonly string[]): void
  /** 1: the answer is no. 2: there is no answer. */
  failed(problem: string, status?: 1 | 2): void
}

export function addMaintenanceCommands(program: Command, { say, failed }: Cli): void {
  addBackupCommand(program, { say, failed })
  addVerifyCommand(program, { say, failed })
  addDoctorCommand(program, { say })
}
