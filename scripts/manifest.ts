import { ORIGIN, SHAPE } from '../server/database/migrations/migrate.ts'
import type { Identity } from './identity.ts'

/** What `package.json` says, as far as a release takes it over. */
export type SourceManifest = {
  name: string
  version: string
  description: string
  license: string
  optionalDependencies: Record<string, string>
}

/** What a release says of itself, beside its version. */
export type ReleaseFacts = {
  /** As its files are named. */
  name: string
  commit: string
  /** Of the commit, s. */
  time: number
  /** The steps of the database it knows: it upgrades whatever ends with one of them. */
  schema: { first: string; last: string }
  /** The key that the next release has to be signed with, as minisign writes it. */
  key?: string
}

/** The facts of a release of these sources. */
export function factsOf({ name, commit, time }: Identity, key: string | undefined): ReleaseFacts {
  return { name, commit, time, schema: { first: ORIGIN, last: SHAPE }, ...(key && { key }) }
}

/** The manifest of the archive for npm: a command, and Node for machines that have none of it. */
export function manifestOf(source: SourceManifest, release: ReleaseFacts) {
  const { name, version, description, license, optionalDependencies } = source
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { [name]: 'bin/sluice.mjs' },
    // The command chooses the Node that serves.
    engines: { node: '>=18' },
    optionalDependencies,
    release,
  }
}
