import { expect } from 'vitest'
import type { Caller } from '../../server/http/contract.ts'
import { mainAdmin, makeWorld } from './world.ts'

/** A call, at the address of consoles. */
export type Sent = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD' | 'OPTIONS'
  url: string
  payload?: object | string
  headers?: Record<string, string>
}

/** The same address in the published form. */
export const published = (url: string) => url.replace('/api/', '/api/v1/')

/** A server with a customer, who has an account, and an admin of the customer's group. */
export async function populated(env: NodeJS.ProcessEnv = {}) {
  const world = await makeWorld({ env })
  const { id: groupId } = await world.db
    .insertInto('userGroup')
    .values({ name: 'one', comment: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const admin = await world.person({ type: 'admin', groupId })
  const reader = world.db.updateTable('user').where('id', '=', admin.id)
  await reader.set({ rights: 'readOnly' }).execute()
  const user = await world.person({ groupId })
  const send = async (caller: Caller | null, { method = 'GET', url, payload, headers }: Sent) => {
    const cookie = caller ? { cookie: await world.cookieOf(caller) } : {}
    const all = { ...cookie, ...headers }
    return world.app.inject({
      method,
      url,
      headers: all,
      ...(payload !== undefined && { payload }),
    })
  }
  /** What a call is told at the address of consoles, and at the published one. */
  const both = async (caller: Caller | null, sent: Sent) => {
    const old = await send(caller, sent)
    const now = await send(caller, { ...sent, url: published(sent.url) })
    return {
      old: [old.statusCode, old.payload, old.headers['content-type']],
      now: [now.statusCode, now.json(), now.headers['content-type']] as [number, object, string],
    }
  }
  return { world, admin, user, send, both }
}

export const TEXT = 'text/plain; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
export const REQUEST = expect.stringMatching(/^[\da-f-]{36}$/)
/** Those who call. */
export const people = ({ admin, user }: { admin: Caller; user: Caller }) => ({
  nobody: null,
  user,
  admin,
  main: mainAdmin,
})
