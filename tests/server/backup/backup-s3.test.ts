/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { sortNames } from '../../../server/backup/store/names.ts'
import { retryingStore } from '../../../server/backup/store/retryingStore.ts'
import { s3Store } from '../../../server/backup/store/s3Store.ts'
import { restoredFrom, shipped } from '../../support/backups.ts'
import { serveS3 } from '../../support/s3.ts'

describe('a bucket', () => {
  test('keeps what was put there, page after page', async () => {
    const service = await serveS3()
    const store = s3Store({ ...service, url: 's3://bucket/some/folder/' })
    const names = Array.from({ length: 20 }, (_, at) => `a/${String(at).padStart(3, '0')}`)
    for (const name of names) await store.put(name, Buffer.from(name))
    await store.put('b/1', Buffer.from('b'))
    expect((await store.list()).sort()).toEqual([...names, 'b/1'])
    expect(await store.list('a/')).toHaveLength(20)
    expect((await store.get('a/007'))?.toString()).toBe('a/007')
    await store.remove('a/007')
    expect(await store.get('a/007')).toBeUndefined()
    expect([...service.objects.keys()][0]).toBe('some/folder/a/000')
    expect(service.seen.refused).toBe(0)
  })

  test('refuses another key, and says so without telling it', async () => {
    const service = await serveS3()
    const store = s3Store({ ...service, secret: 'wrong one', url: 's3://bucket/x' })
    const failure = store.put('a', Buffer.from('a'))
    await expect(failure).rejects.toThrow('refused PUT: 403 SignatureDoesNotMatch')
    await expect(failure).rejects.not.toThrow('wrong one')
    const none = s3Store({ ...service, url: 's3://none/x' })
    await expect(none.list()).rejects.toThrow('There is no bucket for s3://none/x.')
    await expect(none.get('owner')).rejects.toThrow('There is no bucket')
  })

  test('gets every commit, also after it was away, and gives it back', async () => {
    const service = await serveS3()
    const store = s3Store({ ...service, url: 's3://bucket/sluice' })
    const site = await shipped({ store })
    await site.write('one')
    await site.isShipped()
    service.state.status = 503
    await site.write('two')
    await expect.poll(() => site.progress.status().problem).toMatch(/503 SlowDown/)
    service.state.status = 0
    await site.isShipped()
    expect((await restoredFrom(store, site.vault)).texts).toEqual(['one', 'two'])
    expect(sortNames(await store.list())).toHaveLength(1)
    expect(service.seen.refused).toBe(0)
  })

  test('takes and gives what passes slowly, and gives up what does not pass', async () => {
    const service = await serveS3()
    const store = s3Store({ ...service, url: 's3://bucket/x' }, { silenceMs: 1_500 })
    // Each of 128 pieces takes that long: all of them longer than anything may be silent.
    service.state.slow = 30
    const part = Buffer.alloc(8 * 2 ** 20, 'a long line ')
    await store.put('part', part)
    expect((await store.get('part'))?.equals(part)).toBe(true)
    service.state.slow = 60_000
    await expect(
      s3Store({ ...service, url: 's3://bucket/x' }, { silenceMs: 50 }).get('part'),
    ).rejects.toThrow('does not answer: silent for 0.05 s')
  }, 60_000)

  test('may fail now and then while it is restored from', async () => {
    const service = await serveS3()
    const store = s3Store({ ...service, url: 's3://bucket/sluice' })
    const site = await shipped({ store })
    await site.write('one')
    await site.isShipped()
    await site.write('two')
    await site.stop()
    service.state.failures = 2
    service.state.cut = 1
    expect((await restoredFrom(store, site.vault)).texts).toEqual(['one', 'two'])
    expect(service.state).toMatchObject({ failures: 0, cut: 0 })
  }, 60_000)

  test('is retried only where that may help, and not for ever', async () => {
    const service = await serveS3()
    const store = retryingStore(s3Store({ ...service, url: 's3://bucket/x' }), [1, 1, 1])
    service.state.failures = 3
    expect(await store.list()).toEqual([])
    service.state.failures = 4
    await expect(store.list()).rejects.toThrow('503 SlowDown')
    expect(service.seen.calls).toBe(8)
    service.state.status = 403
    await expect(store.list()).rejects.toThrow('403')
    expect(service.seen.calls).toBe(9)
  })

  test.each(['Sicherung für 店 & co', 'a+b', '100%', 'plain/inner'])(
    'may have a folder named %j',
    async (folder) => {
      const service = await serveS3()
      const store = s3Store({ ...service, url: `s3://bucket/${folder}` })
      for (let at = 0; at < 9; at += 1) await store.put(`a/${at}`, Buffer.from('a'))
      expect(await store.list('a/')).toHaveLength(9)
      expect((await store.get('a/3'))?.toString()).toBe('a')
      expect([...service.objects.keys()][0]).toBe(`${folder}/a/0`)
      expect(service.seen.refused).toBe(0)
    },
  )
})
