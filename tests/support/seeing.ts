import type { Caller } from '../../server/http/contract.ts'
import type { makeWorld } from './world.ts'

const SEE = '/api/admin/user/{userId}/see'
export const STOP = '/api/admin/seeing/end'

/** The console of an admin, whose page may say that it shows a customer. */
export function seenFrom(world: Awaited<ReturnType<typeof makeWorld>>, caller: Caller | null) {
  async function send(method: string, path: string, shown?: number, accountId = 999_999) {
    const headers = {
      ...(caller && { cookie: await world.cookieOf(caller) }),
      ...(shown !== undefined && { 'seen-customer': String(shown) }),
    }
    const url = path
      .replace('{accountId}', String(accountId))
      .replace('{serverId}', '1')
      .replace('{articleId}', '2')
      .replaceAll(/{\w+}/g, '999999')
    const payload = method === 'get' ? {} : { payload: {} }
    return world.app.inject({ method: method as 'GET', url, headers, ...payload })
  }
  return {
    send,
    see: (userId: number) => send('post', SEE.replace('{userId}', String(userId))),
    get: (path: string, shown?: number) => send('get', path, shown),
    post: (path: string, shown?: number) => send('post', path, shown),
    status: async () => (await send('get', '/api/home/login')).json(),
  }
}
