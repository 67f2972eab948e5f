import type { Shop, User } from './shop.ts'

/** A call as a handler sees it. */
export type Call = {
  shop: Shop
  /** Numbers and words of the path, by name. */
  path: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
  now: number
  me: User | undefined
  /** Logs a user in, or the present one out. */
  become: (user: User | undefined) => void
}
export type Role = 'all' | 'user' | 'admin' | 'main'
export type Handler = (call: Call) => unknown
/** Operations by method and path: `{id}` matches digits, `{:word}` any text. */
export type Routes = Record<string, [Role, Handler]>

/** The refusal of an older server: a word or an empty body. */
export class Refused extends Error {
  readonly status: number
  constructor(reason = '', status = 403) {
    super(reason)
    this.status = status
  }
}

/** The reply that never comes: an older server forgot to catch something. */
export const NEVER = Symbol('never')
/** The page older servers answer success with. */
export const SUCCESS = 'success'

/** The row of that id. Throws Refused. */
export function byId<Row extends { id: number }>(rows: Row[], id: unknown): Row {
  const found = rows.find((row) => row.id === Number(id))
  if (!found) throw new Refused()
  return found
}

/** The next free id. */
export const nextId = (rows: { id: number }[]): number =>
  Math.max(0, ...rows.map(({ id }) => id)) + 1

/** Rows as one page of them. */
export function paged<Row>(name: string, rows: Row[], query: URLSearchParams | Call['body']) {
  const read = (key: string) =>
    Number(query instanceof URLSearchParams ? query.get(key) : query[key]) || 0
  const page = read('page') || 1
  const pageSize = read('pageSize') || 20
  return {
    total: rows.length,
    page,
    maxPage: Math.ceil(rows.length / pageSize),
    pageSize,
    [name]: rows.slice((page - 1) * pageSize, page * pageSize),
  }
}

/** Text of a list as the tables hold it; nothing and an empty list are all. */
export const listText = (list: unknown): string | null =>
  Array.isArray(list) && list.length > 0 ? JSON.stringify(list) : null
