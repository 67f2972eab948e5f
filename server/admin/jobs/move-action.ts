import { findAccount, holdAccount } from '../../accounts/store.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'
import type { Kind } from './kind.ts'
import { setServers } from './servers-action.ts'

type Moving = { from: number; server: number[] }

/** Replaces a server in an account's own list by others. */
export const moveServers: Kind<'moveServers'> = {
  async check(context) {
    const account = await findAccount(context.tx, context.id)
    if (!account) return 'gone'
    const server = movedList(account, context.action)
    return server
      ? setServers.check({ ...context, action: { kind: 'setServers', server } })
      : 'not there'
  },
  async run(context) {
    await holdAccount(context.tx, context.id)
    const account = await findAccount(context.tx, context.id)
    if (!account) return { problem: 'gone' }
    const server = movedList(account, context.action)
    if (!server) return { problem: 'not there' }
    return setServers.run({ ...context, action: { kind: 'setServers', server } })
  },
  undo: ({ action: { server }, ...context }, before) =>
    setServers.undo({ ...context, action: { kind: 'setServers', server } }, before),
}

/** The account's new list; undefined where it does not name the server. */
function movedList(account: { server: string | null }, { from, server }: Moving) {
  const list = serversOf(account)
  if (!list?.includes(from)) return undefined
  return [...new Set([...list.filter((id) => id !== from), ...server])]
}
