import { describe, expect, test } from 'vitest'
import { appsFor, CLIENT_APPS, downloadOf, importLink, type System } from '#rules/clientApps.ts'

const appOf = (id: string) => CLIENT_APPS.find((app) => app.id === id)!
const LINK = 'https://site.example/api/user/account/subscribe/abc?type=clash'

describe('the apps for a system', () => {
  test.each<[System, string[]]>([
    ['apple', ['shadowrocket', 'hiddify', 'stash']],
    ['android', ['clash-meta', 'hiddify', 'sing-box', 'v2rayng']],
    ['windows', ['clash-verge', 'hiddify', 'sing-box', 'v2rayn-desktop']],
    ['mac', ['clash-verge', 'hiddify', 'sing-box', 'v2rayn-desktop']],
    ['linux', ['clash-verge', 'hiddify', 'sing-box', 'v2rayn-desktop']],
    ['router', ['openclash']],
  ])('%s: the easiest first', (system, ids) => {
    expect(appsFor(system).map(({ id }) => id)).toEqual(ids)
  })

  test('read the format they are given, and say what costs something', () => {
    const types = CLIENT_APPS.map(({ id, name, type, paid }) => [id, name, type, paid])
    expect(types).toEqual([
      ['shadowrocket', 'Shadowrocket', 'shadowrocket', true],
      ['clash-meta', 'Clash Meta', 'mihomo', undefined],
      ['clash-verge', 'Clash Verge Rev', 'mihomo', undefined],
      ['hiddify', 'Hiddify', 'shadowrocket', undefined],
      ['stash', 'Stash', 'clash', true],
      ['sing-box', 'sing-box', 'singbox', undefined],
      ['v2rayng', 'v2rayNG', 'shadowrocket', undefined],
      ['v2rayn-desktop', 'v2rayN', 'shadowrocket', undefined],
      ['openclash', 'OpenClash (OpenWrt)', 'mihomo', undefined],
    ])
  })

  test('are downloaded from their makers', () => {
    const hosts = CLIENT_APPS.flatMap(({ from }) => Object.values(from)).map((url) => {
      const { host, pathname } = new URL(url)
      return `${host}/${pathname.split('/')[1]}`
    })
    expect([...new Set(hosts)].sort()).toEqual([
      'apps.apple.com/app',
      'github.com/2dust',
      'github.com/MetaCubeX',
      'github.com/SagerNet',
      'github.com/clash-verge-rev',
      'github.com/hiddify',
      'github.com/vernesong',
    ])
  })

  test('are downloaded from the operator’s mirror where there is one for that app and system', () => {
    const official = downloadOf(appOf('hiddify'), 'android')
    expect(official).toBe('https://github.com/hiddify/hiddify-app/releases/latest')
    const mirror = { app: 'hiddify', system: 'android' as const, url: 'https://m.example/h.apk' }
    expect(downloadOf(appOf('hiddify'), 'android', [mirror])).toBe('https://m.example/h.apk')
    expect(downloadOf(appOf('hiddify'), 'mac', [mirror])).toBe(official)
    expect(downloadOf(appOf('clash-meta'), 'android', [mirror])).not.toBe(mirror.url)
    expect(downloadOf(appOf('openclash'), 'apple')).toBeUndefined()
  })
})

describe('the link that imports', () => {
  test('is each app’s own', () => {
    const encoded = encodeURIComponent(LINK)
    for (const id of ['openclash', 'v2rayn-desktop'])
      expect(importLink(appOf(id), LINK, 'N')).toBeUndefined()
    expect(importLink(appOf('v2rayng'), LINK, 'North Star')).toBe(
      `v2rayng://install-sub?url=${encoded}#North%20Star`,
    )
    expect(importLink(appOf('v2rayng'), LINK.replace('https', 'http'), 'N')).toBeUndefined()
    expect(importLink(appOf('hiddify'), LINK, 'North Star')).toBe(
      `hiddify://import/${LINK}#North%20Star`,
    )
    expect(importLink(appOf('stash'), LINK, 'A&B')).toBe(
      `stash://install-config?url=${encoded}&name=A%26B`,
    )
    expect(importLink(appOf('clash-meta'), LINK, 'N')).toMatch(/^clash:\/\/install-config\?url=/)
    expect(importLink(appOf('sing-box'), LINK, 'N')).toMatch(/^sing-box:\/\/import-remote-profile/)
  })

  test('takes any name', () => {
    expect(importLink(appOf('hiddify'), LINK, 'x\uD800')).toBe(
      `hiddify://import/${LINK}#x%EF%BF%BD`,
    )
    expect(importLink(appOf('clash-meta'), LINK, 'x\uD800')).toContain('x%EF%BF%BD')
  })
})
