import type { Answer, Schema } from '#contract'
import { removeOldParts, writePiece } from '../../admin/appFiles/store.ts'
import { makeFolder } from '../../base/makeFolder.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { INSTALLED } from '../../base/version.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'
import type { Call, Handlers } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { checkProof } from '../../people/factors/proof.ts'
import { readKey } from '../release/minisign.ts'
import { MAX_LIST_BYTES } from '../release/verify.ts'
import { isBefore } from '../upgrade/layout.ts'
import { lossFound } from '../upgrade/loss.ts'
import { UpgradeRefused } from '../upgrade/refused.ts'
import { dropRequest, RELEASE_FILE, readRequest } from '../upgrade/request.ts'
import { readAnswer } from '../upgrade/state.ts'
import { MAX_RELEASE_BYTES } from '../upgrade/unpack.ts'
import { stateToRollBack } from '../upgrade/upgrade.ts'
import {
  askForRollback,
  askForUpgrade,
  checkRoom,
  orNoSpace,
  removeOthers,
  removeUploads,
} from './asking.ts'
import { changesIn } from './changes.ts'
import { findOffer, offersFor, uploadsIn, viewOf } from './offers.ts'
import { dropPlan, readPlan } from './plan.ts'
import { isUnderWay, progressOf } from './progress.ts'
import { layoutOf, wayOf } from './way.ts'

/** How long root's service may take to begin, ms. */
const TAKEN_UP_MS = 20_000
/** Files that may be on their way at once: those of one release. */
const MOST_PARTS = 3

/** Newer releases, and putting one in place from the page Service. */
export const upgradeHandlers = {
  getUpgrade: (call) => upgradeOf(call),
  async getOfferNotes({ config, installed: release = INSTALLED, query }) {
    const offer = found(await findOffer({ config, release }, query.offer), 404)
    if (!offer.trusted) throw new Refusal(404)
    return changesIn(offer, release.version)
  },
  uploadRelease,
  async removeUploadedRelease(call) {
    if (isUnderWay(call)) throw new Refusal(403, 'under way')
    await removeUploads(call.config.dataDir)
    return 'success' as const
  },
  async startUpgrade(call) {
    await checkProof(call, call.caller.id, call.body.proof)
    return askForUpgrade(call, call.body)
  },
  async cancelUpgrade({ config: { dataDir } }) {
    if (!readPlan(dataDir) && !readRequest(dataDir)) throw new Refusal(403, 'nothing planned')
    dropPlan(dataDir)
    dropRequest(dataDir)
    return 'success' as const
  },
  async previewRollback(call) {
    return lossOf(call, found(beforeOf(call) ?? undefined, 404))
  },
  async rollBackRelease(call) {
    await checkProof(call, call.caller.id, call.body.proof)
    if (beforeOf(call) !== call.body.version) throw new Refusal(403, 'nothing before')
    askForRollback(call, call.body.version)
    return 'success' as const
  },
} satisfies Partial<Handlers>

async function upgradeOf(call: World): Promise<Schema<'Upgrade'>> {
  const { config, installed: release = INSTALLED } = call
  const { dataDir } = config
  const [offers, timeZone] = await Promise.all([offersFor({ config, release }), findTimeZone(call)])
  const plan = readPlan(dataDir)
  return {
    way: wayOf(release, dataDir),
    folder: config.releases || null,
    key: release.key === undefined ? null : readKey(release.key).id,
    offers: offers.map(viewOf),
    asked: askedOf(call),
    plan: plan ? { version: plan.version, time: plan.time } : null,
    progress: progressOf(call),
    problem: readAnswer(dataDir)?.said ?? null,
    before: beforeOf(call),
    timeZone,
  }
}

function askedOf({ config, now }: World): Schema<'UpgradeAsked'> | null {
  const asked = readRequest(config.dataDir)
  if (!asked) return null
  const { since, request } = asked
  return { wants: request.wants, since, isLate: Math.abs(now() - since) > TAKEN_UP_MS }
}

/** The version that the last upgrade can be taken back to; null where it cannot. */
function beforeOf({ config, installed: release = INSTALLED }: World): string | null {
  const layout = layoutOf(release)
  if (!layout) return null
  try {
    const { from } = stateToRollBack(layout, config.dataDir)
    return isBefore(layout, from.folder) ? from.version : null
  } catch (error) {
    if (error instanceof UpgradeRefused) return null
    throw error
  }
}

async function lossOf({ config }: World, version: string): Promise<Schema<'RollbackLoss'>> {
  try {
    const { isUpgraded, since } = await lossFound(config)
    const [orders, users] = [since?.orders ?? null, since?.users ?? null]
    return { version, isUpgraded, orders, users, problem: null }
  } catch (error) {
    if (!(error instanceof UpgradeRefused)) throw error
    return { version, isUpgraded: true, orders: null, users: null, problem: error.message }
  }
}

/** Takes a piece of a file. Refuses with `wrong name`, `wrong piece`, `no space` and `under way`. */
async function uploadRelease(call: Call<'uploadRelease'>): Promise<Answer<'uploadRelease'>> {
  const { config, now, path, body } = call
  const { name } = path
  const isList = name === 'SHA256SUMS' || name === 'SHA256SUMS.minisig'
  if (!isList && !RELEASE_FILE.test(name)) throw new Refusal(403, 'wrong name')
  // What root's service copies meanwhile, or was planned, stays what it is.
  if (isUnderWay(call)) throw new Refusal(403, 'under way')
  const piece = Buffer.from(body.data, 'base64')
  const isTooLong = body.size > (isList ? MAX_LIST_BYTES : MAX_RELEASE_BYTES)
  if (isTooLong || piece.length === 0 || body.from + piece.length > body.size)
    throw new Refusal(403, 'wrong piece')
  const folder = uploadsIn(config)
  try {
    makeFolder(folder)
    if (body.from === 0) {
      await removeOldParts(folder, now(), MOST_PARTS)
      if (!isList) await removeOthers(folder, name)
    }
    // Others may be on their way at once: each leaves the database its room, to its last piece.
    await checkRoom(folder, body.from === 0 ? body.size : piece.length)
    return { received: await writePiece(folder, { name, ...body }, piece) }
  } catch (error) {
    throw orNoSpace(error)
  }
}
