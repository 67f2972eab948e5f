import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Retention of files of older builds. */
const MAX_AGE_MS = 30 * 86_400_000
/** How many files at most: some ten builds. */
const MAX_FILES = 15_000
const HALF = '.half'

/** Where the files of this build and of earlier ones are. */
export const copiesIn = (dataDir: string) => join(dataDir, 'assets')

/**
 * Copies this build's files beside those of the last weeks, in the data folder, where a new build
 * does not delete them: a tab with an older build finds its screens there. Names hold a hash of the
 * content, so builds never mix. Returns the folder.
 */
export async function copyBuild(screens: string, dataDir: string, now: number): Promise<string> {
  const folder = copiesIn(dataDir)
  await mkdir(folder, { recursive: true })
  const current = new Set(await readdir(join(screens, 'assets')))
  for (const name of current) {
    const [from, to] = [join(screens, 'assets', name), join(folder, name)]
    if (await isWhole(from, to)) await utimes(to, now / 1000, now / 1000)
    else await copyWhole(from, to)
  }
  await removeOld(folder, current, now)
  return folder
}

/** Whether a file has been copied to its end: an earlier release could leave half of one. */
async function isWhole(from: string, to: string): Promise<boolean> {
  const there = await stat(to).catch(() => undefined)
  return there !== undefined && there.size === (await stat(from)).size
}

/** Written under a temporary name and renamed: no reader sees a partial file. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}${HALF}`)
  await rename(`${to}${HALF}`, to)
}

async function removeOld(folder: string, current: ReadonlySet<string>, now: number) {
  const names = (await readdir(folder)).filter((name) => !current.has(name))
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = files
    .sort((a, b) => b.at - a.at)
    .filter(
      ({ name, at }, index) => name.endsWith(HALF) || now - at > MAX_AGE_MS || index >= MAX_FILES,
    )
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })))
}
