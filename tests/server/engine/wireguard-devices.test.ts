/** @module-tag long */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandDevice } from '../../../server/engine/wireguard/kernel.ts'
import { userspaceDevice } from '../../../server/engine/wireguard/userspace.ts'
import { freePort } from '../../support/freePort.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { aKey, hasTunnels } from '../../support/tunnels.ts'

let made = 0

/** An interface of wireguard-go, which both ways lead to; there is no kernel here that has one. */
async function anInterface() {
  const name = `slwd${process.pid % 100_000}n${(made += 1)}`
  const env = { ...process.env, WG_PROCESS_FOREGROUND: '1' }
  const child = spawn('wireguard-go', [name], { stdio: 'ignore', env })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const socket = `/var/run/wireguard/${name}.sock`
  await eventually(() => takesCalls(socket))
  return { name, socket }
}

/** Its file is there a moment before anybody listens. */
async function takesCalls(socket: string): Promise<boolean> {
  const call = connect(socket)
  try {
    await once(call, 'connect')
    return true
  } catch {
    return false
  } finally {
    call.destroy()
  }
}

describe.skipIf(!hasTunnels).each([
  ['through wg', ({ name }: { name: string }) => commandDevice('wg', name)],
  ['through its socket', ({ socket }: { socket: string }) => userspaceDevice(socket)],
])('a device %s', (_, open) => {
  test('takes its key, its port and its peers, and reports them', async () => {
    const device = open(await anInterface())
    const [own, one, two, psk] = [aKey(), aKey(), aKey(), aKey().privateKey]
    const listenPort = await freePort()
    await device.configure({ privateKey: own.privateKey, listenPort })
    const peer = { publicKey: one.publicKey, presharedKey: psk, addresses: ['10.1.1.1', 'fd00::1'] }
    const other = { publicKey: two.publicKey, addresses: ['10.1.1.2'] }
    await device.set([peer, other], [])
    const { peers, ...rest } = await device.read()
    expect(rest).toMatchObject({ privateKey: own.privateKey, listenPort })
    const quiet = { handshake: 0, rx: 0, tx: 0 }
    expect(peers).toHaveLength(2)
    expect(peers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...peer, ...quiet }),
        expect.objectContaining({ ...other, ...quiet }),
      ]),
    )
    // What a peer had is replaced, and what is empty is nothing.
    await device.set([{ publicKey: one.publicKey, addresses: [] }], [two.publicKey])
    const [left, ...none] = (await device.read()).peers
    expect([left, none]).toMatchObject([{ publicKey: one.publicKey, addresses: [] }, []])
    expect(left?.presharedKey).toBeUndefined()
    await device.set([], [one.publicKey])
    expect((await device.read()).peers).toEqual([])
    await device.set([], [])
  })

  test('says that a port is taken, and that it is gone', async () => {
    const device = open(await anInterface())
    // It takes a port only once it is up, and has one of its own by then.
    await eventually(async () => (await device.read()).listenPort > 0)
    const socket = createSocket('udp4').bind(0)
    onTestFinished(() => void socket.close())
    await once(socket, 'listening')
    const { privateKey } = aKey()
    await expect(
      device.configure({ privateKey, listenPort: socket.address().port }),
    ).rejects.toThrow('port in use')
    const gone = open({ name: 'slwdnone', socket: '/nowhere.sock' })
    await expect(gone.read()).rejects.toThrow(/Unable to access|ENOENT/)
  })
})
