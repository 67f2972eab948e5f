import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSettings } from '../../../server/app/release/checkSettings.ts'
import { emptyFolder } from '../../support/served.ts'

test('what the package installs is right, and so is the sample of all settings', () => {
  for (const sample of ['docs/deploy/debian/sluice.env', 'docs/deploy/settings.env']) {
    const text = readFileSync(sample, 'utf8')
    expect(checkSettings(text, {}), sample).toEqual({ problems: [], notes: [], count: 1 })
  }
})

test('every line of the sample is right where it is no remark', () => {
  const sample = readFileSync('docs/deploy/settings.env', 'utf8')
  const filled = sample
    .replaceAll(/^#([A-Z_]+=.+)$/gm, '$1')
    .replace(/^ENGINE_CLOSED_NETWORKS=.*$/m, 'ENGINE_CLOSED_NETWORKS=package.json')
    .replace(/^ACME_EAB_KID=.*$/m, '')
  expect(checkSettings(filled, {}).problems).toEqual([])
})

test.each([
  [
    'export SITE=https://a.example.com',
    ['Line 1 is passed over: a setting is NAME=value, without export.'],
    [],
  ],
  [
    'SITE = https://a.example.com',
    ['Line 1 is passed over: a setting is NAME=value, without a space before the =.'],
    [],
  ],
  ['nonsense', ['Line 1 is passed over: a setting is NAME=value.'], []],
  ['PORT=808O', ['PORT must be a port from 0 to 65535, not "808O".'], []],
  ['SLUICE_PORT=80', ['SLUICE_PORT is no setting. Did you mean PORT?'], []],
  ['site=https://a.example.com', ['site is no setting. Did you mean SITE?'], []],
  ['PORT=1\n\n# no\nPORT=2', [], ['PORT is given in the lines 1 and 4: the last one counts.']],
  ['SMTP=x\nNODE_OPTIONS=x\nhttps_proxy=x', [], ['SMTP is no setting of Sluice (line 1).']],
  [
    'METRICS_TOKEN=with a space',
    ['METRICS_TOKEN must be letters, digits and signs of ASCII, without spaces.'],
    [],
  ],
])('%j', (text, problems, notes) => {
  expect(
    checkSettings(text, { SLUICE_OTHER: 'of the environment, which is not asked' }),
  ).toMatchObject({ problems, notes })
})

test('without a file it is the environment', () => {
  expect(checkSettings(undefined, { PORT: '80', SLUICE_X: '1' })).toMatchObject({
    problems: ['SLUICE_X is no setting: the page Settings of the manual names all.'],
    count: 1,
  })
})

test('the command says all of it and ends with 1, and shows no secret', async () => {
  const file = join(await emptyFolder(), 'x.env')
  const call = (...words: string[]) =>
    spawnSync(process.execPath, ['server/app/release/configCommand.ts', ...words], {
      encoding: 'utf8',
    })
  writeFileSync(file, 'PORT=x\nSECRET_KEY=hunter2\n')
  const wrong = call('check', '--file', file)
  expect([wrong.status, wrong.stderr.trim().split('\n').length]).toEqual([1, 2])
  expect(wrong.stdout + wrong.stderr).not.toContain('hunter2')
  writeFileSync(file, 'PORT=80\n')
  expect(call('check', '--file', file)).toMatchObject({ status: 0, stderr: '' })
  expect(call('check', '--file', `${file}.none`).status).toBe(1)
  expect(call('nothing').status).toBe(2)
})
