import type { Query, Schema } from '#contract'
import { paidKinds } from '#rules/providers/registry.ts'
import { ORDER_FILTER } from '#rules/orderStates.ts'
import { PAGE_SIZE } from '#rules/paging.ts'

/** A state that orders are filtered by. */
export type State = (typeof ORDER_FILTER)[number]

/** The kinds of orders, in the order they are named in. */
export const ORDER_KINDS: readonly string[] = [...paidKinds(), 'giftcard', 'refOrder']

/** What an order list shows; `group` -1 means all, days are `2026-11-20` of the server. */
export type OrderView = {
  states: readonly State[]
  kinds: readonly Schema<'OrderKind'>[]
  group: number
  start: string
  end: string
  only?: OrdersOnly | undefined
  /** Left out for the newest first. */
  sort?: OrderSort | undefined
}

/** The orders an order list can have. */
export const ORDER_SORTS = [
  'time_desc',
  'time_asc',
  'amount_desc',
  'amount_asc',
  'state_asc',
  'state_desc',
  'user_asc',
  'user_desc',
] as const

/** One order of an order list. */
export type OrderSort = (typeof ORDER_SORTS)[number]

/** Orders that need a look, that were closed and never paid, of which something was refunded, or renewals. */
export type OrdersOnly = (typeof ONLY)[number]
const ONLY = ['stuck', 'failed', 'refunded', 'renewal'] as const

/** The same, a search and the order that is open, as parsed from the address. */
export type OrderSearch = {
  search?: string
  /** States left out, with a dot between them. */
  hide?: string
  /** Kinds shown, with a dot between them. */
  kind?: string
  group?: number
  start?: string
  end?: string
  only?: OrdersOnly
  by?: OrderSort
  order?: string
}

/** The default view: all five states of every group. Spec 4. */
export const DEFAULT_ORDERS: OrderView = {
  states: ORDER_FILTER,
  kinds: ORDER_KINDS,
  group: -1,
  start: '',
  end: '',
}

const DAY_MS = /^\d{4}-\d\d-\d\d$/

/** Parses an address; invalid parts are dropped. */
export function readOrderSearch(given: Record<string, unknown>): OrderSearch {
  const found: OrderSearch = {}
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const [search, order] = [text(given.search), text(given.order)]
  if (typeof search === 'string' && search.trim() !== '') found.search = search.trim().slice(0, 200)
  const hide = picked(ORDER_FILTER, given.hide)
  if (hide.length > 0) found.hide = hide.join('.')
  const kinds = picked(ORDER_KINDS, given.kind)
  if (kinds.length > 0 && kinds.length < ORDER_KINDS.length) found.kind = kinds.join('.')
  const group = Number(given.group ?? -1)
  if (Number.isInteger(group) && group >= 0) found.group = group
  for (const name of ['start', 'end'] as const) {
    const day = given[name]
    if (typeof day === 'string' && DAY_MS.test(day)) found[name] = day
  }
  const only = ONLY.find((one) => one === given.only)
  if (only) found.only = only
  const by = ORDER_SORTS.find((one) => one === given.by)
  if (by && by !== 'time_desc') found.by = by
  if (typeof order === 'string' && order !== '') found.order = order.slice(0, 64)
  return found
}

function picked<Name extends string>(names: readonly Name[], given: unknown): Name[] {
  const wanted = String(given ?? '').split('.')
  return names.filter((name) => wanted.includes(name))
}

/** Parses the view of an address. */
export function ordersOf(search: OrderSearch): OrderView {
  const { hide, kind, group = -1, start = '', end = '', only, by } = search
  const hidden = picked(ORDER_FILTER, hide)
  const kinds = picked(ORDER_KINDS, kind)
  return {
    states: ORDER_FILTER.filter((state) => !hidden.includes(state)),
    kinds: kinds.length > 0 ? kinds : ORDER_KINDS,
    group,
    start,
    end,
    ...(only && { only }),
    ...(by && { sort: by }),
  }
}

/** The address of a view. */
export function orderSearchOf(view: OrderView, search?: string): OrderSearch {
  const { states, kinds, group, start, end, only, sort } = view
  const hide = ORDER_FILTER.filter((state) => !states.includes(state)).join('.')
  return readOrderSearch({ search, hide, kind: kinds.join('.'), group, start, end, only, by: sort })
}

/** The view stored on this device for addresses without one; undefined when it is the default. */
export function storedOrders(stored: string | undefined): OrderSearch | undefined {
  if (!stored) return undefined
  try {
    const { search: _search, order: _order, ...view } = readOrderSearch(JSON.parse(stored))
    return Object.keys(view).length > 0 ? view : undefined
  } catch {
    return undefined
  }
}

/** Whether a view is the default. */
export function isEveryOrder(view: OrderView): boolean {
  return Object.keys(orderSearchOf(view)).length === 0
}

/** The query sent to the server, for the list and for the downloaded table. */
export function toOrderQuery(
  { states, kinds, group, start, end, only }: OrderView,
  search = '',
): Omit<Query<'listPlacedOrders'>, 'page'> {
  return {
    ...(search && { search }),
    ...(states.length < ORDER_FILTER.length && { filter: [...states] }),
    ...(kinds.length < ORDER_KINDS.length && { kind: [...kinds] }),
    ...(group >= 0 && { group }),
    ...(start && { start }),
    ...(end && { end }),
    ...(only && { [only]: true }),
  }
}

/** The same, a page at a time and in the order of the view. */
export function toOrderPage(view: OrderView, search = '') {
  const { sort } = view
  return { ...toOrderQuery(view, search), ...(sort && { sort }), pageSize: PAGE_SIZE }
}
