import { expect, test } from 'vitest'
import { opensShell } from '../../sw/shell.ts'

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
  ['/apiary', true],
])('the address %s opens the shell: %s', (path, opens) => {
  expect(opensShell(path)).toBe(opens)
})
