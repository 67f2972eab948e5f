import {
  FLOW_NAMES,
  GROUP_NAMES,
  PLAN_NAMES,
  PORT_NAMES,
  SERVER_NAMES,
  TYPE_NAMES,
} from './columnNames.ts'
import { centsColumn } from '#rules/planPrices.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { providerNamed } from '../../shop/providers/registry.ts'
import { planKey, plansNamed } from '../jobs/namedPlans.ts'
import type { ImportedPlan } from '../jobs/imported.ts'
import { once, type Reader } from './reader.ts'
import { readPlan } from './planTerms.ts'
import { selectGroupNames } from './groupNames.ts'
import { selectServerIds } from '../../accounts/servers/store.ts'

/** Reads tables of plans and flow packs. */
export const plans: Reader = {
  get columns() {
    return {
      name: ['名称', '名稱', '名前', 'название', 'bezeichnung', '이름', ...PLAN_NAMES],
      base: ['pack for', '所属套餐'],
      shortComment: ['summary', '简介'],
      comment: ['description', '说明', '說明', '説明', 'описание', 'beschreibung', '설명'],
      type: ['period', 'период', 'zeitraum', '期間', '기간', ...TYPE_NAMES],
      cycle: ['periods', '周期数'],
      ...Object.fromEntries(
        paidKinds().map((kind) => [centsColumn(kind), providerNamed(kind)?.priceColumns ?? []]),
      ),
      flow: FLOW_NAMES,
      refTime: ['reward', '邀请奖励'],
      server: SERVER_NAMES,
      autoRemove: [],
      autoRemoveDelay: [],
      portRange: ['ports', '端口', 'порты', ...PORT_NAMES],
      multiServerFlow: [],
      changeOrderType: [],
      active: [],
      // Under the names that other panels have for them they are in Mbit/s.
      speedUp: [],
      speedDown: [],
      speedAfter: [],
      deviceLimit: [],
      group: ['groups', 'группы', ...GROUP_NAMES],
    }
  },
  needed: ['name'],
  async open({ db }) {
    const stored = await db.selectFrom('plan').select(['id', 'name', 'baseId']).execute()
    const groups = await selectGroupNames(db)
    const servers = new Set(await selectServerIds(db))
    const names = new Map(stored.map(({ id, name }) => [id, name]))
    const taken = new Set(
      stored.map(({ name, baseId }) =>
        planKey(name, baseId === 0 ? null : (names.get(baseId) ?? '')),
      ),
    )
    // Those of the table come after those that are there, so that a pack finds the plan above it.
    const known = stored.filter(({ baseId }) => baseId === 0)
    const seen = new Set<string>()
    return async (rows) =>
      rows.map((cells) => {
        const read = readPlan(cells, { groups, servers })
        if ('problem' in read) return read
        const { plan, base } = read.input as ImportedPlan
        const bases = base === null ? [] : plansNamed(known, base)
        if (base !== null && bases.length === 0) return { column: 'base', problem: 'unknown plan' }
        if (bases.length > 1) return { column: 'base', problem: 'several plans' }
        const key = planKey(plan.name, bases[0]?.name ?? null)
        if (taken.has(key)) return { column: 'name', problem: 'plan exists' }
        if (base === null) known.push({ id: 0, name: plan.name, baseId: 0 })
        return once(seen, key, 'name') ?? read
      })
  },
}
