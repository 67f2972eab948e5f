import type { Body } from '#contract'
import { readLimit } from '#rules/search.ts'

/** The orders an account list can have. */
export const SORTS = [
  'port_asc',
  'port_desc',
  'expire_asc',
  'expire_desc',
  'used_asc',
  'used_desc',
  'seen_asc',
  'seen_desc',
  'user_asc',
  'user_desc',
  'plan_asc',
  'plan_desc',
] as const

/** One order of an account list. */
export type Sort = (typeof SORTS)[number]

/** The kinds of rows that can be left out. */
export const KINDS = ['valid', 'expired', 'unlimited', 'mac'] as const

/** One kind of rows. */
export type Kind = (typeof KINDS)[number]

/** Filters on an account's state beside its kind. */
export const STATES = ['banned', 'waiting', 'lapsed'] as const

/** What an account list shows, and how; `plan` 0 means any. */
export type AccountView = {
  sort: Sort
  kinds: readonly Kind[]
  owner: 'any' | 'with' | 'without'
  plan: number
  /** Only what ends within so many days; left out for any end. */
  endsWithin?: number
  /** Only what used so many percent of its traffic or more; left out for any usage. */
  usedOver?: number
  /** Only accounts that are banned somewhere, not started, or ended and not renewed. */
  state?: (typeof STATES)[number]
  /** Only what may use this server. */
  server?: number
  /** Only what connected within so many days. */
  seen?: number
  /** Only accounts not used for so many days. */
  unseen?: number
}

/** The same, and a search, as parsed from the address; missing keys have their defaults. */
export type AccountSearch = {
  search?: string
  sort?: Sort
  /** Kinds left out, with a dot between them. */
  hide?: string
  owner?: 'with' | 'without'
  plan?: number
  /** Days. */
  ends?: number
  /** Percent. */
  used?: number
} & Pick<AccountView, 'state' | 'server' | 'seen' | 'unseen'>

/** The most days and percent that the server takes. */
export const MOST = {
  ends: 3650,
  used: 1000,
  server: 2_147_483_647,
  seen: 3650,
  unseen: 3650,
} as const

/** The default view. Spec 4. */
export const DEFAULT_VIEW: AccountView = { sort: 'port_asc', kinds: KINDS, owner: 'any', plan: 0 }

/** Parses an address; invalid parts are dropped. */
export function readAccountSearch(given: Record<string, unknown>): AccountSearch {
  const found: AccountSearch = {}
  const search = typeof given.search === 'number' ? String(given.search) : given.search
  if (typeof search === 'string' && search.trim() !== '') found.search = search.trim().slice(0, 200)
  const sort = SORTS.find((one) => one === given.sort)
  if (sort) found.sort = sort
  const hidden = String(given.hide ?? '').split('.')
  const hide = KINDS.filter((kind) => hidden.includes(kind)).join('.')
  if (hide !== '') found.hide = hide
  if (given.owner === 'with' || given.owner === 'without') found.owner = given.owner
  const plan = Number(given.plan)
  if (Number.isInteger(plan) && plan > 0) found.plan = plan
  for (const name of ['ends', 'used', 'server', 'seen', 'unseen'] as const) {
    const limit = readLimit(given[name], MOST[name])
    if (limit !== undefined) found[name] = limit
  }
  const state = STATES.find((one) => one === given.state)
  if (state) found.state = state
  return found
}

/** Parses the view of an address. */
export function viewOf(search: AccountSearch): AccountView {
  const { search: _, sort, hide = '', owner, plan = 0, ends, used, ...rest } = search
  const hidden = hide.split('.')
  const kinds = KINDS.filter((kind) => !hidden.includes(kind))
  return {
    ...rest,
    sort: sort ?? DEFAULT_VIEW.sort,
    kinds,
    owner: owner ?? 'any',
    plan,
    endsWithin: ends,
    usedOver: used,
  }
}

/** The address of a view. It always names the order, so that it differs from an address without a view. */
export function searchOf(view: AccountView, search?: string): AccountSearch {
  const { kinds, endsWithin: ends, usedOver: used, ...rest } = view
  const hide = KINDS.filter((kind) => !kinds.includes(kind)).join('.')
  return readAccountSearch({ ...rest, search, hide, ends, used })
}

/** Whether two addresses show the same accounts, in any order. */
export function isSameView(one: AccountSearch, other: AccountSearch): boolean {
  const words = (search: AccountSearch) =>
    JSON.stringify(searchOf({ ...viewOf(search), sort: DEFAULT_VIEW.sort }, search.search))
  return words(one) === words(other)
}

/** The view stored on this device for addresses without one; undefined when it is the default. */
export function storedSearch(stored: string | undefined): AccountSearch | undefined {
  if (!stored) return undefined
  try {
    const { search: _dropped, ...view } = readAccountSearch(JSON.parse(stored))
    return Object.keys(view).length > 0 && !isDefault(viewOf(view)) ? view : undefined
  } catch {
    return undefined
  }
}

/** Whether a view is the default. */
export function isDefault({ sort, ...view }: AccountView): boolean {
  return sort === DEFAULT_VIEW.sort && !isFiltered(view)
}

function isFiltered({ kinds, owner, plan, ...limits }: Omit<AccountView, 'sort'>): boolean {
  return (
    kinds.length < KINDS.length ||
    owner !== 'any' ||
    plan !== 0 ||
    Object.values(limits).some((limit) => limit !== undefined)
  )
}

/**
 * The query sent to the server.
 *
 * The two flags about time are named the wrong way round on the wire; nowhere else are they. Spec 4.
 */
export function toAccountQuery(
  { sort, ...view }: AccountView,
  search = '',
): Omit<Body<'listAccounts'>, 'page'> {
  const { kinds, owner, plan, ...limits } = view
  const { state, server, seen, unseen, ...ends } = limits
  const isLimited = Object.values(limits).some((limit) => limit !== undefined)
  return {
    search,
    sort,
    filter: {
      expired: kinds.includes('valid'),
      unexpired: kinds.includes('expired'),
      unlimit: kinds.includes('unlimited'),
      // A device has no plan, no end and no traffic of its own.
      mac: kinds.includes('mac') && plan === 0 && !isLimited,
      orderId: plan,
      ...(owner === 'with' && { hasUser: true }),
      ...(owner === 'without' && { noUser: true }),
      ...(ends.endsWithin !== undefined && { endsWithin: ends.endsWithin }),
      ...(ends.usedOver !== undefined && { usedOver: ends.usedOver }),
      ...(state !== undefined && { [state]: true }),
      ...(server !== undefined && { onServer: server }),
      ...(seen !== undefined && { seenWithin: seen }),
      ...(unseen !== undefined && { unseenFor: unseen }),
    },
  }
}
