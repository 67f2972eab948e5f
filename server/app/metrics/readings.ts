import { servingOf } from '#rules/serving.ts'
import type { World } from '../../http/world.ts'
import { selectServerIds } from '../../accounts/servers/store.ts'
import type { Facts } from './facts.ts'
import type { Reading } from './gauges.ts'

/** The database's figures, as series. `facts` may return a value that is some seconds old. */
export function readingsOfShop(facts: () => Promise<Facts>): Reading[] {
  const fact = (read: (all: Facts) => number | Record<string, number>) => async () =>
    read(await facts())
  return [
    {
      name: 'sluice_orders_last_day',
      help: 'Orders begun in the last 24 hours, by what became of them',
      label: 'state',
      read: fact(({ orders }) => orders),
    },
    {
      name: 'sluice_orders_stuck',
      help: 'Orders that were paid more than a minute ago and not delivered',
      read: fact(({ stuck }) => stuck),
    },
    {
      name: 'sluice_mails_last_day',
      help: 'Mails of the last 24 hours, by status',
      label: 'status',
      read: fact(({ mails }) => ({ waiting: 0, sent: 0, failed: 0, ...mails })),
    },
    {
      name: 'sluice_mail_oldest_waiting_seconds',
      help: 'How long the mail that waits longest has waited',
      read: fact(({ mailWait }) => mailWait),
    },
    {
      name: 'sluice_push_deliveries',
      help: 'Push messages to single browsers that are remembered, by status',
      label: 'status',
      read: fact(({ pushes }) => ({ waiting: 0, sending: 0, sent: 0, failed: 0, ...pushes })),
    },
    {
      name: 'sluice_jobs',
      help: 'Changes of many at once, by status',
      label: 'status',
      read: fact(({ jobs }) => ({ running: 0, undoing: 0, done: 0, ...jobs })),
    },
    {
      name: 'sluice_outages_open',
      help: 'Outages of servers that have not ended',
      read: fact(({ outages }) => outages),
    },
    {
      name: 'sluice_sessions',
      help: 'Sessions that are valid',
      read: fact(({ sessions }) => sessions),
    },
    { name: 'sluice_customers', help: 'Customers there are', read: fact(({ users }) => users) },
    {
      name: 'sluice_accounts',
      help: 'Accounts that are in time',
      read: fact(({ accounts }) => accounts),
    },
    {
      name: 'sluice_readings_set_aside',
      help: 'Readings of traffic that could not be booked and wait for somebody to look at them',
      read: fact(({ held }) => held),
    },
    {
      name: 'sluice_nodes',
      help: 'Machines that have joined and may link',
      read: fact(({ nodes }) => nodes),
    },
  ]
}

/** What this process knows of engine, nodes and servers, as series. */
export function readingsOfTraffic(world: World): Reading[] {
  const states = (isOpen: boolean) =>
    world.plane.states().filter(({ open }) => open === isOpen).length
  return [
    {
      name: 'sluice_engine_up',
      help: '1 while the engine of this machine answers',
      read: async () => Number(await world.plane.alive()),
    },
    {
      name: 'sluice_open_ports',
      help: 'Ports that are open, on this machine and all others',
      read: () => states(true),
    },
    {
      name: 'sluice_closed_ports',
      help: 'Ports that ought to be open and are not, those that are used up included',
      read: () => states(false),
    },
    {
      name: 'sluice_servers',
      help: 'Servers, by whether they serve: green, amber in part, red not, grey not known',
      label: 'light',
      async read() {
        const counts = { green: 0, amber: 0, red: 0, grey: 0 }
        for (const id of await selectServerIds(world.db))
          counts[servingOf(world.lights.of(id)).state] += 1
        return counts
      },
    },
    {
      name: 'sluice_servers_looked_at_seconds',
      help: 'How long ago servers were last looked at',
      read() {
        const at = world.lights.lookedAt()
        return at === null ? undefined : (world.now() - at) / 1000
      },
    },
    {
      name: 'sluice_nodes_linked',
      help: 'Machines that are linked to this process',
      async read() {
        const rows = await world.db.selectFrom('node').select('id').execute()
        return rows.filter(({ id }) => world.nodes.linkOf(id).isLinked).length
      },
    },
  ]
}
