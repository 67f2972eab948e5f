import type { Schema } from '#contract'
import type { Caller } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { accounts } from '../../accounts/store.ts'
import { toRows } from '../../accounts/connection/view.ts'

type Owned = { accounts: number; account: Schema<'AccountRow'> | null }

/** How many accounts people own, and each person's account that ends last, or never. */
export async function selectLastEnding(
  world: Pick<World, 'db' | 'plane' | 'lights' | 'now'> & { caller: Caller | null },
  ids: readonly number[],
): Promise<(id: number) => Owned> {
  if (ids.length === 0) return () => ({ accounts: 0, account: null })
  const rows = await accounts(world.db)
    .where('account.userId', 'in', ids)
    .orderBy('account.id')
    .execute()
  const owned = Map.groupBy(rows, ({ userId }) => userId)
  const last = [...owned.values()].map((some) =>
    some.reduce((one, other) => (endOf(other) > endOf(one) ? other : one)),
  )
  const shown = new Map((await toRows(world, last)).map((row) => [row.userId, row]))
  return (id) => ({ accounts: owned.get(id)?.length ?? 0, account: shown.get(id) ?? null })
}

const endOf = ({ expireTime }: { expireTime: number | null }) => expireTime ?? Infinity
