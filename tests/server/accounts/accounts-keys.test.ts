import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wireguardConfig, wireguardFileName, wireguardTunnel } from '#rules/wireguard.ts'
import { newWireGuardKeys } from '../../../server/engine/wireguardKeys.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SERVER = { type: 'WireGuard', net: '10.100.0.0/16', wgPort: 51_820 } as const
const KEY = 'fYOaOoGyB1YUZ8Tq0nXxH6cWbC1b3vK5uH0p2S6Q20Q='

const there = ['wg', 'wg-quick'].every((tool) => !spawnSync(tool, ['--help']).error)

describe('the keys of an account', () => {
  test('are made when its owner or an admin first looks, once for both', async () => {
    const world = await makeWorld()
    await aServer(world, { ...SERVER, key: KEY })
    const user = await world.person()
    const id = await anAccount(world, { userId: user.id })
    const path = { params: { path: { accountId: id } } }
    const looks = await Promise.all([
      world.as(user).GET('/api/user/account'),
      world.as(user).GET('/api/user/account'),
    ])
    const [first] = looks[0]?.data ?? []
    expect(first?.privateKey).toMatch(/^.{43}=$/)
    expect(first?.key).toBe(`${first?.publicKey}:${first?.privateKey}`)
    expect(looks[1]?.data?.[0]?.privateKey).toBe(first?.privateKey)
    const { data } = await world.as(mainAdmin).GET('/api/admin/account/{accountId}', path)
    expect(data?.privateKey).toBe(first?.privateKey)
  })

  test('are not made where nothing could use them', async () => {
    const world = await makeWorld()
    const server = await aServer(world, { ...SERVER, key: KEY })
    const user = await world.person()
    await anAccount(world, { userId: user.id, port: 65_024 })
    await anAccount(world, { userId: user.id, server: `[${server + 1}]` })
    const { data } = await world.as(user).GET('/api/user/account')
    expect(data?.map(({ privateKey, key }) => [privateKey, key])).toEqual([
      ['', null],
      ['', null],
    ])
  })
})

describe.skipIf(!there)('with the tools of WireGuard', () => {
  test('the public key belongs to the private one', () => {
    for (let count = 0; count < 20; count += 1) {
      const { publicKey, privateKey } = newWireGuardKeys()
      const shown = execFileSync('wg', ['pubkey'], { input: privateKey }).toString().trim()
      expect(shown).toBe(publicKey)
    }
  })

  test('the file is one that wg-quick reads', () => {
    const { privateKey } = newWireGuardKeys()
    const server = { host: 'a.example', net: SERVER.net, key: KEY, wgPort: SERVER.wgPort }
    const tunnel = wireguardTunnel({ port: 50_000, privateKey }, server)
    if (tunnel.state !== 'ready') throw new Error(tunnel.state)
    const folder = mkdtempSync(join(tmpdir(), 'sluice-wg-'))
    try {
      const file = join(folder, wireguardFileName({ id: 1, name: '東京 Tokyo' }, { port: 50_000 }))
      writeFileSync(file, wireguardConfig(tunnel.access) ?? '', { mode: 0o600 })
      const read = execFileSync('wg-quick', ['strip', file]).toString()
      // The keys for wg-quick are removed; the rest is for the kernel.
      expect(read.trim().split('\n')).toEqual([
        '[Interface]',
        `PrivateKey = ${privateKey}`,
        '',
        '[Peer]',
        `PublicKey = ${KEY}`,
        'Endpoint = a.example:51820',
        'AllowedIPs = 0.0.0.0/0',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
