import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SigningKey } from '../release/minisign.ts'
import { isOlderThan, verifyRelease } from '../release/verify.ts'
import { command } from '../../base/installation.ts'
import {
  forgetBefore,
  isBefore,
  type Layout,
  linkedIn,
  noteBefore,
  releaseIn,
  switchTo,
} from './layout.ts'
import { UpgradeRefused } from './refused.ts'
import { isWell, type Rehearsed } from './rehearse.ts'
import { restartService, runAs, type Service } from './service.ts'
import {
  beginAnswer,
  beginNotes,
  doneIn,
  type Phase,
  type Placed,
  readNotes,
  readState,
  readTries,
  saidOfDone,
  type UpgradeState,
  writeState,
} from './state.ts'
import { dropTaken, unpack } from './unpack.ts'

/** How long a new release may take to answer, beside the time its rehearsal took, ms. */
const TRIAL_MS = 60_000
/** How long the release that goes on serves is waited for, ms. */
const OPENING_MS = 30_000
const LOOK_MS = 200
/** How often it may end before that; as `scripts/sluice.mjs` says. */
const MAX_TRIES = 3
/** How often it has to answer well in a row. */
const ANSWERS = 3

/** Until then nothing of what runs was touched. */
const BEFORE_SWITCH: ReadonlySet<string> = new Set(['checking', 'unpacking', 'rehearsing'])

export type Deps = {
  layout: Layout
  service: Service
  /** Lets another upgrade begin: that of Debian's package, which this one calls. */
  letGo: () => void
  /** Is told each step, in a sentence. */
  say: (text: string) => void
  /** Whether the console asked: then root goes by nothing that the console could have written. */
  isForPage?: true
}

/**
 * Upgrades to a release, with all that `follow` does. It is taken in first, by what is given: a copy
 * where nobody else writes, whose path that returns. Of Debian's package apt's own way is taken, which
 * calls `follow` itself.
 */
export async function upgradeTo(
  take: () => string,
  { key, ...deps }: Deps & { key: SigningKey },
): Promise<string> {
  const { layout, service, say } = deps
  const { dataDir } = service.config
  await endLeftOver(deps)
  beginAnswer(dataDir)
  const from = releaseIn(layout, folderOf(layout))
  const kept = keptOf(dataDir)
  const note = (phase: Phase) => writeState(dataDir, { phase, from, time: Date.now(), ...kept })
  note('checking')
  return orRefuse(from, deps, async () => {
    try {
      const file = take()
      const machine = { platform: process.platform, arch: process.arch }
      say(await verifyRelease(file, { key, installed: from, machine }))
      note('unpacking')
      if (layout.kind === 'package') return installPackage(file, deps)
      if (basename(file, '.tar.gz') === from.folder)
        throw new UpgradeRefused(`${from.version} is what runs already.`)
      const folder = unpack(file, layout)
      dropTaken(layout)
      say(`Unpacked into ${join(layout.parent, folder)}.`)
      return await takeOver(folder, deps)
    } finally {
      dropTaken(layout)
    }
  })
}

/** What of the state stays until something is changed. */
function keptOf(dataDir: string): Pick<UpgradeState, 'last'> {
  const last = doneIn(readState(dataDir))
  return last ? { last } : {}
}

/** Does work that changes nothing of what runs before it switches, and notes why it came to nothing. */
async function orRefuse(
  from: Placed,
  { service }: Deps,
  work: () => Promise<string>,
): Promise<string> {
  const { dataDir } = service.config
  try {
    return await work()
  } catch (error) {
    // Later on it has been said already.
    if (!BEFORE_SWITCH.has(readState(dataDir)?.phase ?? 'checking')) throw error
    const said = `${sentence(error)} ${from.version} goes on, and nothing was changed.`
    writeState(dataDir, { phase: 'refused', from, time: Date.now(), said, ...keptOf(dataDir) })
    throw new UpgradeRefused(said, { cause: error })
  }
}

/** Debian's own tools have the rest done by the package's scripts, which call `follow`. */
function installPackage(file: string, { service, letGo }: Deps): string {
  letGo()
  try {
    execFileSync('dpkg', ['--install', '--force-confold', file], { stdio: 'inherit' })
  } catch (error) {
    throw new UpgradeRefused(
      readState(service.config.dataDir)?.said ?? `${basename(file)} was not installed.`,
      { cause: error },
    )
  }
  return readState(service.config.dataDir)?.said ?? `${basename(file)} is installed.`
}

/** Has a release take over that Debian's tools have put beside the one that runs. */
export async function follow(folder: string, deps: Deps): Promise<string> {
  await endLeftOver(deps)
  const from = releaseIn(deps.layout, folderOf(deps.layout))
  const { dataDir } = deps.service.config
  beginAnswer(dataDir)
  writeState(dataDir, { phase: 'checking', from, time: Date.now(), ...keptOf(dataDir) })
  return orRefuse(from, deps, () => takeOver(folder, deps))
}

/**
 * Has a release take over that lies beside the one that runs: it is rehearsed, then started closed to
 * all, and serves once it is found well. Otherwise the one before serves on, with its data. Returns
 * what came of it. Throws `UpgradeRefused` where the new one does not serve.
 */
async function takeOver(folder: string, deps: Deps): Promise<string> {
  const { layout, service, say } = deps
  const { dataDir } = service.config
  const from = releaseIn(layout, folderOf(layout))
  const to = releaseIn(layout, folder)
  const state = (phase: Phase, said?: string): UpgradeState => {
    return { phase, from, to, time: Date.now(), ...(said && { said }) }
  }
  if (isOlderThan(to, from))
    throw new UpgradeRefused(
      `${to.version} is older than ${from.version}, which runs here. To go back: ${command('rollback')}.`,
    )
  writeState(dataDir, { ...state('rehearsing'), ...keptOf(dataDir) })
  say(`Rehearsing ${to.version} on a copy of the shop.`)
  const { steps, ms } = await rehearsed(to, deps)
  say(`Rehearsed in ${Math.ceil(ms / 1_000)} s: ${steps.length} steps, and the books are the same.`)
  // From here on the notes are this upgrade's, and nobody goes back by them from the one before.
  writeState(dataDir, state('rehearsing'))
  beginNotes(dataDir)
  noteBefore(layout, folder, from.folder)
  if (!service.isRunning) {
    switchTo(layout, folder)
    const said = `${to.version} is in place of ${from.version}, and is started with the service.`
    writeState(dataDir, state('done', said))
    return said
  }
  writeState(dataDir, state('trial'))
  switchTo(layout, folder)
  restartService()
  return watch(state('trial'), { ...deps, ms })
}

/** Runs the new release's own rehearsal, as the console's user. */
async function rehearsed(to: Placed, { layout, service }: Deps): Promise<Rehearsed> {
  const command = join(layout.parent, to.folder, 'bin/sluice')
  const { code, said } = await runAs(service, [command, 'upgrade', 'rehearse'])
  const last = said.trim().split('\n').at(-1) ?? ''
  if (code === 0) return JSON.parse(last) as Rehearsed
  throw new UpgradeRefused(`${to.version} was not put in place: ${last || `exit code ${code}`}`)
}

/** Watches the trial of a release, decides, and waits until somebody serves. */
async function watch(state: UpgradeState, deps: Deps & { ms: number }): Promise<string> {
  const { service, say, ms } = deps
  const { dataDir } = service.config
  const to = state.to!
  const end = performance.now() + TRIAL_MS + 2 * ms
  let answers = 0
  while (answers < ANSWERS) {
    const { why } = readNotes(dataDir)
    const isLate = performance.now() > end
    if (why !== undefined || isLate)
      return goBack(
        state,
        why ?? `it did not answer within ${Math.round((TRIAL_MS + 2 * ms) / 1_000)} s`,
        deps,
      )
    if (readState(dataDir)?.phase !== 'trial' || isTriedTooOften(dataDir))
      return goBack(state, 'it ended again and again before it answered', deps)
    answers = (await isWell(service.config, to)) ? answers + 1 : 0
    await pause(LOOK_MS)
  }
  const said = saidOfDone(state)
  writeState(dataDir, { ...state, phase: 'done', time: Date.now(), said })
  say(`${to.version} answers. It serves from now on.`)
  await waitFor(to, deps)
  return said
}

/** As the command of a release counts its starts in a trial. */
const isTriedTooOften = (dataDir: string) => readTries(dataDir) > MAX_TRIES

/** Has the release before serve again, which first gets its data back. Throws what happened. */
async function goBack(state: UpgradeState, why: string, deps: Deps): Promise<never> {
  const { layout, service, say } = deps
  const { from, to } = state
  const said = `${to?.version} was taken back: ${why.replace(/\.$/, '')}. ${from.version} serves again, with its data as it was.`
  say(`${to?.version} is taken back.`)
  // It may be so already: a release that ends again and again takes itself back.
  if (readState(service.config.dataDir)?.phase !== 'back')
    writeState(service.config.dataDir, { ...state, phase: 'going back', time: Date.now(), said })
  switchTo(layout, from.folder)
  restartService()
  await waitFor(from, deps)
  throw new UpgradeRefused(said)
}

async function waitFor(placed: Placed, { service }: Deps): Promise<void> {
  const end = performance.now() + OPENING_MS
  while (performance.now() < end && !(await isWell(service.config, placed))) await pause(LOOK_MS)
}

/**
 * Ends what an upgrade left that was killed: a release that was to be taken back is, and one whose
 * trial nobody watched any more has decided by itself.
 */
async function endLeftOver(deps: Deps): Promise<void> {
  const { layout, service } = deps
  const state = readState(service.config.dataDir)
  if (state?.phase === 'trial' && linkedIn(layout) === state.to?.folder) {
    checkBefore(state, deps)
    await watch(state, { ...deps, ms: 0 })
  }
  if (state?.phase === 'back' && linkedIn(layout) !== state.from.folder) {
    checkBefore(state, deps)
    switchTo(layout, state.from.folder)
  }
}

/** Throws `UpgradeRefused` where root does not know by itself that this is the release before. */
function checkBefore({ from }: UpgradeState, { layout, isForPage }: Deps): void {
  if (!isForPage || isBefore(layout, from.folder)) return
  throw new UpgradeRefused(
    `${from.folder} is not known to be the release before: go back with ${command('rollback')}.`,
  )
}

/**
 * Goes back to the release before, which serves since with the data of then. Throws `UpgradeRefused`
 * where there is none.
 */
export async function rollBackUpgrade(deps: Deps): Promise<string> {
  const { layout, service } = deps
  const { dataDir } = service.config
  const state = stateToRollBack(layout, dataDir)
  checkBefore(state, deps)
  const said = `${state.from.version} serves again in place of ${state.to?.version}.`
  beginAnswer(dataDir)
  writeState(dataDir, { ...state, phase: 'going back', isAsked: true, time: Date.now(), said })
  forgetBefore(layout, state.from.folder)
  switchTo(layout, state.from.folder)
  if (service.isRunning) {
    restartService()
    await waitFor(state.from, deps)
  }
  return said
}

/** The upgrade that can be taken back. */
export function stateToRollBack(layout: Layout, dataDir: string): UpgradeState {
  const state = doneIn(readState(dataDir))
  if (state?.phase !== 'done' || linkedIn(layout) !== state.to?.folder)
    throw new UpgradeRefused('There is no upgrade to go back from. Nothing was changed.')
  const { version, commit } = releaseIn(layout, state.from.folder)
  if (version !== state.from.version || commit !== state.from.commit)
    throw new UpgradeRefused(`${state.from.version} does not lie there any more.`)
  return state
}

/** What going back would lose, in a sentence; the console's user looks, as looking may leave files. */
export async function lossOfRollBack({ layout, service }: Deps): Promise<string> {
  const command_ = join(layout.parent, folderOf(layout), 'bin/sluice')
  const { code, said } = await runAs(service, [command_, 'upgrade', 'loss'])
  const last = said.trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new UpgradeRefused(last || `exit code ${code}`)
  return last
}

function folderOf(layout: Layout): string {
  const folder = linkedIn(layout)
  if (folder === undefined)
    throw new UpgradeRefused(`The link ${layout.link} leads to no release that lies beside it.`)
  return folder
}

/** An error as a sentence; what is none has been thrown by a program or the disk. */
export function sentence(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'ENOSPC' || /No space left/.test(message))
    return 'There is no room left on the disk.'
  return `${message.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? ''}.`
}
