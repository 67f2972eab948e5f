import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openNetworkFile } from '../../../server/network/networkList.ts'
import { openTargets } from '../../../server/network/targets.ts'
import { emptyFolder } from '../../support/served.ts'

/** A file with this text, and what is made of it. */
async function aList(text: string, lookMs?: number) {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const path = join(await emptyFolder(), 'list.txt')
  writeFileSync(path, text)
  const file = await openNetworkFile(path, lookMs)
  onTestFinished(file.close)
  const has = (address: string) => file.now().has(address)
  return { path, file, has, said }
}

describe('a list of networks', () => {
  test('has each address of them, from the first to the last, and none beside', async () => {
    const { has } = await aList(
      '198.51.100.0/24\n8.8.8.8\n203.0.113.128/25\n0.0.0.0/31\n255.255.255.255\n',
    )
    const inside = ['198.51.100.0', '198.51.100.255', '8.8.8.8', '203.0.113.128', '203.0.113.255']
    expect(inside.filter((one) => !has(one))).toEqual([])
    expect(['0.0.0.0', '0.0.0.1', '255.255.255.255'].filter((one) => !has(one))).toEqual([])
    const beside = ['198.51.99.255', '198.51.101.0', '8.8.8.7', '8.8.8.9', '203.0.113.127']
    expect([...beside, '203.0.114.0', '0.0.0.2', '255.255.255.254'].filter(has)).toEqual([])
  })

  test('has those of IPv6, however they are spelled', async () => {
    const { has } = await aList('2001:db8:1::/48\n2400::1\nffff:ffff::/32\n')
    const inside = [
      '2001:db8:1::',
      '2001:DB8:1:ffff:ffff:ffff:ffff:ffff',
      '2400:0:0::1',
      'ffff:ffff::5',
    ]
    expect(inside.filter((one) => !has(one))).toEqual([])
    expect(['2001:db8:0:ffff::', '2001:db8:2::', '2400::2', '::1', '1.2.3.4'].filter(has)).toEqual(
      [],
    )
  })

  test('takes a host inside a network for the network, and one inside another for nothing new', async () => {
    const { file } = await aList(
      '10.1.2.3/8\n10.9.0.0/16\n11.0.0.0/8\n12.0.0.0\n2400::/32\n2400:0:1::/48',
    )
    expect(file.now().ranges()).toEqual({
      four: ['10.0.0.0-12.0.0.0'],
      six: ['2400:0000:0000:0000:0000:0000:0000:0000-2400:0000:ffff:ffff:ffff:ffff:ffff:ffff'],
    })
  })

  test('is read as published lists are written, and says what it could not read', async () => {
    const { file, has, said } = await aList(
      '; Spamhaus DROP List\r\n192.0.2.0/25 ; SBL1\r\n\r\n# more\r\n  8.8.4.4,a remark\r\n' +
        'example.com\n1.2.3.4/33\n1.2.3.4/\n::/129\n1.2.3.4/-1\n1.2.3\n5.5.5.5#x',
    )
    expect(['192.0.2.1', '8.8.4.4', '5.5.5.5'].filter((one) => !has(one))).toEqual([])
    expect(has('1.2.3.4')).toBe(false)
    expect(file.now().wrong).toEqual({ count: 6, first: 'example.com' })
    expect(said.mock.calls.flat().join()).toContain(
      '6 lines that name no network, such as "example.com"',
    )
  })

  test('of everything is everything', async () => {
    const { has } = await aList('0.0.0.0/0\n::/0')
    expect(['0.0.0.0', '255.255.255.255', '::', '2001:db8::1'].filter((one) => !has(one))).toEqual(
      [],
    )
  })

  test('is read again when it is another, and stays as it was while it is gone', async () => {
    const { path, file, has, said } = await aList('8.8.8.8', 20)
    const before = file.version()
    writeFileSync(`${path}.new`, '9.9.9.9\n# longer')
    renameSync(`${path}.new`, path)
    await expect.poll(() => has('9.9.9.9')).toBe(true)
    expect([has('8.8.8.8'), file.version()]).toEqual([false, before + 1])
    rmSync(path)
    await expect.poll(() => said.mock.calls.flat().join()).toContain('stays as it was')
    expect(has('9.9.9.9')).toBe(true)
    writeFileSync(path, '7.7.7.7')
    await expect.poll(() => has('7.7.7.7')).toBe(true)
  })

  test('that cannot be read at first closes nothing, and is read once it is there', async () => {
    const { path, has, said } = await aList('', 20)
    expect(has('1.1.1.1')).toBe(false)
    rmSync(path)
    const late = await openNetworkFile(path, 20)
    onTestFinished(late.close)
    expect(late.now().has('1.1.1.1')).toBe(false)
    expect(said).toHaveBeenCalled()
    writeFileSync(path, '1.1.1.1')
    await expect.poll(() => late.now().has('1.1.1.1')).toBe(true)
  })

  test('may have a million of them', async () => {
    const lines = Array.from({ length: 1_000_000 }, (_, at) => {
      const value = at * 4_096
      return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}/21`
    })
    const { has, file } = await aList(lines.join('\n'))
    expect(file.now().ranges().four).toHaveLength(1_000_000)
    expect([has('0.0.7.255'), has('0.0.8.0'), has('238.100.240.1')]).toEqual([true, false, true])
  })
})

test('a target in it is refused, also inside an IPv6 address, unless it is allowed by name', async () => {
  const { has } = await aList('8.8.8.0/24\n2a00:1450::/32')
  const own = () => false
  const targets = openTargets({ isClosed: has, own })
  const allowed = openTargets({ isClosed: has, own, allow: ['8.8.8.8/32'] })
  const inside = [
    '8.8.8.8',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
    '2a00:1450::1',
  ]
  expect(inside.filter((one) => targets.allows(one, 443))).toEqual([])
  expect(targets.allows('8.8.9.8', 443)).toBe(true)
  expect([allowed.allows('8.8.8.8', 443), allowed.allows('8.8.8.9', 443)]).toEqual([true, false])
})
