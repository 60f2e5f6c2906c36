/** What keeps a realm's file in order: asked for by an operator, or by a host now and then. Nothing here runs by itself. */
import type { Store } from '../store/types.js'
import { backup, type BackedUp, type BackupParts, type BackupRequest } from './backup.js'
import { doctor, type Diagnosis, type DoctorRequest } from './doctor.js'
import { verify, type Verified, type VerifyRequest } from './verify.js'

/** A malformed request is rejected with `RequestError`, which names the field; what the file does, with `StoreError`. */
export interface Maintenance {
  /**
   * A copy of the file as it stands at one moment, while others write; of the artifacts that it refers to, in the folder `TO.artifacts`, those
   * alone whose bytes are what their digests say. The copy was looked at from end to end, and is on the disk, before it has its name: whoever is
   * killed meanwhile leaves nothing under it, and a backup that is there is whole. Opened as a file, it goes on where it stood. Of what is in
   * the folder from a backup before, nothing is removed. Rejected with `BackupError`, and nothing was left.
   */
  backup(request: BackupRequest): Promise<BackedUp>
  /**
   * Looks at the whole file, of every realm, while others work in it, and writes nothing. Whatever the file does is an answer, `unreadable`
   * where it cannot be looked at, as a store without a file cannot. Reads some hundred rows at a time in this thread; SQLite's check of a
   * table's pages stands in it for as long as the table is large: `pawld doctor` is a process of its own.
   */
  doctor(request?: DoctorRequest): Promise<Diagnosis>
  /**
   * Decides the journalled steps of the whole file again, of every realm, by the kernels that run here, and holds what is stored against
   * where they lead: one pass over some instances, each from its beginning, or from the snapshot that stands for what was cut. Ask again with
   * `next` until that is null. It only reads, also while others write, and keeps one instance in memory at a time. Steps were decided with the
   * limits that the file was opened with then, and are decided with those of today: a step that a limit says otherwise is a finding.
   */
  verify(request?: VerifyRequest): Promise<Verified>
}

export function openMaintenance(parts: BackupParts & { readonly store: Store }): Maintenance {
  const { store } = parts
  return {
    backup: (request) => backup(parts, request),
    doctor: (request) => doctor(parts, request),
    verify: (request = {}) => verify({ store, ...store.opened }, request),
  }
}
