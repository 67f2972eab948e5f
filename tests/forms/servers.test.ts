import { describe, expect, test } from 'vitest'
import {
  checkServerDraft,
  newServerDraft,
  type ServerDraft,
  serverDraftOf,
  toNewServer,
  toServerChange,
} from '../../src/features/servers/draft.ts'

const draft = (changes: Partial<ServerDraft> = {}): ServerDraft => ({
  ...newServerDraft('a.example', 0),
  name: 'Tokyo',
  ...changes,
})
const stored = {
  id: 3,
  type: 'Shadowsocks',
  plane: 'agent',
  name: 'Tokyo',
  host: 'a.example:b.example',
  port: 4e3,
  password: 'node',
  method: 'aes-256-cfb',
  scale: 1.5,
  shift: -5,
  comment: 'c',
  key: 'k',
  net: 'n',
  wgPort: 1,
  tjPort: 2,
  sni: 's',
  pluginOptions: 'p',
}

test('a new server starts on this host, with the best cipher', () => {
  expect(newServerDraft('a.example', 7)).toEqual({
    name: '',
    address: 'a.example',
    spares: '',
    method: 'aes-256-gcm',
    scale: '1',
    shift: '7',
    publicShift: '0',
    comment: '',
    sni: '',
    type: 'Shadowsocks',
    port: '',
    password: '',
    key: '',
    net: '',
    wgPort: '',
    net6: '',
    dns: '',
    mtu: '',
    amnezia: '',
    ssPort: '',
    tjPort: '443',
    site: '',
    cert: '',
    certKey: '',
    ordersCert: false,
    wsWay: '',
    wsPath: '',
    wsInside: 'trojan',
    wsAddress: '',
    wsName: '',
    wsTrusted: '',
    nodeId: '',
  })
})

describe('a server as it is typed', () => {
  test.each<[Partial<ServerDraft>, string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ sni: ' cdn.example.com ' }, []],
    [{ sni: 'https://cdn.example.com' }, ['sni']],
    [{ sni: 'a b' }, ['sni']],
    [{ address: ' ' }, ['address']],
    [{ address: ' 192.0.2.1 ' }, []],
    [{ address: 'a.example:b.example:c.example' }, []],
    [{ address: 'https://a.example' }, ['address']],
    [{ address: 'a.example/x' }, ['address']],
    [{ address: 'me@a.example' }, ['address']],
    [{ address: 'a example' }, ['address']],
    [{ address: '[::1]' }, []],
    [{ address: 'a.example:[::1]' }, []],
    [{ address: 'a.example:2001:db8::1' }, ['address']],
    [{ address: 'a[b' }, ['address']],
    [{ address: '2001:db8::1' }, []],
    [{ address: '[2001:db8::1]:443' }, ['address']],
    [{ address: 'a.example:' }, ['address']],
    [{ address: ':a.example' }, ['address']],
    [{ address: 'a.example:443' }, ['address']],
    [{ address: 'a.example:443:b.example' }, ['address']],
    [{ address: 'a.example:4b.example' }, []],
    [{ scale: '0' }, []],
    [{ scale: '1000' }, []],
    [{ scale: '1000.1' }, ['scale']],
    [{ scale: '-0.1' }, ['scale']],
    [{ scale: '0,5' }, []],
    [{ scale: '１' }, []],
    [{ scale: '' }, ['scale']],
    [{ scale: 'x' }, ['scale']],
    [{ shift: '65534' }, []],
    [{ shift: '65535' }, ['shift']],
    [{ shift: '-65534' }, []],
    [{ shift: '-65535' }, ['shift']],
    [{ shift: '\u22125' }, []],
    [{ shift: '1.5' }, ['shift']],
    [{ shift: ' ' }, ['shift']],
    [{ publicShift: '-65534' }, []],
    [{ publicShift: '65535' }, ['publicShift']],
    [{ publicShift: '' }, ['publicShift']],
  ])('%j has faults in %j', (changes, faults) => {
    expect(Object.keys(checkServerDraft(draft(changes)))).toEqual(faults)
  })

  test.each([
    ['', /Enter the address/],
    ['a/b', /without https/],
    ['a.example:::1', /in brackets/],
    ['[::1]:443', /without a port/],
    ['a.example:1', /without a port/],
  ])('%j as an address is refused with %s', (address, text) => {
    expect(checkServerDraft(draft({ address })).address?.message).toMatch(text)
  })

  test('has one port for all accounts only with a cipher that tells them apart', () => {
    const typed = (changes: Partial<ServerDraft>) =>
      draft({ name: 'a', address: 'b', method: '2022-blake3-aes-128-gcm', ...changes })
    expect(toNewServer(typed({ ssPort: ' 8388 ' })).ssPort).toBe(8_388)
    expect(toNewServer(typed({ ssPort: ' ' })).ssPort).toBeNull()
    for (const method of ['2022-blake3-chacha20-poly1305', 'aes-256-gcm'])
      expect(toNewServer(typed({ method, ssPort: '8388' }))).not.toHaveProperty('ssPort')
    const faults = (changes: Partial<ServerDraft>) => Object.keys(checkServerDraft(typed(changes)))
    expect(faults({ ssPort: '65535' })).toEqual([])
    for (const ssPort of ['0', '65536', 'x']) expect(faults({ ssPort })).toEqual(['ssPort'])
    expect(faults({ ssPort: 'x', method: 'aes-256-gcm' })).toEqual([])
    const known = { ssPort: 8_388, host: 'b', name: 'a' } as Parameters<typeof serverDraftOf>[0]
    expect(serverDraftOf(known).ssPort).toBe('8388')
  })

  test('has a public offset only where the server knows one, or one was typed', () => {
    const typed = draft({ name: 'a', address: 'b', publicShift: '10000' })
    expect(toNewServer(typed).publicShift).toBe(10_000)
    expect(toNewServer(draft({ name: 'a', address: 'b' }))).not.toHaveProperty('publicShift')
    const known = { publicShift: 5 } as Parameters<typeof toServerChange>[1]
    const older = {} as Parameters<typeof toServerChange>[1]
    const none = draft({ name: 'a', address: 'b', publicShift: '0' })
    expect(toServerChange(none, known).publicShift).toBe(0)
    expect(toServerChange(none, older)).not.toHaveProperty('publicShift')
  })

  test('is sent read, and on this machine', () => {
    const typed = draft({
      name: ' n ',
      address: ' a ',
      scale: '0,5',
      shift: '\u22122',
      comment: ' c ',
    })
    expect(toNewServer(typed)).toEqual({
      type: 'Shadowsocks',
      plane: 'embedded',
      name: 'n',
      address: 'a',
      scale: 0.5,
      shift: -2,
      method: 'aes-256-gcm',
      comment: 'c',
    })
  })
})

describe('a server that is edited', () => {
  const server = stored as unknown as Parameters<typeof toServerChange>[1]

  test('is restored exactly, with what has no field', () => {
    const { id: _id, host, ...same } = stored
    expect(toServerChange(serverDraftOf(server), server)).toEqual({ ...same, address: host })
  })

  test('has the name in TLS that was typed, or none', () => {
    const typed = serverDraftOf(server)
    expect(toServerChange({ ...typed, sni: ' cdn.example.com ' }, server).sni).toBe(
      'cdn.example.com',
    )
    expect(toServerChange({ ...typed, sni: ' ' }, server).sni).toBeNull()
    expect(toNewServer(draft({ sni: 'a.example' }), true).sni).toBe('a.example')
  })

  test('has no port and password of its own on this machine', () => {
    const here = { ...server, plane: 'embedded' as const, revision: 'r' }
    const change = toServerChange(serverDraftOf(here), here)
    expect(change).not.toHaveProperty('port')
    expect(change).not.toHaveProperty('password')
    expect(change).toMatchObject({ plane: 'embedded', revision: 'r', shift: -5, scale: 1.5 })
  })
})

test('an older server that knows no name in TLS is sent none, and one that does may lose it', () => {
  const { sni: _, ...older } = { ...stored, sni: null, revision: 'r' }
  const withoutName = older as never
  expect(toServerChange(serverDraftOf(withoutName), withoutName)).not.toHaveProperty('sni')
  const named = { ...stored, sni: 'a.example.com', revision: 'r' } as never
  expect(toServerChange(serverDraftOf(named), named)).toMatchObject({ sni: 'a.example.com' })
  expect(toServerChange({ ...serverDraftOf(named), sni: '' }, named)).toMatchObject({ sni: null })
})

describe('a server of a machine of ours', () => {
  const server = { ...stored, plane: 'node', nodeId: 4, net: null, wgPort: null } as never

  test('is added to one that has joined', () => {
    const sent = toNewServer(draft({ nodeId: '4', shift: '-5' }))
    expect(sent).toMatchObject({ type: 'Shadowsocks', plane: 'node', nodeId: 4, shift: -5 })
    expect(toNewServer(draft())).not.toHaveProperty('nodeId')
  })

  test('stays where it is, or moves to another one or to this machine', () => {
    const typed = serverDraftOf(server)
    expect(typed.nodeId).toBe('4')
    expect(toServerChange(typed, server)).toMatchObject({ plane: 'node', nodeId: 4 })
    const moved = toServerChange({ ...typed, nodeId: '5' }, server)
    expect(moved).toMatchObject({ plane: 'node', nodeId: 5 })
    const back = toServerChange({ ...typed, nodeId: '' }, server)
    expect(back.plane).toBe('embedded')
    expect(back).not.toHaveProperty('nodeId')
    expect(back).not.toHaveProperty('password')
  })
})

describe('a server on another machine', () => {
  const node = (changes: Partial<ServerDraft> = {}) =>
    draft({
      type: 'WireGuard',
      port: '4001',
      password: 'pw',
      key: 'k',
      net: '10.100.0.0/16',
      wgPort: '51820',
      ...changes,
    })

  test.each<[Partial<ServerDraft>, string[]]>([
    [{}, []],
    [{ port: '' }, ['port']],
    [{ port: '0' }, ['port']],
    [{ port: '65535' }, []],
    [{ port: '65536' }, ['port']],
    [{ password: '' }, ['password']],
    [{ key: ' ' }, ['key']],
    [{ net: ' 10.100.0.0/16 ' }, []],
    [{ net: '10.100.0.0' }, ['net']],
    [{ net: '10.100.0/16' }, ['net']],
    [{ net: 'x10.100.0.0/16' }, ['net']],
    [{ net: '10.100.0.0/16x' }, ['net']],
    [{ net: '10.100.0.0/161' }, ['net']],
    [{ wgPort: '0' }, ['wgPort']],
    // Only WireGuard has a tunnel.
    [{ type: 'Shadowsocks', key: '', net: '', wgPort: '' }, []],
    [{ type: 'Shadowsocks', port: '' }, ['port']],
    [{ name: '', port: '' }, ['name', 'port']],
  ])('with %j has faults in %j', (changes, faults) => {
    expect(Object.keys(checkServerDraft(node(changes), true))).toEqual(faults)
    const here = faults.filter((field) => field === 'name')
    expect(Object.keys(checkServerDraft(node(changes), false, false))).toEqual(here)
  })

  test('is sent with where its node is', () => {
    const sent = toNewServer(node({ key: ' k ', net: ' n ', name: 'Tokyo' }), true)
    expect(sent).toEqual({
      type: 'WireGuard',
      port: 4001,
      password: 'pw',
      key: 'k',
      net: 'n',
      wgPort: 51_820,
      name: 'Tokyo',
      address: 'a.example',
      method: 'aes-256-gcm',
      scale: 1,
      shift: 0,
      comment: '',
    })
    const plain = toNewServer(node({ type: 'Shadowsocks' }), true)
    expect(plain).not.toHaveProperty('key')
    expect(plain).not.toHaveProperty('plane')
  })

  test('that is edited is saved where it was typed', () => {
    const server = stored as unknown as Parameters<typeof toServerChange>[1]
    const typed = { ...serverDraftOf(server), port: '4002', password: 'new' }
    expect(toServerChange(typed, server, true)).toMatchObject({ port: 4002, password: 'new' })
    expect(toServerChange(typed, server)).toMatchObject({ port: 4000, password: 'node' })
  })

  test('is read also where it has none of these', () => {
    const bare = { ...stored, port: 0, password: null, key: null, net: null, wgPort: null }
    expect(serverDraftOf(bare as never)).toMatchObject({
      port: '',
      password: '',
      key: '',
      net: '',
      wgPort: '',
    })
    expect(serverDraftOf(stored as never)).toMatchObject({ port: '4000', key: 'k', wgPort: '1' })
  })
})

describe('WireGuard on a machine of ours', () => {
  const tunnel = (changes: Partial<ServerDraft> = {}): ServerDraft => ({
    ...newServerDraft('a.example', 7),
    type: 'WireGuard',
    name: 'Tokyo',
    net: '10.100.0.0/16',
    wgPort: '51820',
    ...changes,
  })

  test.each<[Partial<ServerDraft>, string[]]>([
    [{}, []],
    [{ net: '10.102.0.0/16' }, []],
    // The network behind it is for further devices.
    [{ net: '10.101.0.0/16' }, ['net']],
    [{ net: '9.100.0.0/16' }, ['net']],
    [{ net: '' }, ['net']],
    [{ wgPort: '0' }, ['wgPort']],
    [{ wgPort: '65535' }, []],
    [{ net6: 'fd10:100::/64' }, []],
    [{ net6: 'fd10:100::/48' }, ['net6']],
    [{ dns: '1.1.1.1, 2606:4700::1111' }, []],
    [{ dns: 'dns.example' }, ['dns']],
    [{ mtu: '1279' }, ['mtu']],
    [{ mtu: '1280' }, []],
    [{ mtu: '1500' }, []],
    [{ mtu: '1501' }, ['mtu']],
    [{ mtu: '1400.5' }, ['mtu']],
  ])('with %j has faults in %j', (changes, faults) => {
    expect(Object.keys(checkServerDraft(tunnel(changes)))).toEqual(faults)
  })

  test('is added here, or on a machine that has joined', () => {
    const terms = { net: '10.100.0.0/16', net6: null, wgPort: 51_820, dns: null, mtu: null }
    const common = { type: 'WireGuard', name: 'Tokyo', shift: 0, method: 'aes-256-gcm', ...terms }
    expect(toNewServer(tunnel())).toMatchObject({ ...common, plane: 'embedded' })
    expect(toNewServer(tunnel())).not.toHaveProperty('nodeId')
    const sent = toNewServer(tunnel({ nodeId: '4', mtu: ' 1280 ', dns: ' 9.9.9.9 ' }))
    expect(sent).toMatchObject({ ...common, plane: 'node', nodeId: 4, mtu: 1280, dns: '9.9.9.9' })
  })

  test('takes what was typed where it is changed, but not on a node agent', () => {
    const server = { ...stored, type: 'WireGuard', revision: 'r' }
    const draft = tunnel({ net: '10.104.0.0/16', net6: 'fd00::/64' })
    const changed = { net: '10.104.0.0/16', net6: 'fd00::/64', wgPort: 51_820 }
    const onNode = { ...server, plane: 'node', nodeId: 4 } as never
    expect(toServerChange({ ...draft, nodeId: '4' }, onNode)).toMatchObject(changed)
    expect(toServerChange(draft, { ...server, plane: 'manager' } as never)).toMatchObject({
      net: 'n',
      wgPort: 1,
    })
  })
})

describe('spare addresses', () => {
  test('are lines, in their order, and sent where there are any', () => {
    expect(toNewServer(draft())).not.toHaveProperty('spares')
    expect(toNewServer(draft({ spares: 'b.example\n\n c.example \n' }))).toMatchObject({
      spares: ['b.example', 'c.example'],
    })
  })

  test('are each an address, and eight at most', () => {
    const problem = (spares: string) => checkServerDraft(draft({ spares })).spares
    expect(problem('b.example\n192.0.2.1\n2001:db8::1')).toBeUndefined()
    expect(problem('b.example:443')).toBeDefined()
    const some = (count: number) =>
      Array.from({ length: count }, (_one, at) => `s${at}.example`).join('\n')
    expect([problem(some(8)), problem(some(9)) === undefined]).toEqual([undefined, false])
  })

  test('can be emptied, where the server knows them', () => {
    const known = { ...stored, spares: ['b.example'] } as never
    expect(serverDraftOf(known).spares).toBe('b.example')
    const emptied = { ...serverDraftOf(known), spares: '' }
    expect(toServerChange(emptied, known)).toMatchObject({ spares: [] })
    expect(toServerChange(emptied, stored as never)).not.toHaveProperty('spares')
  })
})
