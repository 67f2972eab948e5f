import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import {
  fleetTotals,
  rateText,
  readServerSearch,
  serves,
  sortServers,
  worstLight,
  worstServer,
  worstState,
} from '#rules/lights.ts'

type Lights = Schema<'ServerLights'>
type State = Schema<'LightState'>

/** The lights of a server: each by its state, its cause where it has one, and since when. */
function lightsOf(
  states: [State, State, State],
  { causes = [], since = [], ...rest }: Record<string, unknown> = {},
): Lights {
  const [agent, ports, handshake] = states.map((state, at) => ({
    state,
    cause: (causes as unknown[])[at] ?? null,
    since: (since as unknown[])[at] ?? null,
  }))
  return { serverId: 1, up: 0, down: 0, month: 0, agent, ports, handshake, ...rest } as never
}
const GREEN = lightsOf(['green', 'green', 'green'])

describe('the lights of a server', () => {
  test.each<[State, [State, State, State]]>([
    ['green', ['green', 'green', 'green']],
    ['grey', ['green', 'grey', 'green']],
    ['amber', ['grey', 'amber', 'green']],
    ['red', ['amber', 'red', 'grey']],
    ['red', ['red', 'grey', 'grey']],
  ])('are as bad as the worst: %s', (worst, states) => {
    expect(worstState(lightsOf(states))).toBe(worst)
  })

  test('say that it serves unless one is red or nothing is known', () => {
    expect(serves(GREEN)).toBe(true)
    expect(serves(lightsOf(['grey', 'grey', 'amber']))).toBe(true)
    expect(serves(lightsOf(['grey', 'grey', 'grey']))).toBe(false)
    expect(serves(lightsOf(['green', 'green', 'red']))).toBe(false)
    // Where the server says so itself, the lights are not asked.
    expect(serves(lightsOf(['red', 'red', 'red'], { serving: { state: 'green' } }))).toBe(true)
    expect(serves(lightsOf(['green', 'green', 'green'], { serving: { state: 'red' } }))).toBe(false)
  })

  test('name the first of the worst that has a cause', () => {
    const both = lightsOf(['amber', 'red', 'red'], { causes: ['slow', null, 'refused'] })
    expect(worstLight(both)).toBe('handshake')
    expect(worstLight(lightsOf(['red', 'red', 'red'], { causes: ['a', 'b', 'c'] }))).toBe('agent')
    expect(worstLight(GREEN)).toBeUndefined()
  })
})

describe('a fleet', () => {
  const amber = lightsOf(['amber', 'green', 'green'], { causes: ['x'], since: [5], serverId: 2 })
  const red = (serverId: number, since: number) =>
    lightsOf(['red', 'green', 'green'], { causes: ['x'], since: [since], serverId })

  test('is worst where it is red, for longest', () => {
    expect(worstServer([GREEN, amber])).toBe(amber)
    expect(worstServer([amber, red(3, 20), red(4, 10), GREEN])?.serverId).toBe(4)
    expect(worstServer([red(4, 10), red(3, 20)])?.serverId).toBe(4)
    expect(worstServer([GREEN, lightsOf(['grey', 'grey', 'grey'])])).toBeUndefined()
    // Since when is unknown without a cause: those with one come first.
    const unknown = lightsOf(['red', 'green', 'green'], { serverId: 9 })
    expect(worstServer([unknown, red(3, 20)])?.serverId).toBe(3)
  })

  test('adds up', () => {
    const fleet = [
      lightsOf(['green', 'green', 'green'], { up: 1, down: 20, month: 300 }),
      lightsOf(['red', 'green', 'red'], { up: 4_000, down: 50_000, month: 600_000 }),
    ]
    expect(fleetTotals(fleet)).toEqual({ serving: 1, rate: 54_021, month: 600_300 })
    expect(fleetTotals([])).toEqual({ serving: 0, rate: 0, month: 0 })
  })
})

test.each([
  [124.875e6, '999 Mb/s'],
  [125e6, '1 Gb/s'],
  [124_875, '999 kb/s'],
  [125_000, '1 Mb/s'],
  [40_125_000, '321 Mb/s'],
  [0, '0 kb/s'],
])('%d bytes a second are %s', (bytes, text) => {
  expect(rateText(bytes, 'en-US')).toBe(text)
})

describe('the order of servers', () => {
  const servers = [
    { id: 1, name: 'Node 10' },
    { id: 2, name: 'Node 2' },
    { id: 3, name: 'Node 1' },
    { id: 4, name: 'A' },
  ]
  const lights = new Map([
    [1, lightsOf(['green', 'green', 'green'], { up: 5, down: 5, month: 1 })],
    [2, lightsOf(['red', 'green', 'green'], { up: 0, down: 0, month: 9 })],
    [3, lightsOf(['amber', 'green', 'green'], { up: 1, down: 30, month: 0 })],
  ])
  const ids = (sort: 'name' | 'trouble' | 'load' | 'traffic') =>
    sortServers(servers, lights, sort, 'en-US').map(({ id }) => id)

  test('is by name with numbers by their size, by trouble, by load, by traffic', () => {
    expect(ids('name')).toEqual([4, 3, 2, 1])
    // One without lights is last, also behind one without trouble, load or traffic.
    expect(ids('trouble')).toEqual([2, 3, 1, 4])
    expect(ids('load')).toEqual([3, 1, 2, 4])
    expect(ids('traffic')).toEqual([2, 1, 3, 4])
  })

  test('is read from an address, and by name where it is no order', () => {
    expect(readServerSearch({ sort: 'load' })).toEqual({ sort: 'load' })
    expect(readServerSearch({ sort: 'trouble' })).toEqual({ sort: 'trouble' })
    expect(readServerSearch({ sort: 'traffic' })).toEqual({ sort: 'traffic' })
    expect(readServerSearch({ sort: 'name' })).toEqual({})
    expect(readServerSearch({ sort: 'size' })).toEqual({})
    expect(readServerSearch({})).toEqual({})
  })
})
