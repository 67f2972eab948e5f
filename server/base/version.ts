import { readFileSync } from 'node:fs'
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

/** The version with its commit: in what nodes report, in exports, and in names of copies. */
export const RELEASE = OF_RELEASE ? `${VERSION}+${OF_RELEASE.commit.slice(0, 8)}` : VERSION
