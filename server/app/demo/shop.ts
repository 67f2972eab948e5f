import { type FieldKind, fieldKinds } from '#rules/providers/registry.ts'
import { randomDigits } from '#rules/password.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { ServerTable } from '../../database/tables.ts'

const GB = 1e9
const DAY_MS = 86_400_000
const MANY = 2_000
const SHIFT = 1_000

/** The servers, groups and plans: ids, and what shapes an account. */
export type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * Creates servers, groups and plans; a large shop has all but one server on other machines, which
 * are nowhere. Those of this one are at `host`, where a client on it gets through.
 */
export async function openShop(db: Database, accounts: number, host: string) {
  const isLarge = accounts > MANY
  // Far enough apart that no account's port is another's on the next server.
  const step = Math.ceil(accounts / SHIFT) * SHIFT
  const places = PLACES.map((place, index): Insertable<ServerTable> => {
    const isEmbedded = !isLarge || index === 0
    const agent = isEmbedded
      ? {
          host,
          plane: 'embedded' as const,
          port: 0,
          password: '',
          shift: isLarge ? 0 : index * step,
        }
      : { plane: 'manager' as const, port: 6_001, password: randomDigits(16), shift: 0 }
    return { type: 'Shadowsocks', ...place, ...agent }
  })
  const servers = await ids(db, 'server', places)
  const groups = await ids(db, 'userGroup', GROUPS)
  const plans = await ids(db, 'plan', PLANS)
  const [packId = 0] = await ids(db, 'plan', [{ ...PACK, baseId: plans[0] }])
  return {
    isLarge,
    servers: servers.map((id, index) => ({ id, scale: PLACES[index]?.scale ?? 1 })),
    groups,
    plans: PLANS.map((plan, index) => ({ ...plan, id: plans[index] ?? 0 })),
    pack: { ...PACK, id: packId },
  }
}

const PLACES = [
  { name: '东京 01', host: 'jp01.example.com', method: 'aes-256-gcm', scale: 1, comment: '低延迟' },
  { name: '洛杉矶 02', host: 'us02.example.com', method: 'aes-256-gcm', scale: 1, comment: '' },
  {
    name: '法兰克福 03',
    host: 'de03.example.com',
    method: 'chacha20-ietf-poly1305',
    scale: 0.5,
    comment: '半价流量',
  },
]

const GROUPS = [
  { name: '企业客户', comment: '按年结算', multiAccount: 1 as const },
  { name: '老客户', comment: '2024 年以前注册' },
]

const common = {
  comment: '',
  portRange: '0',
  multiServerFlow: 1 as const,
  changeOrderType: 1 as const,
}
const stays = { autoRemove: 0 as const, autoRemoveDelay: 0, refTime: 3 * DAY_MS }
const goes = { autoRemove: 1 as const, autoRemoveDelay: 3 * DAY_MS, refTime: DAY_MS }

/** What something costs by each way of paying in turn, cents. */
const priced = (...cents: number[]) =>
  Object.fromEntries(fieldKinds().map((kind, at) => [kind, cents[at] ?? 0])) as Record<
    FieldKind,
    number
  >

const PLANS = [
  { name: '月付 100G', type: 3, cycle: 1, ...priced(2_000, 300), flow: 100 * GB, ...stays },
  { name: '季付 100G', type: 3, cycle: 3, ...priced(5_400, 800), flow: 100 * GB, ...stays },
  {
    name: '年付 200G',
    type: 3,
    cycle: 12,
    ...priced(19_900, 2_900),
    flow: 200 * GB,
    ...stays,
  },
  { name: '周付 20G', type: 2, cycle: 1, ...priced(600, 100), flow: 20 * GB, ...goes },
  { name: '单日 5G', type: 4, cycle: 1, ...priced(150, 0), flow: 5 * GB, ...goes },
].map((plan) => ({ ...common, ...plan, shortComment: `${plan.flow / GB} GB` }))

const PACK = {
  name: '流量包 50G',
  shortComment: '当期有效',
  comment: '在 **当前周期** 内有效，不会延长到期时间。',
  ...priced(900, 140),
  flow: 50 * GB,
}

async function ids(
  db: Database,
  table: 'server' | 'userGroup' | 'plan',
  rows: object[],
): Promise<number[]> {
  const made: number[] = []
  for (const row of rows) {
    // Each list above is of its own table.
    const insert = db.insertInto(table).values(row as never)
    made.push((await insert.returning('id').executeTakeFirstOrThrow()).id)
  }
  return made
}
