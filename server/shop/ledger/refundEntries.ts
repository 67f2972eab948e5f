import type { Database } from '../../database/database.ts'

/** The steps of a refund of ours in the ledger. */
type Step = 'asked' | 'done' | 'refused'

/** The effect of one step of a refund of ours. */
export const refundEffect = (id: number, requestId: string, step: Step) =>
  `refund:${id}:${requestId}:${step}`

/** The effect of money that went back at the provider; `total` cents had by then, all in all. */
export const returnedEffect = (id: number, total: number) => `returned:${id}:${total}`

/** What went back of an order by its ledger, and the refunds of ours whose outcome is open. */
export async function selectRefunds(db: Database, id: number) {
  const entries = await db
    .selectFrom('ledger')
    .select(['effect', 'amount'])
    .where('placedOrderId', '=', id)
    .where((eb) =>
      eb.or([
        eb('effect', 'like', `refund:${id}:%`),
        eb('effect', 'like', returnedEffect(id, 0).replace(/0$/, '%')),
      ]),
    )
    .execute()
  const effects = new Set(entries.map(({ effect }) => effect))
  const open: { requestId: string; amount: number }[] = []
  let [ours, others] = [0, 0]
  for (const { effect, amount } of entries) {
    const [, requestId, step] = /^refund:\d+:(.+):(\w+)$/.exec(effect) ?? []
    if (!requestId) others += amount
    else if (step === 'done') ours += amount
    else if (step === 'asked' && !isOver(requestId)) open.push({ requestId, amount })
  }
  return { open, ours, others }

  function isOver(requestId: string): boolean {
    const ends = ['done', 'refused'] as const
    return ends.some((end) => effects.has(refundEffect(id, requestId, end)))
  }
}
