import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { mihomo } from '../../../server/accounts/subscriptions/mihomo.ts'
import { readMihomo } from '../../../server/accounts/subscriptions/mihomoTemplate.ts'
import { readSingbox } from '../../../server/accounts/subscriptions/singboxTemplate.ts'
import { singbox } from '../../../server/accounts/subscriptions/singbox.ts'
import { MIHOMO_TEMPLATES, SINGBOX_TEMPLATES } from '../../support/templates.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const NODE = {
  id: 1,
  type: 'Shadowsocks' as const,
  name: 'One',
  host: 'a.example',
  port: 1,
  ratio: 1,
  method: 'aes-256-gcm',
  password: '0123',
  sni: null,
  clash: {},
}

describe('a template that the program refuses is refused, and one that it takes is taken', () => {
  test.each(MIHOMO_TEMPLATES)('mihomo: $what', ({ text, at, line }) => {
    const [problem] = readMihomo(text).problems
    expect([problem?.at, problem?.line]).toEqual([at, line])
  })

  test.each(SINGBOX_TEMPLATES)('sing-box: $what', ({ text, at }) => {
    const [problem] = readSingbox(text).problems
    expect(problem?.at).toBe(at)
    if (at === undefined) return
    // Each of these names stands once in its text; of what is missing it is the line around it.
    const last = /\w+$/.exec(at)?.[0] ?? ''
    const line = text.split('\n').findIndex((one) => one.includes(`"${last}":`)) + 1
    if (last !== 'type') expect(problem?.line).toBe(line)
    else expect(problem?.line).toBeGreaterThan(1)
  })

  test('the save says so, and keeps nothing', async () => {
    const admin = (await makeWorld()).as(mainAdmin)
    const put = (app: 'mihomo' | 'singbox', content: string) =>
      admin.PUT('/api/admin/setting/profile/{app}', {
        params: { path: { app } },
        body: { content },
      })
    for (const [app, list] of [
      ['mihomo', MIHOMO_TEMPLATES],
      ['singbox', SINGBOX_TEMPLATES],
    ] as const)
      for (const { text, at, what } of list)
        expect((await put(app, text)).response.status, what).toBe(at === undefined ? 200 : 403)
  })
})

describe('a template is handed out as it was written', () => {
  const TEXT = `# mine
secret: 007
proxies:
  - { name: own, type: vless, server: c.example, port: 443, uuid: x, short-id: 01234567, n: 0x1F, e: 12e4, big: 12345678901234567890123, password: 0123456, none: ~ }
proxy-groups:
  - &base
    name: P # chosen by hand
    type: select
    proxies: ["{servers}", own]
  - { <<: *base, name: Q, type: url-test }
rules:
  - MATCH,P
`

  test('for mihomo, but for the servers in it', () => {
    expect(readMihomo(TEXT).problems).toEqual([])
    const profile = mihomo({ nodes: [NODE], template: TEXT })
    for (const part of [
      '# mine\nsecret: 007\n',
      'short-id: 01234567, n: 0x1F, e: 12e4, big: 12345678901234567890123, password: 0123456, none: ~',
      'name: P # chosen by hand\n',
      '  - MATCH,P\n',
    ])
      expect(profile).toContain(part)
    expect(profile).toContain('"password": "0123"')
    const { proxies, 'proxy-groups': groups } = parse(profile, { merge: true })
    expect(proxies.map(({ name }: { name: string }) => name)).toEqual(['One', 'own'])
    expect(groups).toMatchObject([
      { name: 'P', proxies: ['One', 'own'] },
      { name: 'Q', type: 'url-test', proxies: ['One', 'own'] },
    ])
  })

  test('for sing-box, with numbers longer than ours can be', () => {
    const text = `{"outbounds":[{"type":"selector","tag":"P","outbounds":["{servers}"]},{"type":"direct","tag":"off","connect_timeout":"5s"}],"experimental":{"cache_file":{"enabled":true}},"ntp":{"enabled":false,"server_port":123}}`
    const long = text.replace('123}', '12345678901234567890}')
    expect(readSingbox(text).problems).toEqual([])
    const { template } = readSingbox(long)
    expect(JSON.stringify(template)).toContain('"server_port":12345678901234567890')
    const made = singbox({ nodes: [NODE], singbox: undefined, template: text })
    expect(JSON.parse(made).ntp).toEqual({ enabled: false, server_port: 123 })
  })
})
