import { createHash } from 'node:crypto'

/** Names a browser without its endpoint: anyone who knows the endpoint may write to it. */
export function deviceOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

/** Whether a browser wants to be notified of a kind of event; `kinds` is JSON, null is everything. */
export function wants({ kinds }: { kinds: string | null }, kind: string): boolean {
  return kinds === null || (JSON.parse(kinds) as string[]).includes(kind)
}
