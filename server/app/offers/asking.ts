import { copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Schema } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import { INSTALLED } from '../../base/version.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'
import type { World } from '../../http/world.ts'
import { NotTrusted } from '../release/minisign.ts'
import type { Trusted } from '../release/verify.ts'
import { readRequest, RELEASE_FILE, type UpgradeRequest, writeRequest } from '../upgrade/request.ts'
import { UpgradeRefused } from '../upgrade/refused.ts'
import { SPARE_BYTES } from '../upgrade/unpack.ts'
import { beginAnswer, writeAnswer } from '../upgrade/state.ts'
import { checkRelease, findOffer, type Offer, uploadsIn } from './offers.ts'
import { dropPlan, nextHour, readPlan, writePlan } from './plan.ts'
import { isUnderWay } from './progress.ts'
import { wayOf } from './way.ts'

/** What was copied in part. */
const HALF = '.half'
const BESIDE = ['SHA256SUMS', 'SHA256SUMS.minisig']
/** How late something planned is still done: the console may have been away at its hour, ms. */
const LATE_MS = 3_600_000
const NO_SPACE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])

type Deps = Pick<World, 'config' | 'now' | 'installed'>
type Wish = Pick<Schema<'UpgradeWish'>, 'offer' | 'version' | 'hour'>

/**
 * Has a release put in place, now or at an hour. Answers why not where it is not to be trusted. Refuses
 * with `no helper`, `under way`, `no such release` and `no space`.
 */
export async function askForUpgrade(
  call: Deps & Pick<World, 'db'>,
  { offer: id, version, hour }: Wish,
): Promise<{ problem: string | null }> {
  const { config, now, installed: release = INSTALLED } = call
  const { dataDir } = config
  checkWay(call)
  const offer = await findOffer({ config, release }, id)
  if (!offer) throw new Refusal(403, 'no such release')
  if (offer.problem !== undefined) return { problem: offer.problem }
  const path = offer.from === 'folder' ? await copyIn(offer, dataDir) : offer.path
  const trusted = await orProblem(checkRelease(path, release))
  if (typeof trusted === 'string') return { problem: trusted }
  if (trusted.version !== version)
    return { problem: `This is ${trusted.version} by now, and not ${version}. Look again.` }
  const file = basename(path)
  if (hour === undefined) ask(dataDir, { wants: 'upgrade', file })
  else {
    const time = nextHour(now(), hour, await findTimeZone(call))
    orRefuse(() => {
      beginAnswer(dataDir)
      writePlan(dataDir, { file, version, sum: trusted.sum, time })
    })
  }
  return { problem: null }
}

/** Has the release before serve again. Refuses with `no helper` and `under way`. */
export function askForRollback(call: Deps, to: string): void {
  checkWay(call)
  ask(call.config.dataDir, { wants: 'rollback', to })
}

/**
 * Asks for what is planned once its hour has come. What is another file by then, or was missed by more
 * than an hour, is not done, and the page says so.
 */
export async function askForPlanned(call: Deps): Promise<void> {
  const { config, now, installed: release = INSTALLED } = call
  const { dataDir } = config
  const plan = readPlan(dataDir)
  if (!plan || now() < plan.time) return
  const asked = readRequest(dataDir)?.request
  // The console was stopped between the two.
  if (asked?.wants === 'upgrade' && asked.file === plan.file) return dropPlan(dataDir)
  const refuse = (said: string) => {
    writeAnswer(dataDir, { time: now(), said })
    dropPlan(dataDir)
  }
  if (now() - plan.time > LATE_MS)
    return refuse(`The console did not run at the hour of ${plan.version}. Nothing was changed.`)
  if (wayOf(release, dataDir) !== 'page')
    return refuse('Root’s service was not switched on at its hour. Nothing was changed.')
  const trusted = await orProblem(checkRelease(join(uploadsIn(config), plan.file), release))
  if (typeof trusted === 'string') return refuse(trusted)
  if (trusted.sum !== plan.sum)
    return refuse(`${plan.file} is another one than was planned. Nothing was changed.`)
  // It may have been taken back while the file was read.
  if (!readPlan(dataDir)) return
  try {
    ask(dataDir, { wants: 'upgrade', file: plan.file })
    // Only now: who is stopped in between finds the plan again.
    dropPlan(dataDir)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'under way') throw error
    refuse('Another upgrade was under way at its hour. Nothing was changed.')
  }
}

function checkWay(call: Deps): void {
  const { config, installed: release = INSTALLED } = call
  if (wayOf(release, config.dataDir) !== 'page') throw new Refusal(403, 'no helper')
  if (isUnderWay(call)) throw new Refusal(403, 'under way')
}

function ask(dataDir: string, request: UpgradeRequest): void {
  orRefuse(() => {
    beginAnswer(dataDir)
    writeRequest(dataDir, request)
  })
}

function orRefuse(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (error instanceof UpgradeRefused) throw new Refusal(403, 'under way')
    throw orNoSpace(error)
  }
}

/** What a disk says that takes nothing, as the refusal `no space`; another error as it is. */
export function orNoSpace(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  return NO_SPACE.has(code) ? new Refusal(403, 'no space') : error
}

async function orProblem(checked: Promise<Trusted>): Promise<Trusted | string> {
  try {
    return await checked
  } catch (error) {
    if (error instanceof NotTrusted) return error.message
    throw error
  }
}

/** Copies a release of the operator's folder to where root's service takes it from. Returns its path. */
async function copyIn({ path, bytes }: Offer, dataDir: string): Promise<string> {
  const folder = uploadsIn({ dataDir })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkRoom(folder, bytes)
  const name = basename(path)
  await removeOthers(folder, name)
  for (const one of [name, ...BESIDE]) {
    const half = join(folder, `.${one}${HALF}`)
    await copyFile(join(dirname(path), one), half)
    await rename(half, join(folder, one))
  }
  return join(folder, name)
}

/** Refuses with `no space` what the disk cannot take to its end, with some room for the database beside it. */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + SPARE_BYTES) throw new Refusal(403, 'no space')
}

/** Removes the releases that were uploaded but for one, and what a killed console copied in part. */
export async function removeOthers(folder: string, but: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name !== but && (RELEASE_FILE.test(name) || name.endsWith(HALF)))
      await rm(join(folder, name), { force: true })
}

/** Removes what was uploaded, and what was begun. */
export async function removeUploads(dataDir: string): Promise<void> {
  await rm(uploadsIn({ dataDir }), { recursive: true, force: true })
}

/** Removes what has been put in place: it lies beside the programs by now. */
export async function removePutInPlace({ config, ...call }: Deps): Promise<void> {
  if (isUnderWay({ config, ...call })) return
  const { version } = call.installed ?? INSTALLED
  const folder = uploadsIn(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    const isDone = RELEASE_FILE.test(name) && /[-_](\d+\.\d+\.\d+)/.exec(name)?.[1] === version
    if (isDone && facts && facts.mtimeMs < call.now() - LATE_MS)
      await rm(join(folder, name), { force: true })
  }
}
