import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import { readOnce } from '../../../server/accounts/subscriptions/templateServers.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type App = Schema<'ProfileApp'>

const SETTING = '/api/admin/setting/profile/{app}'
const OPEN = '/api/user/account/subscribe/{token}'
const TOKEN = 'c0ffee'.padEnd(32, '0')
const AGENTS = { old: 'sing-box 1.11.4', now: 'SFA/1.12.0 (Build 1; sing-box 1.12.0)' }

const MIHOMO = `
mixed-port: 7890
proxy-groups:
  - { name: Choose, type: select, proxies: [Fast, "{servers}", DIRECT] }
  - { name: Fast, type: url-test, url: "http://www.gstatic.com/generate_204", interval: 300, proxies: ["{servers}"] }
  - { name: Japan, type: select, proxies: ["{servers: tokyo, osaka}"] }
rules:
  - DOMAIN-SUFFIX,example.com,Japan
  - IP-CIDR,10.0.0.0/8,DIRECT,no-resolve
  - MATCH,Choose
`
const SINGBOX = {
  outbounds: [
    { type: 'selector', tag: 'Choose', outbounds: ['Fast', '{servers}', 'off'], default: 'Fast' },
    { type: 'urltest', tag: 'Fast', outbounds: ['{servers:paris}'] },
    { type: 'direct', tag: 'off' },
  ],
  route: { rules: [{ ip_is_private: true, outbound: 'off' }], final: 'Choose' },
}

async function shop() {
  const world = await makeWorld({ plane: openPlane() })
  await aServer(world, { name: 'Tokyo', host: 'a.example' })
  await aServer(world, { name: 'Paris', host: 'b.example' })
  await aServer(world, { name: 'Fast', host: 'c.example' })
  await anAccount(world, { port: 5000, password: '0123', subscribe: TOKEN })
  const admin = world.as(mainAdmin)
  const at = (app: App) => ({ params: { path: { app } } })
  return {
    world,
    get: async (app: App) => (await admin.GET(SETTING, at(app))).data!,
    put: (app: App, content: string, revision?: string) =>
      admin.PUT(SETTING, { ...at(app), body: { content, ...(revision && { revision }) } }),
    preview: async (app: App, content: string) =>
      (await admin.POST(SETTING, { ...at(app), body: { content } })).data!,
    async read(type: Schema<'SubscriptionType'>, agent?: string) {
      const headers = agent === undefined ? {} : { 'user-agent': agent }
      const params = { path: { token: TOKEN }, query: { type } }
      const { data } = await world.as(null).GET(OPEN, { params, headers })
      // Tests read JSON as what it means.
      return typeof data === 'string' ? data : JSON.stringify(data)
    },
  }
}

const groupsOf = (profile: string) =>
  Object.fromEntries(
    (parse(profile) as { 'proxy-groups': { name: string; proxies: string[] }[] })[
      'proxy-groups'
    ].map(({ name, proxies }) => [name, proxies]),
  )

describe('getProfileTemplate', () => {
  test.each(['mihomo', 'singbox'] as const)(
    'begins with the standard profile of %s, which makes the same profile',
    async (app) => {
      const { get, put, read, preview } = await shop()
      const { content, standard } = await get(app)
      expect(content).toBe('')
      expect(await preview(app, standard)).toMatchObject({ problems: [] })
      const before = await read(app)
      expect((await put(app, standard)).response.status).toBe(200)
      const parsed = (text: string) => (app === 'mihomo' ? parse(text) : JSON.parse(text))
      const sorted = ({ outbounds, ...profile }: { outbounds?: { tag: string }[] }) => ({
        ...profile,
        outbounds: outbounds?.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)),
      })
      expect(sorted(parsed(await read(app)))).toEqual(sorted(parsed(before)))
    },
  )
})

describe('editProfileTemplate', () => {
  test('puts the servers of an account into the groups of mihomo', async () => {
    const { put, read } = await shop()
    await put('mihomo', MIHOMO)
    const profile = await read('mihomo')
    expect(groupsOf(profile)).toEqual({
      // A server named like a group of the template gets another name.
      Choose: ['Fast', 'Fast 2', 'Paris', 'Tokyo', 'DIRECT'],
      Fast: ['Fast 2', 'Paris', 'Tokyo'],
      Japan: ['Tokyo'],
    })
    const { proxies, rules, 'mixed-port': port } = parse(profile)
    expect(proxies.map(({ name, server }: Record<string, string>) => [name, server])).toEqual([
      ['Fast 2', 'c.example'],
      ['Paris', 'b.example'],
      ['Tokyo', 'a.example'],
    ])
    expect([port, rules.length]).toEqual([7890, 3])
    // The old Clash knows less than mihomo: it keeps the standard profile.
    expect(Object.keys(groupsOf(await read('clash')))).toEqual(['Proxy', 'Auto'])
  })

  test('puts them into the groups of sing-box 1.12 and later', async () => {
    const { put, read } = await shop()
    await put('singbox', JSON.stringify(SINGBOX))
    const { outbounds } = JSON.parse(await read('singbox', AGENTS.now))
    expect(outbounds.map(({ tag }: { tag: string }) => tag)).toEqual([
      'Choose',
      'Fast',
      'off',
      'Fast 2',
      'Paris',
      'Tokyo',
    ])
    expect(outbounds[0].outbounds).toEqual(['Fast', 'Fast 2', 'Paris', 'Tokyo', 'off'])
    expect(outbounds[1].outbounds).toEqual(['Paris'])
    expect(JSON.parse(await read('singbox', AGENTS.old)).outbounds[0].tag).toBe('Proxy')
  })

  test('a group that no server of an account fits leads directly, and shows no notes', async () => {
    const { world, put, read } = await shop()
    await world.db.updateTable('account').set({ server: '[2]' }).execute()
    await put('mihomo', MIHOMO)
    expect(groupsOf(await read('mihomo')).Japan).toEqual(['DIRECT'])
    await put('singbox', JSON.stringify(SINGBOX).replace('paris', 'tokyo'))
    expect(JSON.parse(await read('singbox')).outbounds[1].outbounds).toEqual(['off'])
  })

  test('keeps one app when the other is changed, and goes back to the standard', async () => {
    const { get, put, read } = await shop()
    const standard = await read('mihomo')
    await put('mihomo', MIHOMO)
    await put('singbox', JSON.stringify(SINGBOX))
    expect((await get('mihomo')).content).toBe(MIHOMO)
    await put('mihomo', '')
    expect(await read('mihomo')).toBe(standard)
    expect((await get('singbox')).content).toBe(JSON.stringify(SINGBOX))
  })

  test('refuses what somebody else has changed meanwhile, and what no app would read', async () => {
    const { get, put } = await shop()
    const { revision } = await get('mihomo')
    const saved = await put('mihomo', MIHOMO, revision)
    expect(saved.data?.revision).toBe((await get('mihomo')).revision)
    expect((await put('mihomo', `${MIHOMO}# mine`, revision)).response.status).toBe(409)
    const { response, error } = await put('mihomo', 'rules: [MATCH,Nowhere]')
    expect([response.status, error]).toEqual([403, 'invalid template'])
    expect((await get('mihomo')).content).toBe(MIHOMO)
    const long = `#${'x'.repeat(65_536 - MIHOMO.length - 1)}`
    expect((await put('mihomo', MIHOMO + long)).response.status).toBe(200)
    expect((await put('mihomo', `${MIHOMO}${long}x`)).response.status).toBe(400)
  })

  test('reads a template once for all customers, and again when it is another one', () => {
    let reads = 0
    const read = readOnce((text) => {
      reads += 1
      return { template: { text }, problems: [] }
    })
    expect([read('a'), read('a'), read('b'), read('a')].map(({ template }) => template)).toEqual(
      ['a', 'a', 'b', 'a'].map((text) => ({ text })),
    )
    expect(reads).toBe(3)
  })

  test('a stored template that can no longer be read leaves customers the standard profile', async () => {
    const { world, read } = await shop()
    const value = JSON.stringify({ mihomo: 'a: [', singbox: '{' })
    await world.db.insertInto('setting').values({ key: 'profiles', value }).execute()
    expect(Object.keys(groupsOf(await read('mihomo')))).toEqual(['Proxy', 'Auto'])
    expect(JSON.parse(await read('singbox')).outbounds[0].tag).toBe('Proxy')
  })
})

/** The line is another test's (`subscriptions-template-faults`), but for what cannot be read at all. */
const withoutLine = ({ line, ...problem }: Schema<'ProfileTemplateProblem'>) =>
  problem.kind === 'syntax' ? { ...problem, line } : problem

describe('previewProfileTemplate', () => {
  test('shows the profile of an account with every server, without anybody’s password', async () => {
    const { preview, get } = await shop()
    const { profile = '' } = await preview('mihomo', MIHOMO)
    expect(groupsOf(profile).Fast).toEqual(['Fast 2', 'Paris', 'Tokyo'])
    expect(parse(profile).proxies[0]).toMatchObject({ port: 50_000, password: 'password' })
    expect(profile).not.toContain('0123')
    expect((await preview('singbox', '')).profile).toContain('"Proxy"')
    expect((await get('mihomo')).content).toBe('')
  })

  test.each<[string, string, Schema<'ProfileTemplateProblem'>[]]>([
    ['a fault of its form', 'a: 1\nb: [', [{ kind: 'syntax', line: 2 }]],
    ['a list', '- a', [{ kind: 'form', at: '' }]],
    [
      'a member, a target and a double name',
      `proxies: [{ name: A, type: direct }]
proxy-groups:
  - { name: A, type: select, proxies: [B, "{servers}"] }
rules: ["MATCH,C", "SUB-RULE,(NETWORK,tcp),DIRECT", "AND,((NETWORK,udp),(DST-PORT,443)),REJECT"]`,
      [
        { kind: 'double name', name: 'A' },
        { kind: 'unknown name', at: 'proxy-groups[0].proxies', name: 'B' },
        { kind: 'unknown name', at: 'rules[0]', name: 'C' },
        { kind: 'unknown name', at: 'rules[1]', name: 'DIRECT' },
      ],
    ],
    [
      'no way to a server',
      'proxy-groups: [{ name: A, type: select, proxies: [] }, { name: B, type: select, use: [x] }]',
      [
        { kind: 'empty list', at: 'proxy-groups[0].proxies', name: 'A' },
        { kind: 'unknown name', at: 'proxy-groups[1].use', name: 'x' },
        { kind: 'no servers' },
      ],
    ],
    [
      'other forms',
      'proxies: x\nproxy-groups: [{ type: select }, { name: B, type: select, include-all: true, proxies: [1] }]\nrules: [1]',
      [
        { kind: 'form', at: 'proxies' },
        { kind: 'form', at: 'proxy-groups[0]' },
        { kind: 'form', at: 'proxy-groups[0].proxies' },
        { kind: 'form', at: 'rules' },
      ],
    ],
    ['lists in lists by the thousand', '['.repeat(60_000), [{ kind: 'syntax', line: 1 }]],
    ['a group of everything', 'proxy-groups: [{ name: B, type: select, include-all: true }]', []],
    [
      'aliases without end',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`).join('\n')}`,
      [{ kind: 'form', at: '' }],
    ],
  ])('names in a template for mihomo %s', async (_what, content, problems) => {
    const { preview } = await shop()
    const found = await preview('mihomo', content)
    expect(found.problems.map(withoutLine)).toEqual(problems.map(withoutLine))
    expect(found.profile === undefined).toBe(problems.length > 0)
  })

  test.each<[string, string, Schema<'ProfileTemplateProblem'>[]]>([
    ['a fault of its form', '{\n"a": 1,\n}', [{ kind: 'syntax', line: 3 }]],
    ['its end', '{\n"a": 1', [{ kind: 'syntax', line: 2 }]],
    ['a text', '"x"', [{ kind: 'form', at: '' }]],
    ['nothing at all', '{}', [{ kind: 'no direct' }, { kind: 'no servers' }]],
    [
      'every place that leads somewhere',
      JSON.stringify({
        outbounds: [
          { type: 'selector', tag: 'A', outbounds: ['x1', '{servers}'], default: 'x2' },
          { type: 'urltest', tag: 'B' },
          { type: 'direct', tag: 'off', detour: 'x3' },
        ],
        endpoints: [{ type: 'wireguard', tag: 'A' }],
        route: {
          final: 'x4',
          rules: [{ outbound: 'x5' }, { type: 'logical', rules: [{ outbound: 'x6' }] }],
        },
        dns: { servers: [{ detour: 'x7' }, { detour: 'A' }] },
      }),
      [
        { kind: 'double name', name: 'A' },
        { kind: 'unknown name', at: 'outbounds[0].outbounds', name: 'x1' },
        { kind: 'unknown name', at: 'outbounds[0].default', name: 'x2' },
        { kind: 'empty list', at: 'outbounds[1].outbounds', name: 'B' },
        { kind: 'unknown name', at: 'outbounds[2].detour', name: 'x3' },
        { kind: 'unknown name', at: 'route.final', name: 'x4' },
        { kind: 'unknown name', at: 'route.rules[0].outbound', name: 'x5' },
        { kind: 'unknown name', at: 'route.rules[1].rules[0].outbound', name: 'x6' },
        { kind: 'unknown name', at: 'dns.servers[0].detour', name: 'x7' },
      ],
    ],
    [
      'other forms',
      '{"outbounds":[{"tag":1},{"type":"direct","tag":"off"},{"tag":"A","outbounds":"{servers}"}],"route":[],"dns":1}',
      [
        { kind: 'form', at: 'outbounds[0]' },
        { kind: 'form', at: 'outbounds[1].outbounds' },
        { kind: 'form', at: 'route' },
        { kind: 'form', at: 'dns' },
        { kind: 'no servers' },
      ],
    ],
  ])('names in a template for sing-box %s', async (_what, content, problems) => {
    const { preview } = await shop()
    const found = await preview('singbox', content)
    expect(found.problems.map(withoutLine)).toEqual(problems.map(withoutLine))
  })
})
