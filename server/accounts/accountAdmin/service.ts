import type { Call } from '../../http/contract.ts'
import { hasOwnPort, isPort } from '#rules/ports.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { cycleFromOf, recountUsage } from '../quota/usage.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { checkRevision } from '../../database/revision.ts'
import type { World } from '../../http/world.ts'
import { removeFlow } from '../quota/reset.ts'
import { checkKnown, portHeld } from '../known.ts'
import { choosePort } from '../opening.ts'
import { checkShiftedPort } from '../ports.ts'
import { endFormer } from '../former.ts'
import { holdPortServers } from '../servers/store.ts'
import {
  changeAccount,
  findAccount,
  holdAccount,
  insertAccount,
  type StoredAccount,
} from '../store.ts'
import { unchangedMoments, stateOf, termsOf } from '../terms.ts'
import { newToken } from '../token.ts'
import { nextNumber } from '../withoutPort.ts'

// The contract's rule for a new password; an older password may not match it.
const PASSWORD = /^[ !#-&(-[\]-~]+$/

/**
 * Opens an account on the port that was sent, without one for 0, or as the settings say where none was
 * sent. Refuses with `port exists` and `no port`.
 */
export async function createAccount(call: Call<'createAccount'>): Promise<{ id: number }> {
  const { db, config, now, wake, body } = call
  const { password, user: userId = null } = body
  const terms = termsOf(body, undefined, now())
  const id = await inTransaction(db, async (tx) => {
    await checkKnown(tx, { ...terms, userId })
    const port =
      body.port === undefined
        ? (await choosePort(tx, terms, config)).port
        : await portToTake(tx, body.port)
    if (port === undefined) throw new Refusal(403, 'no port')
    await checkShiftedPort(tx, { ...terms, port }, config.port)
    const made = await insertAccount(tx, {
      ...terms,
      port,
      password,
      userId,
      subscribe: newToken(),
      createTime: now(),
    })
    if (made === undefined) throw new Refusal(403, 'port exists')
    await storeReply(tx, { id: made })
    return made
  })
  wake([id])
  return { id }
}

/** Changes the sent fields of an account. Refuses with `port exists` or `changed meanwhile`. */
export async function editAccount(call: Call<'editAccount'>): Promise<'success'> {
  const { db, config, now, wake, path, body } = call
  const { accountId } = path
  await inTransaction(db, async (tx) => {
    // A payment delivered at the same moment moves the same end.
    await holdAccount(tx, accountId)
    const before = found(await findAccount(tx, accountId))
    checkRevision(stateOf(before), body.revision)
    const { password = before.password } = body
    const port = await portToTake(tx, body.port ?? before.port, before)
    if (password !== before.password && !PASSWORD.test(password))
      throw new Refusal(400, 'body/password must be printable ASCII without quotes and backslash')
    const sent = termsOf(body, before, now())
    const terms = { ...sent, ...unchangedMoments(before, sent) }
    await checkKnown(tx, terms, before)
    if (port !== before.port || terms.server !== before.server)
      await checkShiftedPort(tx, { ...terms, port, id: accountId }, config.port)
    // An admin who changes it has a reason; also a former one that the customer has left ends.
    if (password !== before.password) await endFormer(tx, accountId, 'password')
    await changeAccount(tx, accountId, { ...terms, port, password })
    if (body.cleanFlow) await removeFlow(tx, accountId, now())
    // Only for another cycle: the tables of traffic resolve its first hour less exactly.
    else if (cycleFromOf({ ...before, ...terms }, now()) !== cycleFromOf(before, now()))
      await recountUsage(tx, accountId, now())
  }).catch(portHeld)
  wake([path.accountId])
  return 'success'
}

/** Moves an account to another port, or takes its own away. Refuses with `port exists`. */
export async function changeAccountPort(call: Call<'changeAccountPort'>): Promise<'success'> {
  const { db, config, wake, path, body } = call
  await inTransaction(db, async (tx) => {
    // A concurrent edit moves the same port.
    await holdAccount(tx, path.accountId)
    const account = found(await findAccount(tx, path.accountId))
    const port = await portToTake(tx, body.port, account)
    await checkShiftedPort(tx, { ...account, port }, config.port)
    await changeAccount(tx, account.id, { port })
  }).catch(portHeld)
  wake([path.accountId])
  return 'success'
}

/**
 * What an account is to have by what was sent: the port, or the number of one without, which 0 asks for
 * and who has one keeps. Refuses with 400 what is neither a port nor its own number. Requires the
 * transaction that then stores it.
 */
async function portToTake(
  tx: Database,
  sent: number,
  before?: Pick<StoredAccount, 'port'>,
): Promise<number> {
  if (isPort(sent) || sent === before?.port) return sent
  if (sent !== 0) throw new Refusal(400, 'body/port must be from 1 to 65535, or 0 for none')
  if (before && !hasOwnPort(before)) return before.port
  await holdPortServers(tx)
  return nextNumber(tx)
}

/** Resets an account's usage to zero. */
export async function resetAccountFlow(world: World, accountId: number): Promise<'success'> {
  await inTransaction(world.db, async (tx) => {
    // A payment delivered at the same moment starts the same cycle.
    await holdAccount(tx, accountId)
    found(await findAccount(tx, accountId))
    await removeFlow(tx, accountId, world.now())
  })
  world.wake([accountId])
  return 'success'
}
