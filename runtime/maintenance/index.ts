/** What keeps a realm's file in order: asked for by an operator, or by a host now and then. Nothing here runs by itself. */
import { backup, type BackedUp, type BackupParts, type BackupRequest } from './backup.js'
import { doctor, type Diagnosis, type DoctorRequest } from './doctor.js'
import { prune, type Pruned, type PruneParts, type PruneRequest } from './prune.js'
import { verify, type Verified, type VerifyRequest } from './verify.js'

/** A malformed request is rejected with `RequestError`, which names the field; what the file does, with `StoreError`. */
export interface Maintenance {
  /**
   * A copy of the file as it stands at one moment, while others write; of the artifacts that it refers to, in the folder `TO.artifacts`, those
   * alone whose bytes are what their digests say. The copy was looked at from end to end, and is on the disk, before it has its name: whoever is
   * killed meanwhile leaves nothing under it, and a backup that is there is whole. Opened as a file, it goes on where it stood. Of what is in
   * the folder from a backup before, nothing is removed. Rejected with `BackupError`, and nothing is there
   * under that name; artifacts that were copied by then stay in the folder, and the next backup looks at them and goes on.
   */
  backup(request: BackupRequest): Promise<BackedUp>
  /**
   * Looks at the whole file, of every realm, while others work in it, and writes nothing. Whatever the file does is an answer, `unreadable`
   * where it cannot be looked at, as a store without a file cannot. Reads some hundred rows at a time in this thread; SQLite's check of a
   * table's pages stands in it for as long as the table is large: `pawld doctor` is a process of its own.
   */
  doctor(request?: DoctorRequest): Promise<Diagnosis>
  /**
   * One pass over what is old in the realm; ask again with `next` until that is null. Safe to be cut short anywhere, at any time, and by
   * several processes at once.
   *
   * A job that ended so long ago, of whose messages none is under way or refused, and whose session and subscribers have applied all of
   * them, lets go of arguments, terms, progress, checkpoint, outcome and artifacts. Its stub stays for ever: its id, for whom it was and how
   * it ended; asked for again, it is the same job, and `jobs.result` says the kind with the body null. An inbox lets go of bodies that were
   * applied so long ago, in their order. The journal of an instance whose steps are so old, or nine tenths of them, is cut: a snapshot
   * stands for it.
   *
   * At the end of the walk, bytes of artifacts that no job of the file refers to are removed where they were last kept more than an hour ago:
   * that looks at every job, where there are such old bytes at all. The file becomes no smaller: what is free in it is used again.
   */
  prune(request: PruneRequest): Promise<Pruned>
  /**
   * Decides the journalled steps of the whole file again, of every realm, by the kernels that run here, and holds what is stored against
   * where they lead: one pass over some instances, each from its beginning, or from the snapshot that stands for what was cut. Ask again with
   * `next` until that is null. It only reads, also while others write, and keeps one instance in memory at a time. Steps were decided with the
   * limits that the file was opened with then, and are decided with those of today: a step that a limit says otherwise is a finding.
   */
  verify(request?: VerifyRequest): Promise<Verified>
}

export function openMaintenance(parts: BackupParts & PruneParts): Maintenance {
  const { store } = parts
  return {
    backup: (request) => backup(parts, request),
    doctor: (request) => doctor(parts, request),
    prune: (request) => prune(parts, request),
    verify: (request = {}) => verify({ store, ...store.opened }, request),
  }
}
