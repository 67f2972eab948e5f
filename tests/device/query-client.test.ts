import { describe, expect, test, vi } from 'vitest'
import { QueryObserver } from '@tanstack/react-query'
import { ApiError } from '#api/client.ts'
import { makeQueryClient } from '#api/query-client.ts'
import { noteSeen, VIEWING_ONLY } from '#api/serverInfo.ts'

/** A cache with one answer on screen, which a write outdates, and another one. */
function shown() {
  const onLoggedOut = vi.fn()
  const client = makeQueryClient({ onLoggedOut })
  const asked = { listUsers: 0, listServers: 0 }
  const watch = async (id: keyof typeof asked) => {
    const queryFn = async () => (asked[id] += 1)
    const stop = new QueryObserver(client, { queryKey: [id], queryFn }).subscribe(() => {})
    await client.ensureQueryData({ queryKey: [id], queryFn })
    return stop
  }
  const write = (error?: ApiError) =>
    client
      .getMutationCache()
      .build(client, {
        mutationKey: ['createUser'],
        mutationFn: async () => {
          if (error) throw error
        },
      })
      .execute(undefined)
      .catch(() => {})
  const settled = () => vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return { client, asked, watch, write, settled, onLoggedOut }
}

describe('what is on screen after a write', () => {
  test.each([
    ['was done', undefined, 2],
    ['was refused', new ApiError(403, 'user exists'), 1],
    ['came too late', new ApiError(409, 'changed meanwhile'), 1],
    ['was too much at once', new ApiError(499, 'x'), 1],
    // The server may have failed after it had done it.
    ['ended in an error of the server', new ApiError(500, 'x'), 2],
    ['ended in one of a proxy', new ApiError(502, 'x'), 2],
    ['was not answered', new ApiError(0, 'no answer'), 2],
    ['was never sent', new ApiError(0, 'unsent'), 1],
  ])('that %s is asked for again where it may be another', async (_name, error, times) => {
    const { asked, watch, write, settled } = shown()
    const stops = [await watch('listUsers'), await watch('listServers')]
    await write(error)
    // What is not waited for begins once the table is there.
    await import('#contract/outdated')
    await new Promise((resolve) => setTimeout(resolve))
    await settled()
    expect(asked).toEqual({ listUsers: times, listServers: 1 })
    for (const stop of stops) stop()
  })
})

describe('who is logged out', () => {
  test('is who the server does not know any more, by any call, and nobody else', async () => {
    for (const [status, calls] of [
      [401, [['createUser']]],
      [403, []],
      [500, []],
      [0, []],
    ] as const) {
      const { write, onLoggedOut } = shown()
      await write(new ApiError(status, 'x'))
      expect(onLoggedOut.mock.calls, String(status)).toEqual(calls)
    }
    const { client, onLoggedOut } = shown()
    const queryFn = () => Promise.reject(new ApiError(401, 'x'))
    await client.fetchQuery({ queryKey: ['listUsers'], queryFn }).catch(() => {})
    expect(onLoggedOut.mock.calls).toEqual([['listUsers']])
  })

  test('is whose tab was not the one that began to see a customer', async () => {
    const { write, onLoggedOut } = shown()
    noteSeen(7)
    await write(new ApiError(403, VIEWING_ONLY))
    expect(onLoggedOut).not.toHaveBeenCalled()
    noteSeen(undefined)
    await write(new ApiError(403, VIEWING_ONLY))
    expect(onLoggedOut).toHaveBeenCalledOnce()
  })
})
