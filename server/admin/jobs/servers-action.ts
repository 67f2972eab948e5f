import { findPortTrouble } from '../../accounts/ports.ts'
import {
  changeAccount,
  findAccount,
  holdAccount,
  type StoredAccount,
} from '../../accounts/store.ts'
import { holdPortServers, selectPortServers, type ServerRow } from '../../accounts/servers/store.ts'
import type { ActionContext, Kind } from './kind.ts'

/** Sets which servers an account may use, where they can open its port. */
export const setServers: Kind<'setServers'> = {
  async check(context) {
    const account = await findAccount(context.tx, context.id)
    if (!account) return 'gone'
    return moveTrouble(
      context,
      account,
      listOf(context.action),
      await selectPortServers(context.tx),
    )
  },
  async run(context) {
    const { tx, id } = context
    await holdAccount(tx, id)
    const account = await findAccount(tx, id)
    if (!account) return { problem: 'gone' }
    const server = listOf(context.action)
    const problem = await moveTrouble(context, account, server, await holdPortServers(tx))
    if (problem) return { problem }
    await changeAccount(tx, id, { server })
    return { before: { was: account.server, became: server } }
  },
  async undo(context, { was, became }: { was: string | null; became: string | null }) {
    const { tx, id } = context
    await holdAccount(tx, id)
    const account = await findAccount(tx, id)
    if (!account) return 'gone'
    if (account.server !== became) return 'changed since'
    // Other accounts may have been given its ports there meanwhile.
    const problem = await moveTrouble(context, account, was, await holdPortServers(tx))
    if (!problem) await changeAccount(tx, id, { server: was })
    return problem
  },
}

const listOf = ({ server }: { server: number[] | null }) =>
  server && JSON.stringify([...new Set(server)])

/** What prevents an account from using further servers. */
async function moveTrouble(
  { tx, consolePort }: Pick<ActionContext, 'tx' | 'consolePort'>,
  account: Pick<StoredAccount, 'id' | 'port' | 'server'>,
  server: string | null,
  servers: readonly ServerRow[],
): Promise<string | undefined> {
  if (server === account.server) return undefined
  const trouble = await findPortTrouble(tx, { ...account, server }, { servers, consolePort })
  return trouble && 'port exists'
}
