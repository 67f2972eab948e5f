import type { paths } from '#contract'

/** A call by its method and the contract's path. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${keyof paths}`

/** Reads something else from the same server. */
export type Read = <Body>(path: keyof paths) => Promise<Body>

/** Makes an answer of ours from one of an older server. It may read more. */
// oxlint-disable-next-line typescript/no-explicit-any -- each says what it takes
export type Translation = (answer: any, read: Read) => unknown

/** Makes the body that an older server takes of ours, and may change the query. */
// oxlint-disable-next-line typescript/no-explicit-any -- each says what it takes
export type Ask = (body: any, query: URLSearchParams) => unknown
