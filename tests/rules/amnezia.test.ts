import { describe, expect, test } from 'vitest'
import {
  type Amnezia,
  amneziaLines,
  faultOfAmnezia,
  newAmnezia,
  parseAmnezia,
} from '../../src/rules/amnezia.ts'
import { mihomoFile, singboxFile } from '../../src/rules/tunnelProfiles.ts'
import { deviceAccess, tunnelConfig } from '../../src/rules/wireguard.ts'
import { drawing } from '../support/seed.ts'

const NUMBERS: Amnezia = {
  jc: 5,
  jmin: 50,
  jmax: 90,
  s1: 30,
  s2: 40,
  h1: 1_000_001,
  h2: 1_000_002,
  h3: 1_000_003,
  h4: 2_147_483_647,
}

describe('the numbers of AmneziaWG', () => {
  test.each<[Partial<Amnezia>, ReturnType<typeof faultOfAmnezia>]>([
    [{}, undefined],
    [{ jc: 0 }, 'outside'],
    [{ jc: 1 }, undefined],
    [{ jc: 128 }, undefined],
    [{ jc: 129 }, 'outside'],
    [{ jc: 1.5 }, 'outside'],
    [{ jmin: 0 }, undefined],
    [{ jmin: 89 }, undefined],
    [{ jmin: 90 }, 'junk'],
    [{ jmax: 1280 }, undefined],
    [{ jmax: 1281 }, 'outside'],
    [{ s1: 0, s2: 0 }, undefined],
    [{ s1: 1132 }, undefined],
    [{ s1: 1133 }, 'outside'],
    [{ s2: 1188 }, undefined],
    [{ s2: 1189 }, 'outside'],
    [{ s2: 85 }, undefined],
    [{ s2: 86 }, 'sizes'],
    [{ h1: 4 }, 'outside'],
    [{ h1: 5 }, undefined],
    [{ h4: 2_147_483_648 }, 'outside'],
    [{ h1: NUMBERS.h4 }, 'headers'],
    [{ h2: NUMBERS.h3 }, 'headers'],
  ])('with %j have the fault %s', (changes, fault) => {
    expect(faultOfAmnezia({ ...NUMBERS, ...changes })).toBe(fault)
  })

  test('are all needed', () => {
    const { h4: _, ...rest } = NUMBERS
    expect(faultOfAmnezia(rest)).toBe('missing')
    expect(faultOfAmnezia({})).toBe('missing')
  })

  test('are drawn so that they can be used, whatever is drawn first', () => {
    const { between } = drawing('amnezia')
    for (let time = 0; time < 2_000; time += 1)
      expect(faultOfAmnezia(newAmnezia((least, most) => between(least, most + 1)))).toBeUndefined()
    // Two draws that cannot be used come before one that can.
    const sizes = [20, 76, 20, 76]
    const made = newAmnezia((least, most) =>
      least === 15 ? (sizes.shift() ?? between(15, 151)) : between(least, most + 1),
    )
    expect(sizes).toEqual([])
    expect(faultOfAmnezia(made)).toBeUndefined()
  })

  test('are read as they are written, and as people type them', () => {
    expect(parseAmnezia(amneziaLines(NUMBERS).join('\n'))).toEqual(NUMBERS)
    const pasted =
      '[Interface]\r\nPrivateKey = x\r\n jc=4\r\nJMIN : 8\nＳ１ = １５\nH1 = 5-9\nI1 = 3'
    expect(parseAmnezia(pasted)).toEqual({ jc: 4, jmin: 8, s1: 15 })
  })
})

describe('a device of an AmneziaWG server', () => {
  const server = {
    host: 'a.example',
    net: '10.100.0.0/16',
    key: 'server=',
    wgPort: 51_820,
    net6: null,
    dns: null,
    mtu: null,
    amnezia: NUMBERS,
  }
  const device = { privateKey: 'device=', presharedKey: null }
  const access = deviceAccess(device, { address: '10.101.0.2', address6: null }, server)!
  const entry = { ...access, name: 'Tokyo', port: 51_820 }

  test('has them in its configuration, before the peer', () => {
    const lines = tunnelConfig(access).split('\n')
    expect(lines.slice(4, 15)).toEqual([
      'Jc = 5',
      'Jmin = 50',
      'Jmax = 90',
      'S1 = 30',
      'S2 = 40',
      'H1 = 1000001',
      'H2 = 1000002',
      'H3 = 1000003',
      'H4 = 2147483647',
      '',
      '[Peer]',
    ])
  })

  test('has them in the profile of mihomo', () => {
    expect(mihomoFile([entry])).toContain(`"amnezia-wg-option":${JSON.stringify(NUMBERS)}`)
    const { amnezia: _, ...plain } = entry
    expect(mihomoFile([plain])).not.toContain('amnezia')
    expect(singboxFile([plain])).toContain('Tokyo')
  })
})
