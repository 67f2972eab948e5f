import { expect, test } from 'vitest'
import { lanesOf, opensShell } from '../../sw/shell.ts'

test.each([
  ['/', true],
  ['/home/login', true],
  ['/admin/account/5/edit', true],
  ['/user/index', true],
  ['/api/docs/', false],
  ['/API/home/login', false],
  ['/assets/index-abc.js', false],
  ['/app.webmanifest', false],
  ['/icon-192.png', false],
  ['/guide', false],
  ['/guide/en/install.html', false],
  ['/guided', true],
  ['/apiary', true],
])('the address %s opens the shell: %s', (path, opens) => {
  expect(opensShell(path)).toBe(opens)
})

test('files are shared out among lanes, each to one', () => {
  const lanes = lanesOf(['a', 'b', 'c', 'd', 'e'], 2)
  expect(lanes).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
})
