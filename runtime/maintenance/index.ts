/** What keeps a realm's file in order: asked for by an operator, or by a host now and then. Nothing here runs by itself. */
import { backup, type BackedUp, type BackupParts, type BackupRequest } from './backup.js'

/** A malformed request is rejected with `RequestError`, which names the field; what the file does, with `StoreError`. */
export interface Maintenance {
  /**
   * A copy of the file as it stands at one moment, while others write; of the artifacts that it refers to, in the folder `TO.artifacts`, those
   * alone whose bytes are what their digests say. The copy was looked at from end to end, and is on the disk, before it has its name: whoever is
   * killed meanwhile leaves nothing under it, and a backup that is there is whole. Opened as a file, it goes on where it stood. Of what is in
   * the folder from a backup before, nothing is removed. Rejected with `BackupError`, and nothing was left.
   */
  backup(request: BackupRequest): Promise<BackedUp>
}

export function openMaintenance(parts: BackupParts): Maintenance {
  return { backup: (request) => backup(parts, request) }
}
