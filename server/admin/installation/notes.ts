import { readFile } from 'node:fs/promises'
import type { Schema } from '#contract'
import { INSTALLATION } from '../../base/installation.ts'
import { OF_RELEASE, VERSION } from '../../base/version.ts'

/** What the list of changes says of this release, or in the source tree of what none has yet. */
export async function notesOfRelease(
  path: string = INSTALLATION.changelog,
): Promise<Schema<'ReleaseNotes'>> {
  const changelog = await readFile(path, 'utf8').catch(() => '')
  const own = OF_RELEASE ? partOf(changelog, `## ${VERSION} (`) : ''
  if (own) return { version: VERSION, text: own }
  return { version: '', text: partOf(changelog, '## Unreleased') }
}

/** The text below the heading that begins so; empty where there is none. */
function partOf(changelog: string, heading: string): string {
  const part = changelog.split(/^(?=## )/m).find((one) => one.startsWith(heading))
  return part?.replace(/^.*\n/, '').trim() ?? ''
}
