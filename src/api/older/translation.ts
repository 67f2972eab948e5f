import type { paths } from '#contract'

/** A call by its method and the contract's path. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${keyof paths & string}`

/** Makes an answer of ours from one of an older server; `url` is what was asked. It may ask for more. */
// oxlint-disable-next-line typescript/no-explicit-any -- each says what it takes
export type Translation = (answer: any, url: URL) => unknown

/** Makes the body that an older server takes of ours, and may change the query. */
// oxlint-disable-next-line typescript/no-explicit-any -- each says what it takes
export type Ask = (body: any, query: URLSearchParams) => unknown
