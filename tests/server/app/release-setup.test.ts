import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsIn, withSetting } from '../../../server/app/release/settingsFile.ts'
import { writeSettings } from '../../../server/app/release/setup.ts'
import { emptyFolder } from '../../support/served.ts'

const SITE = 'https://panel.example.com'

/** The settings as the package brings them, with more behind. */
async function shipped(more = '') {
  const file = join(await emptyFolder(), 'sluice.env')
  copyFileSync('docs/deploy/debian/sluice.env', file)
  writeFileSync(file, readFileSync(file, 'utf8') + more)
  chmodSync(file, 0o640)
  return file
}

describe('sluice setup', () => {
  test('fills in the line that is there as a remark, and leaves the rest, owner and mode', async () => {
    const file = await shipped('METRICS_TOKEN=ab\n')
    const before = readFileSync(file, 'utf8')
    expect(writeSettings({ site: `${SITE}/` }, file)).toMatchObject({
      SITE,
      HOST: '127.0.0.1',
      METRICS_TOKEN: 'ab',
      DATA_DIR: '/var/lib/sluice',
    })
    const after = readFileSync(file, 'utf8')
    expect(after).toBe(before.replace(`#SITE=${SITE}`, `SITE=${SITE}`))
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(join(file, '..'))).toEqual(['sluice.env'])
    // Once more, with and without the address.
    expect(writeSettings({ site: SITE }, file)).toMatchObject({ SITE })
    expect(writeSettings({}, file)).toMatchObject({ SITE })
    expect(readFileSync(file, 'utf8')).toBe(after)
  })

  test('has the console serve https by itself where it is told whom the authority writes to', async () => {
    const file = await shipped()
    writeSettings({ site: SITE, acme: 'you@example.com' }, file)
    expect(settingsIn(readFileSync(file, 'utf8'))).toEqual({
      SITE,
      HOST: '127.0.0.1',
      TLS: 'acme',
      ACME_EMAIL: 'you@example.com',
    })
  })

  test.each([
    [{}, '', 'Say where browsers find it: sluice setup https://panel.example.com'],
    [{ site: 'https://b.example.com' }, `SITE=${SITE}\n`, `SITE is ${SITE} already.`],
    [{ site: 'panel.example.com' }, '', 'SITE must be an address'],
    [{ site: `${SITE}/shop` }, '', 'SITE must be an address without a path'],
    [{ site: `${SITE}\nTLS=files` }, '', 'SITE must be an address'],
    [{ site: SITE, acme: 'a@example.com\nPORT=1' }, '', 'ACME_EMAIL must'],
    [{ site: SITE }, 'PORT=808O\n', 'PORT must be a port'],
  ])('changes nothing for %j behind "%s"', async (wish, more, sentence) => {
    const file = await shipped(more)
    const before = readFileSync(file, 'utf8')
    expect(() => writeSettings(wish, file)).toThrow(sentence)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('reads a file as systemd does, and writes where there is no such line', () => {
    expect(settingsIn('# SITE=a\n PORT=1 \nBACKUP="/b c"\nexport X=1\n\nHOST=\n')).toEqual({
      PORT: '1',
      BACKUP: '/b c',
      HOST: '',
    })
    expect(withSetting('', 'SITE', 'a')).toBe('SITE=a\n')
    expect(withSetting('PORT=1', 'SITE', '$&')).toBe('PORT=1\nSITE=$&\n')
    expect(withSetting('#SITE=x\nSITE=y\n', 'SITE', 'z')).toBe('#SITE=x\nSITE=z\n')
    expect(withSetting('MY_SITE=x\n', 'SITE', 'z')).toBe('MY_SITE=x\nSITE=z\n')
  })
})
