import { describe, expect, test } from 'vitest'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { makeWorld } from '../../support/world.ts'
import { isBrowser, programOf } from '../../../server/accounts/subscriptions/programs.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('which format a program reads', () => {
  test.each([
    ['mihomo/1.18.9', 'mihomo'],
    ['clash.meta', 'mihomo'],
    ['Clash.Meta/1.16.0', 'mihomo'],
    ['clash-verge/v2.4.2', 'mihomo'],
    ['ClashVerge/1.3.8', 'mihomo'],
    ['ClashMetaForAndroid/2.11.10.Meta', 'mihomo'],
    ['ClashX Meta/v1.4.24 (com.metacubex.ClashX.meta; build:622; macOS 26.0.0)', 'mihomo'],
    ['FlClash/v0.8.90 clash-verge Platform/android', 'mihomo'],
    ['NekoBox/Android/1.3.8 (Prefer ClashMeta Format)', 'mihomo'],
    ['Clash/1.0', 'clash'],
    ['ClashforWindows/0.20.39', 'clash'],
    ['Stash/3.1.1 Clash/1.9.0', 'clash'],
    // Others that name it, and names without what they are like.
    ['Stash/3.1.1', 'clash'],
    ['stash', 'clash'],
    ['Stash/2.7.0 (iPhone; iOS 18.5) ClashMeta/1.18.0', 'clash'],
    ['Stash/2.7.0 mihomo/1.18.0', 'clash'],
    ['LikeStash/1.0 mihomo/1.18.0', 'mihomo'],
    ['Stashed/1.0 mihomo/1.18.0', 'mihomo'],
    ['clash-nyanpasu/v2.0.0', 'mihomo'],
    ['mihomo-party/v1.8.0 (clash.meta)', 'mihomo'],
    ['FlClash/v0.8.90', 'mihomo'],
    ['clash', 'clash'],
    ['sing-box 1.12.0', 'singbox'],
    ['singbox/1.12', 'singbox'],
    ['SFT/1.12.0 (sing-box 1.12.0)', 'singbox'],
    ['NekoBox/Android/1.3.8 (Prefer ClashMeta Format) sing-box 1.12.0', 'mihomo'],
    ['v2rayn', 'shadowrocket'],
    ['Quantumult X/1.5.5', 'quantumultx'],
    ['SFA/1.11.4 (440; sing-box 1.11.4; language zh_CN)', 'singbox'],
    ['SFI/1.12.2 (Build 2; sing-box 1.12.4; language zh_CN)', 'singbox'],
    ['Shadowrocket/1978 CFNetwork/1331.0.7 Darwin/21.4.0', 'shadowrocket'],
    ['SFM/1.12.2 (Build 2; sing-box 1.12.4; language zh_CN)', 'singbox'],
    ['SFW/1.14.0', 'singbox'],
    ['HiddifyNext/4.1.1 (android) like ClashMeta v2ray sing-box', 'shadowrocket'],
    ['v2rayN/7.0.0', 'shadowrocket'],
    ['v2rayNG/1.10.23', 'shadowrocket'],
    ['Surge iOS/3090', 'surge'],
    ['Surge Mac/2920', 'surge'],
    ['Surge/1129 CFNetwork/1335.0.3.2 Darwin/21.6.0', 'surge'],
    ['Quantumult%20X/1.0.29 (iPhone14,5; iOS 15.4.1)', 'quantumultx'],
    ['Loon/936 CFNetwork/1404.0.5 Darwin/22.3.0', 'loon'],
    ['Outline/1.15 (Android)', 'outline'],
  ])('%s: %s', (userAgent, type) => {
    expect(programOf(userAgent).type).toBe(type)
  })

  test.each([
    '',
    'curl/8.7.1',
    'Go-http-client/1.1',
    'okhttp/3.8.0',
    'Balloon/1.0',
    'Surgeon/1.0',
    'XSurge/1.0',
    'Loons/1.0',
    'Outliner/2.0',
    'SFX/1.0',
    'SFAX/1.0',
    'v2raya/1.5',
    'v2rayNGO/1.0',
    'Quantumult/598',
    CHROME,
    SAFARI,
  ])('is unknown: %s', (userAgent) => {
    expect(programOf(userAgent)).toEqual({ type: undefined, singbox: undefined })
  })
})

test.each([
  ['sing-box 1.12.0', [1, 12]],
  ['sing-box/1.13.0-beta.1', [1, 13]],
  // An app has a number of its own.
  ['SFI/1.12.2 (Build 2; sing-box 1.11.4; language zh_CN)', [1, 11]],
  ['SFA/1.11.4', [1, 11]],
  ['SFW/1.14.0', [1, 14]],
  ['sing-box', undefined],
  ['sing-box 99999.1', undefined],
  ['HiddifyNext/4.1.1 (android) like ClashMeta v2ray sing-box', undefined],
  ['mihomo/1.18.9', undefined],
])('the sing-box in %s', (userAgent, version) => {
  expect(programOf(userAgent).singbox).toEqual(version)
})

test('a browser is recognised by its name and its accept header', () => {
  for (const name of [CHROME, SAFARI]) expect(isBrowser(name, PAGE)).toBe(true)
  // Older clients call themselves Mozilla.
  for (const accept of ['', '*/*', 'text/plain', 'application/json, text/html'])
    expect(isBrowser(SAFARI, accept)).toBe(false)
  expect(isBrowser('Shadowrocket/1978', PAGE)).toBe(false)
  expect(isBrowser('', PAGE)).toBe(false)
})

describe('a link without a type', () => {
  const TOKEN = 'c0ffee'.padEnd(32, '0')
  const MIHOMO = 'mihomo/1.18.9'

  async function reader() {
    const world = await makeWorld({ plane: openPlane() })
    await aServer(world)
    await anAccount(world, { port: 5000, subscribe: TOKEN })
    return async (userAgent: string, query = '') => {
      const url = `/api/user/account/subscribe/${TOKEN}${query}`
      const { payload } = await world.app.inject({ url, headers: { 'user-agent': userAgent } })
      return payload
    }
  }

  test('is answered in the program’s format, and for an unknown one in the default format', async () => {
    const read = await reader()
    expect(await read(MIHOMO)).toBe(await read('', '?type=mihomo'))
    expect(await read('SFA/1.13.0 (sing-box 1.13.0)')).toBe(await read('', '?type=singbox'))
    expect(await read('curl/8.7.1')).toBe(await read('', '?type=shadowrocket'))
    expect(await read('')).toBe(await read('', '?type=shadowrocket'))
  })

  test('loses against a type, also in an old word', async () => {
    const read = await reader()
    expect(await read(MIHOMO, '?type=ssd')).toMatch(/^ssd:/)
    expect(await read(MIHOMO, '?ssr=1')).toBe(await read('', '?type=ssr'))
  })
})
