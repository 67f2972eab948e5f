import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { INSTALLATION } from './installation.ts'

/** As `scripts/manifest.ts` writes it; in the source tree there is no release. */
type Manifest = {
  version: string
  release?: { name: string; commit: string; time: number; key?: string }
}

const manifest = JSON.parse(readFileSync(INSTALLATION.manifest, 'utf8')) as Manifest

/** Version of this release, as it is sent to consoles. */
export const VERSION = manifest.version

/** What a release says of itself (`scripts/manifest.ts`); undefined in the source tree. */
export const OF_RELEASE = manifest.release

/** A release as it is installed: what an upgrade starts from. */
export type InstalledRelease = {
  version: string
  /** Of its commit, s; undefined in the source tree, which is no release. */
  time?: number | undefined
  /** The public key of minisign that it trusts. */
  key?: string | undefined
  /** Its folder. */
  root: string
  /** Where the system begins that it runs on. */
  system: string
}

/** This one. */
export const INSTALLED: InstalledRelease = {
  version: VERSION,
  time: OF_RELEASE?.time,
  key: OF_RELEASE?.key,
  root: dirname(INSTALLATION.manifest),
  system: '/',
}

/** The version with its commit: in what nodes report, in exports, and in names of copies. */
export const RELEASE = OF_RELEASE ? `${VERSION}+${OF_RELEASE.commit.slice(0, 8)}` : VERSION
