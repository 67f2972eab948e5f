/** @module-tag long */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { startBuying, stockedShop } from '../../support/buyers.ts'
import { freePort } from '../../support/freePort.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { emptyFolder, serve } from '../../support/served.ts'

const SECONDS = { timeout: 40_000, interval: 100 }
/** What the page for operators says to configure. */
const EXAMPLE = /```ini\n([^`]*pool_mode[^`]*)```/.exec(readFileSync('docs/scale.md', 'utf8'))?.[1]

// With the real program, which only `npm run soak` installs.
describe('behind PgBouncer, one connection for each transaction', { tags: ['soak'] }, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres()
    return () => postgres.stop()
  })

  /** The address of a database through the pooler, which has few connections to it. */
  async function pooled(url: string): Promise<string> {
    const [folder, port, direct] = [await emptyFolder(), await freePort(), new URL(url)]
    const text = `[databases]\n* = host=127.0.0.1 port=${direct.port} user=sluice
      \n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =
      \nauth_type = any\nmax_client_conn = 200\ndefault_pool_size = 4\n${EXAMPLE}`
    const file = join(folder, 'pgbouncer.ini')
    await writeFile(file, text.replaceAll(/^ +/gm, ''))
    // It refuses to run as root.
    const isRoot = process.getuid?.() === 0
    if (isRoot) spawnSync('chown', ['-R', 'postgres', folder])
    await chmod(folder, 0o755)
    const words = isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []
    const program = spawn('setpriv', [...words, '/usr/sbin/pgbouncer', '-q', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(async () => {
      program.kill('SIGTERM')
      if (program.exitCode === null) await once(program, 'close')
    })
    await vi.waitFor(() => isOpen(port).then((open) => expect(open).toBe(true)), SECONDS)
    return `postgres://sluice@127.0.0.1:${port}${direct.pathname}`
  }

  test('two consoles sell, and nothing is done twice or not heard of', async () => {
    const direct = await emptyDatabaseOn(postgres.url)
    const stock = await stockedShop(direct, await freePort(), 12)
    onTestFinished(async () => {
      await stock.db.destroy()
      await stock.alipay.stop()
    })
    const DATABASE_URL = await pooled(direct)
    const env = { DATABASE_URL, DATABASE_LISTEN_URL: direct }
    const [a, b, deaf] = [await serve(env), await serve(env), await serve({ DATABASE_URL })]
    for (const server of [a, b])
      await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
    const buying = [a, b].map(({ url }, at) =>
      startBuying(url, { ...stock, cookies: stock.cookies.slice(at * 6, at * 6 + 6) }),
    )
    // However slow the machine, each sells more than a few.
    const sold = () => Math.min(...buying.map(({ done }) => done.orders.length))
    await vi.waitFor(() => expect(sold()).toBeGreaterThan(10), { timeout: 120_000, interval: 500 })
    for (const { stop } of buying) await stop()
    for (const { seen } of buying)
      expect([...seen.keys()].filter((word) => word !== '403')).toEqual(['200'])
    expect(await checkLedger(stock.db)).toEqual([])
    const stored = await stock.db.selectFrom('message').select('content').execute()
    const written = buying.flatMap(({ done }) => done.messages)
    expect(stored.map(({ content }) => content).toSorted()).toEqual(written.toSorted())
    // Without a direct way to PostgreSQL one says what to set, and goes on serving.
    const hint = 'set DATABASE_LISTEN_URL to a direct connection'
    await vi.waitFor(() => expect(deaf.said()).toContain(hint), SECONDS)
    expect(await deaf.status()).toBe(200)
    for (const { said } of [a, b]) expect(said()).not.toContain(hint)
  }, 240_000)
})

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}
