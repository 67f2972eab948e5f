import type { Kysely } from 'kysely'
import type { CertificateStatus } from '../base/certificate.ts'
import type { End } from '../base/ends.ts'
import type { Config } from '../base/config.ts'
import type { InstalledRelease } from '../base/version.ts'
import type { Log } from '../base/log.ts'
import type { LightBoard } from '../base/lights.ts'
import type { NodeLinks } from '../engine/nodeLinks.ts'
import type { Plane } from '../engine/plane.ts'
import type { Restoring } from '../backup/restore/fetched.ts'
import type { BackupDeeds, BackupStatus } from '../backup/shipping/status.ts'
import type { Tables } from '../database/tables.ts'

/** What every handler may use besides its input; a test builds its own. */
export type World = {
  db: Kysely<Tables>
  /** Milliseconds since 1970; fixed in tests. */
  now: () => number
  config: Config
  /** What carries the traffic. */
  plane: Plane
  /** The last known status of every server. */
  lights: LightBoard
  /** The links of the machines that have joined. */
  nodes: NodeLinks
  /**
   * Notifies that the desired ports may have changed, for these accounts, or for any where none are
   * named; the ports follow within a second.
   */
  wake: (accounts?: readonly number[]) => void
  /** Status of the backups. */
  backup: () => BackupStatus
  /** What can be done about the backups; undefined in tests and where nothing can. */
  backups?: BackupDeeds | undefined
  /** The release that is upgraded; undefined is the one that runs. */
  installed?: InstalledRelease | undefined
  /** Status of the certificate, where this console serves HTTPS itself. */
  certificate: () => CertificateStatus
  /** The ends of this console that nobody asked for, oldest first. */
  ends: () => readonly End[]
  /** Restores a backup as long as nothing is set up; undefined where the database has none. */
  restoring?: Restoring | undefined
  log: Log
  /** Made once per installation; keys the hashes of sessions and links. */
  secret: string
}
