import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The one place that knows what servers older than the contract answer, take and lack. */
const EDGE = 'src/api/older/'

/** What the way to the server may say of them, and two sentences for operators. */
const MOST = 10

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !path.startsWith(EDGE) && !path.startsWith('src/locales/'))
  .map((path) => [path, readFileSync(path, 'utf8')] as const)

const naming = (what: RegExp) => sources.filter(([, text]) => what.test(text)).map(([path]) => path)

test('older servers are spoken of at one edge', () => {
  expect(naming(/older (server|console)/i).length).toBeLessThanOrEqual(MOST)
})

test('no screen asks how old a server is', () => {
  const asking = naming(/contract [!=]== null|speaksContract|answersAsOlder|useIsOlder|isOlder\(/)
  expect(asking.filter((path) => !/^src\/(api|device)\//.test(path))).toEqual([])
})

test('the edge is loaded where an older server answers', () => {
  // What it does not have is asked before anything is drawn, and is small.
  const eager = naming(/from '(\.\.?\/|#api\/)older\/(?!lacks\.ts')/)
  expect(eager).toEqual([])
  const lazy = naming(/import\('\.\/older\/edge\.ts'\)/)
  expect(lazy).toEqual(['src/api/client.ts'])
})
