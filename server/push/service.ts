import type { Call } from '../contract.ts'
import { Refusal } from '../refusal.ts'
import { insertPushClient, removePushClient as removeClient } from './store.ts'

/** Registers an admin's browser; from anybody else the browser is removed, as consoles expect. */
export async function registerPushClient(call: Call<'registerPushClient'>): Promise<'success'> {
  const { db, caller, now, body } = call
  const { endpoint, keys } = body.data
  if (caller?.type !== 'admin') await removeClient(db, endpoint)
  else await insertPushClient(db, { userId: caller.id, endpoint, ...keys, createTime: now() })
  return 'success'
}

/** Removes a browser, named in the body or, by older consoles, in the query. */
export async function removePushClient(call: Call<'removePushClient'>): Promise<'success'> {
  const endpoint = call.body?.data?.endpoint ?? endpointIn(call.query.data)
  if (endpoint) await removeClient(call.db, endpoint)
  return 'success'
}

function endpointIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    const { endpoint } = JSON.parse(text) as { endpoint?: unknown }
    return typeof endpoint === 'string' ? endpoint : undefined
  } catch {
    throw new Refusal(400, 'querystring/data must be JSON')
  }
}
