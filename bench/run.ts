/** `npm run bench`: the figures, as a table and in `bench/latest.json`. Run it alone on the machine. */
import { existsSync } from 'node:fs'
import { measure } from '../scripts/budget.ts'
import { measureCalls } from './calls.ts'
import { measureEngine } from './engine.ts'
import { measureVisits } from './first-visit.ts'
import { type Row, show } from './table.ts'

const SIZES = (process.env.ACCOUNTS ?? '10000,100000').split(',').map(Number)

const rows: Row[] = []
if (existsSync('dist/.vite/manifest.json')) {
  const { login, accounts, customer, all } = measure()
  rows.push(
    { name: 'JavaScript of the login route, brotli', ours: login, unit: 'KiB', target: '<= 120' },
    { name: 'more for the account list', ours: accounts, unit: 'KiB', target: '<= 65' },
    { name: "more for a customer's account", ours: customer, unit: 'KiB', target: '<= 75' },
    { name: 'all JavaScript', ours: all, unit: 'KiB', target: '<= 260' },
  )
  rows.push(...(await measureVisits()))
}
rows.push(...(await measureEngine()))
for (const size of SIZES) rows.push(...(await measureCalls(size)))
show(rows)
