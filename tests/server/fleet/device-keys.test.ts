import { expect, onTestFinished, test } from 'vitest'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { fetched, rowsOf } from '../../support/deviceKeys.ts'
import { engineFolder, enginePids, startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { aNewServer, anAccount } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { requestOf, shake } from '../../support/trojan.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')

/** A Trojan server with an engine of its own, and an account that tells two devices apart. */
async function running() {
  const dir = engineFolder()
  const allowTargets = ['127.0.0.0/8']
  const plane = embeddedPlane({ dir, host: '127.0.0.1', allowTargets, sitePort: 1, consolePort: 1 })
  const world = await makeWorld({ plane, env: { SITE: 'http://localhost' } })
  const plan = startPlane({ ...world.world, plane, now: Date.now })
  onTestFinished(() => plan.stop())
  const port = await freePort()
  const body = aNewServer({
    type: 'Trojan',
    address: 'localhost',
    site: 'http://127.0.0.1:1',
    certificate: { cert: LOCALHOST_CERT, key: LOCALHOST_KEY },
    tjPort: port,
  })
  const { data } = await world.as(mainAdmin).POST('/api/admin/server', { body })
  const terms = { port: 5_000, password: 'own', subscribe: TOKEN, deviceLimit: 2 }
  const id = await anAccount(world, terms)
  const key = `${data!.serverId}:${id}`
  await plan.settle()
  await eventually(() => plane.stateOf(key)?.open === true)
  const target = await startTarget((socket) => socket.pipe(socket))
  return { world, plane, plan, dir, key, keyFor, connect, passed }

  /** What an app on a device is given; the ports follow as in a console that serves them. */
  async function keyFor(hwid: string): Promise<string> {
    const { password = '' } = await fetched(world, { hwid })
    plan.wake([id])
    return password
  }

  /** Connects with the key of a device, once it is let in. */
  async function connect(password: string) {
    let guest = await shake(port)
    await eventually(async () => {
      guest = await shake(port)
      guest.write(Buffer.concat([requestOf(`5000:${password}`, target), Buffer.from('a')]))
      // Whoever is not let in reads what the site says.
      await guest.until(1)
      return guest.received().toString() === 'a'
    })
    return guest
  }

  /** What is stored of the account, and of all of its devices and its own key together. */
  async function passed() {
    const { db } = world
    const sum = (rows: { up: number; down: number }[]) =>
      rows.reduce((all, { up, down }) => [all[0]! + up, all[1]! + down], [0, 0])
    const flow = await db.selectFrom('flowHour').select(['up', 'down']).execute()
    const devices = await db.selectFrom('deviceFlow').select(['up', 'down']).execute()
    return { account: sum(flow), devices: sum(devices) }
  }
}

test('of three apps with a limit of two the third gets in, and the first is out within a second', async () => {
  const { world, plane, key, keyFor, connect, passed } = await running()
  const keys = []
  const guests = []
  const ids: number[] = []
  let out = -1
  for (const hwid of ['phone', 'laptop', 'router']) {
    const password = await keyFor(hwid)
    const begun = performance.now()
    guests.push(await connect(password))
    keys.push(password)
    ids.push((await rowsOf(world)).at(-1)!.id)
    if (hwid !== 'router') continue
    const left = (await rowsOf(world)).map((row) => row.id)
    expect(left).toHaveLength(2)
    out = ids.findIndex((id) => !left.includes(id))
    expect((await guests[out]!.rest()).toString()).toBe('a')
    expect(performance.now() - begun).toBeLessThan(1_000)
  }
  expect(new Set([...keys, 'own']).size).toBe(4)
  // The other one notices nothing, and the account's own key opens as before.
  expect([0, 1]).toContain(out)
  guests[1 - out]!.write('b')
  await guests[1 - out]!.until(2)
  guests.push(await connect('own'))
  expect(await plane.clients(`${key}:${ids[2]}`)).toEqual(['127.0.0.1'])
  for (const guest of guests) guest.socket.destroy()
  await eventually(async () => {
    const { account, devices } = await passed()
    return account[0]! >= 5 && devices.join() === account.join()
  })
})

test('bytes of devices are the account’s over a kill of the engine and a start', async () => {
  const { dir, plan, keyFor, connect, passed } = await running()
  const phone = await keyFor('phone')
  const laptop = await keyFor('laptop')
  const carry = async (bytes: number) => {
    // Its own key opens before any device is in, and what passes then is of none.
    const guests = await Promise.all([phone, laptop].map(connect))
    guests.push(await connect('own'))
    for (const [at, guest] of guests.entries()) guest.write(Buffer.alloc(bytes + at))
    await Promise.all(guests.map((guest, at) => guest.until(1 + bytes + at)))
    return guests
  }
  await carry(100_000)
  await eventually(async () => (await passed()).account[0]! >= 300_000)
  const before = enginePids(dir)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await eventually(() => enginesIn(dir).some((pid) => !before.includes(pid)))
  await plan.settle()
  for (const guest of await carry(50_000)) guest.socket.destroy()
  await eventually(async () => {
    const { account, devices } = await passed()
    return account[0]! >= 450_006 && devices.join() === account.join()
  })
})

/** None while the next one starts. */
function enginesIn(dir: string): number[] {
  try {
    return enginePids(dir)
  } catch {
    return []
  }
}
