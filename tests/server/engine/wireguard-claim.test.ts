import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type Claim, openClaim } from '../../../server/engine/wireguard/claim.ts'
import { eventually } from '../../support/shadowsocks.ts'

const ASKED = { requestsRelease: true }
const UNASKED = { requestsRelease: false }

const open: Claim[] = []
const older: Server[] = []

afterEach(() => {
  for (const claim of open.splice(0)) claim.drop()
  for (const server of older.splice(0)) server.close()
})

const aFolder = () => mkdtempSync(join(tmpdir(), 'claim-'))

function aClaim(dir: string, onRequest: (claim: Claim) => void = () => {}) {
  const claim: Claim = openClaim(dir, async () => onRequest(claim))
  open.push(claim)
  return claim
}

/** Names outside of folders, which every user of the machine reads and may listen at. */
const namesForAll = () =>
  readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .filter((line) => line.includes('@sluice-'))

/** A program of before the lock, which listens at a name that the folder's `claim` holds. */
async function anOlder(dir: string, onRequest: (server: Server) => void) {
  const name = Math.random().toString(16).slice(2).padEnd(32, '0').slice(0, 32)
  writeFileSync(join(dir, 'claim'), name)
  const server = createServer((socket) => {
    onRequest(server)
    socket.on('error', () => {})
    if (!server.listening) socket.destroy()
  })
  older.push(server)
  await new Promise<void>((resolve) => server.listen(`\0sluice-${name}`, resolve))
  return name
}

describe('the right to count on WireGuard’s interfaces', () => {
  test('one has it, until it is asked and has counted to the end', async () => {
    const dir = aFolder()
    let isAsked = 0
    const first = aClaim(dir, (claim) => {
      isAsked++
      setTimeout(() => claim.drop(), 20)
    })
    const second = aClaim(dir)
    expect(await first.take(UNASKED)).toBe(true)
    expect(await first.take(UNASKED)).toBe(true)
    expect(await second.take(UNASKED)).toBe(false)
    expect(isAsked).toBe(0)
    expect(await second.take(ASKED)).toBe(true)
    expect(isAsked).toBe(1)
    expect(await first.take(UNASKED)).toBe(false)
    second.drop()
    expect(await first.take(UNASKED)).toBe(true)
  })

  test('is at no name that another user of the machine could take', async () => {
    const before = namesForAll()
    const claim = aClaim(aFolder())
    expect(await claim.take(UNASKED)).toBe(true)
    expect(namesForAll()).toEqual(before)
  })

  test('is free again after one who died without releasing it', async () => {
    const dir = aFolder()
    // What is left of a holder: its files, and nobody at them.
    writeFileSync(join(dir, 'claim.lock'), '')
    writeFileSync(join(dir, 'claim.sock'), '')
    const claim = aClaim(dir)
    expect(await claim.take(UNASKED)).toBe(true)
    const asked = connect(join(dir, 'claim.sock'))
    await eventually(() => !asked.connecting)
    expect(asked.errored).toBeNull()
    asked.destroy()
  })
})

describe('a program of before the lock', () => {
  test('is asked, and counts no more beside the one that follows', async () => {
    const dir = aFolder()
    let isAsked = 0
    const name = await anOlder(dir, (server) => {
      isAsked++
      server.close()
    })
    const claim = aClaim(dir)
    expect(await claim.take(UNASKED)).toBe(false)
    expect(isAsked).toBe(0)
    expect(await claim.take(ASKED)).toBe(true)
    expect(isAsked).toBe(1)
    // It may not come back to its name.
    expect(namesForAll().some((line) => line.endsWith(`@sluice-${name}`))).toBe(true)
  })

  test('is no reason to leave counting to a stranger at its name', async () => {
    const dir = aFolder()
    await anOlder(dir, () => {})
    expect(await aClaim(dir).take(ASKED)).toBe(true)
  }, 20_000)
})
