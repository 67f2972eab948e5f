import { expect, test } from 'vitest'
import { entriesOf } from '../../sw/login.ts'

test('the code files that a cached page refers to are found, and nothing else', () => {
  const page = `<link rel="icon" href="/favicon.svg"><link rel="manifest" href="/app.webmanifest">
<script type="module" crossorigin src="/assets/index-a1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/ru-RU-b2.js"><a href="/home/index">x</a>
<script>early()</script>`
  expect(entriesOf(page)).toEqual(['/assets/index-a1.js', '/assets/ru-RU-b2.js'])
})
