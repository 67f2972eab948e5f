/** `npm run bench`: the figures, as a table and in `bench/latest.json`. Run it alone on the machine. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { measure } from '../scripts/budget.ts'
import { packPrograms } from '../scripts/install.mjs'
import { measureCalls } from './calls.ts'
import { measureDelivery } from './delivery.ts'
import { measureDesk } from './desk.ts'
import { measureEngine } from './engine.ts'
import { measureFleet } from './fleet.ts'
import { measureVisits } from './first-visit.ts'
import { measureJobs } from './jobs.ts'
import { measureInteractions } from './interactions.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureLogins } from './logins.ts'
import { measureMixed } from './mixed.ts'
import { measurePhone } from './phone.ts'
import { measureProtocols } from './protocols.ts'
import { measureReconciler } from './reconciler.ts'
import { measureSelling } from './selling.ts'
import { dataDirOf } from './server.ts'
import { type Row, show } from './table.ts'

/** `ONLY=delivery,desk` leaves out the rest. */
const ONLY = process.env.ONLY?.split(',')
const isWanted = (part: string) => !ONLY || ONLY.includes(part)
const SIZES = (process.env.ACCOUNTS ?? '10000,100000').split(',').map(Number)

// What `npm start` runs is measured.
packPrograms()
const rows: Row[] = []
const isBuilt = existsSync('dist/.vite/manifest.json')
if (isBuilt && isWanted('size')) {
  const { login, accounts, customer, all } = measure()
  rows.push(
    { name: 'JavaScript of the login route, brotli', ours: login, unit: 'KiB', target: '<= 120' },
    { name: 'more for the account list', ours: accounts, unit: 'KiB', target: '<= 65' },
    { name: "more for a customer's account", ours: customer, unit: 'KiB', target: '<= 75' },
    { name: 'all JavaScript', ours: all, unit: 'KiB', target: '<= 260' },
  )
}
if (isBuilt && isWanted('visits')) rows.push(...(await measureVisits()))
if (isBuilt && isWanted('protocols')) rows.push(...(await measureProtocols()))
if (isBuilt && isWanted('inp')) rows.push(...(await measureInteractions()))
// Only when it is named: npm has to fetch it.
if (isBuilt && ONLY?.includes('lighthouse')) rows.push(...(await measureLighthouse()))
if (isWanted('engine')) rows.push(...(await measureEngine()))
if (isWanted('calls')) for (const size of SIZES) rows.push(...(await measureCalls(size)))
if (isWanted('mixed')) for (const size of SIZES) rows.push(...(await measureMixed(size)))
if (isWanted('jobs')) for (const size of SIZES) rows.push(...(await measureJobs(size)))
if (isBuilt && isWanted('fleet')) rows.push(...(await measureFleet()))
if (isWanted('reconciler')) rows.push(...(await measureReconciler()))
if (isWanted('logins')) rows.push(...(await measureLogins()))
if (isWanted('delivery')) rows.push(...(await measureDelivery()))
if (isBuilt && isWanted('selling')) rows.push(...(await measureSelling()))
if (isBuilt && isWanted('phone')) rows.push(...(await measurePhone(Math.max(...SIZES))))
if (isBuilt && isWanted('desk')) rows.push(...(await measureDesk(Math.max(...SIZES))))
show(rows)
// It goes on without its console, with all its ports.
for (const size of SIZES) {
  const env = { ...process.env, DATA_DIR: dataDirOf(size) }
  if (existsSync(env.DATA_DIR))
    spawnSync(process.execPath, ['server/engine/command.ts', 'stop'], { env })
}
