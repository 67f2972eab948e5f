import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { aCustomer, joinedMachine, METHOD } from '../../support/fleetMachines.ts'
import { freePort } from '../../support/freePort.ts'
import { aConsole, aSite, billedIn } from '../../support/mortalConsole.ts'
import { emptyDatabaseOn, moveDb } from '../../support/moving.ts'
import { consoleAddress, hasNamespaces } from '../../support/namespaces.ts'
import { sharedDatabase } from '../../support/postgres.ts'
import { eventually } from '../../support/shadowsocks.ts'

const postgres = process.env.TEST_DATABASE_URL ?? ''
// The embedded database serves one process.
describe.skipIf(postgres === '' || !hasNamespaces)('the consoles of a fleet', () => {
  test('a server moves between machines of two consoles, one of them killed meanwhile: each byte once', async () => {
    const { address: DATABASE_URL } = await sharedDatabase()
    const address = consoleAddress()
    const site = await aSite()
    const first = await aConsole(address, { DATABASE_URL })
    const second = await aConsole(address, { DATABASE_URL })
    const [one, two] = [await joinedMachine(first, 1), await joinedMachine(second, 2)]
    const { ask, db } = first
    await eventually(async () => (await ask<object[]>('/api/admin/server')).length === 2)
    const servers = await db.selectFrom('server').select(['id', 'name', 'nodeId']).execute()
    const [moving, other] = servers.toSorted((a, b) => a.name.localeCompare(b.name))
    const to = other!.nodeId
    await ask(`/api/admin/server/${other!.id}`, undefined, 'DELETE')
    const door = { port: await freePort(), password: 'pw', site }
    const terms = { type: 5, time: Date.now(), limit: 24, flow: 1e9, multiServerFlow: 0 }
    await ask('/api/admin/account', { ...door, ...terms })
    const [a, b] = [await aCustomer(one, door), await aCustomer(two, door)]
    await eventually(() => a.isOpen())
    await a.fetch(300_000)
    const place = { plane: 'node', nodeId: to, address: two.address }
    const moved = { type: 'Shadowsocks', name: 'moves', method: METHOD, ...place }
    await eventually(() =>
      ask(`/api/admin/server/${moving!.id}`, moved, 'PUT').then(
        () => true,
        () => false,
      ),
    )
    await pause(30)
    await first.kill()
    // The other console goes on with what is its own.
    await eventually(() => b.isOpen(), 40_000)
    await b.fetch(200_000)
    if (await a.isOpen()) await a.fetch(100_000)
    await first.begin()
    await eventually(async () => !(await a.isOpen()), 40_000)
    await b.fetch(150_000)
    const passed = a.state.passed + b.state.passed
    await eventually(async () => (await second.billed()) >= passed, 40_000)
    await pause(1_500)
    expect(await second.billed()).toBe(passed)
    expect(await second.carried()).toEqual(
      new Map([
        [moving!.nodeId, a.state.passed],
        [to, b.state.passed],
      ]),
    )
  }, 180_000)

  test('a console moves to PostgreSQL while its machines serve: they link again, each byte once', async () => {
    const console_ = await aConsole(consoleAddress())
    const [site, machine] = [await aSite(), await joinedMachine(console_, 3)]
    const { ask, dataDir: DATA_DIR } = console_
    const door = { port: await freePort(), password: 'pw', site }
    await ask('/api/admin/account', { ...door, type: 5, time: Date.now(), limit: 24, flow: 1e9 })
    const { state, fetch, isOpen } = await aCustomer(machine, door)
    await eventually(isOpen)
    await fetch(300_000)
    await eventually(async () => (await console_.billed()) >= state.passed)
    await fetch(50_000)
    await console_.kill('SIGTERM')
    await fetch(100_000)
    await console_.db.destroy()
    const DATABASE_URL = await emptyDatabaseOn(postgres)
    expect(await moveDb({ DATA_DIR }, ['--to', DATABASE_URL])).toMatchObject({ code: 0 })
    await fetch(70_000)
    await console_.begin('.', { DATABASE_URL })
    const db = openDatabase(DATABASE_URL)
    onTestFinished(() => db.destroy())
    await fetch(20_000)
    await eventually(async () => (await billedIn(db)) >= state.passed, 90_000)
    await pause(1_500)
    expect(await billedIn(db)).toBe(state.passed)
    expect(await ask('/api/admin/node')).toMatchObject([{ isLinked: 1 }])
  }, 180_000)
})
