import { randomBytes } from 'node:crypto'
import type { Answer, Schema } from '#contract'
import type { Call } from '../../http/contract.ts'
import { inTransaction } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { holdRow } from '../../database/revision.ts'
import { findLastBatch, insertCard, revokeCards, selectBatches, selectCards } from './store.ts'

type Counted = Awaited<ReturnType<typeof selectBatches>>[number]

/** Makes a batch of codes for a plan. Refuses an unknown plan with `Bad parameters`. */
export async function createGiftcardBatch(
  call: Call<'createGiftcardBatch'>,
): Promise<Answer<'createGiftcardBatch'>> {
  const { db, now, body } = call
  const { count, orderId: planId, comment = '' } = body
  const batchNumber = await inTransaction(db, async (tx) => {
    if (!(await holdRow(tx, 'plan', planId))) throw new Refusal(400, 'Bad parameters')
    const card = { planId, comment, createTime: now() }
    let number = (await findLastBatch(tx)) + 1
    // The first card claims the number; a concurrent call may have it by now.
    while (!(await insertCard(tx, { ...card, ...place(number, 1) }))) number += 1
    for (let position = 2; position <= count;)
      if (await insertCard(tx, { ...card, ...place(number, position) })) position += 1
    await storeReply(tx, { batchNumber: number })
    return number
  })
  return { batchNumber }
}

/** Voids the unused codes of a batch, permanently. */
export async function revokeGiftcardBatch(call: Call<'revokeGiftcardBatch'>): Promise<'success'> {
  const { db, log, caller, body } = call
  const cards = await inTransaction(db, (tx) => revokeCards(tx, body.batchNumber))
  log.info({ admin: caller.id, batch: body.batchNumber, cards }, 'recharge codes were revoked')
  return 'success'
}

/** Every batch, by number. */
export async function listGiftcardBatches({
  db,
}: Call<'listGiftcardBatches'>): Promise<Schema<'GiftcardBatch'>[]> {
  return (await selectBatches(db)).map(toBatch)
}

/** One batch with its codes. Refuses an unknown one with 404. */
export async function getGiftcardBatch({
  db,
  path,
}: Call<'getGiftcardBatch'>): Promise<Answer<'getGiftcardBatch'>> {
  const [batch] = await selectBatches(db, path.batchNumber)
  const cards = await selectCards(db, path.batchNumber)
  return {
    ...toBatch(found(batch, 404)),
    cards: cards.map(({ code, port, email, ...card }) => ({
      ...card,
      password: code,
      portNumber: port,
      userEmail: email,
    })),
  }
}

function toBatch(batch: Counted): Schema<'GiftcardBatch'> {
  const { batchNumber, planId, orderName, comment, createTime, total, available, revoked } = batch
  const unused = available > 0 ? 'AVAILABLE' : 'USEDUP'
  return {
    batchNumber,
    status: revoked > 0 ? 'REVOKED' : unused,
    type: planId,
    orderId: planId,
    orderName,
    createTime,
    comment,
    totalCount: total,
    count: total,
    availableCount: available,
  }
}

/** A place in a batch with a random code: 18 hexadecimal characters. */
const place = (batchNumber: number, position: number) => ({
  batchNumber,
  position,
  code: randomBytes(9).toString('hex'),
})
