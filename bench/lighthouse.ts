import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BOSS } from '../tests/e2e/support/person.ts'
import { startSluice } from '../tests/e2e/support/server.ts'
import { call } from './server.ts'
import { percentile, type Row } from './table.ts'

const run = promisify(execFile)
/** Not a dependency: it would be 180 MB, of use only here. npm fetches it when it is selected. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
/** How often it may fail on one page. */
const TRIES = 3
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 1)
/** The index of a phone of the middle class: a fast desktop's, slowed down four times. */
const PHONE = 440

type Screen = { name: string; path: string; who?: 'boss' | 'customer'; performance: number }
const SCREENS: Screen[] = [
  { name: 'login', path: '/home/login', performance: 95 },
  { name: "customer's home", path: '/user/index', who: 'customer', performance: 90 },
  { name: "customer's account", path: '/user/account', who: 'customer', performance: 90 },
  { name: "admin's home", path: '/admin/index', who: 'boss', performance: 90 },
  { name: "an admin's account page", path: '/admin/account/1', who: 'boss', performance: 90 },
]

/** The part of a report that is shown. */
type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<
    'performance' | 'accessibility' | 'best-practices',
    { score: number | null; auditRefs: { id: string }[] }
  >
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
}

/**
 * Lighthouse as on a phone, every visit the first; medians of `LIGHTHOUSE_RUNS`, one unless given.
 *
 * Left alone it takes any machine for a fast desktop and slows it down four times. Here the first
 * visit measures how fast the machine is, and the others are slowed down to a phone's speed.
 * Throws where npm cannot fetch it.
 */
export async function measureLighthouse(): Promise<Row[]> {
  const sluice = await startSluice(['--demo'])
  try {
    const server = { url: sluice.site, cookie: '' }
    const { email, password, site: title } = BOSS
    const token = sluice.setupLink.split('/').at(-1)
    const setup = { token, email, password, title, language: 'en-US' }
    const boss = await call(server, 'POST', '/api/home/setup', setup)
    const customer = await call(server, 'POST', '/api/home/login', sluice.customer)
    const cookies = { boss: boss.cookie, customer: customer.cookie }
    const { environment } = await look(`${sluice.site}/home/login`, 1)
    const slower = Math.max(1, environment.benchmarkIndex / PHONE)
    const rows: Row[] = [
      { name: 'times as slow as this machine', ours: slower, unit: '', note: 'a phone' },
    ]
    for (const screen of SCREENS) {
      const reports: Report[] = []
      const cookie = screen.who && cookies[screen.who]
      for (let number = 0; number < RUNS; number++)
        reports.push(await look(sluice.site + screen.path, slower, cookie))
      rows.push(...rowsOf(screen, reports))
    }
    return rows
  } finally {
    await sluice.stop()
  }
}

async function look(url: string, slower: number, cookie?: string): Promise<Report> {
  const path = join(tmpdir(), `sluice-lighthouse-${process.pid}.json`)
  const words = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${path}`]
  words.push('--only-categories=performance,accessibility,best-practices')
  words.push(`--throttling.cpuSlowdownMultiplier=${slower.toFixed(1)}`)
  words.push('--chrome-flags=--headless=new --no-sandbox')
  if (cookie) words.push(`--extra-headers=${JSON.stringify({ cookie })}`)
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' }
  // Now and then it does not get its own recording (NO_NAVSTART), whatever the page does.
  for (let time = 1; ; time++) {
    const failed = await run('npx', words, { env }).then(() => undefined, String)
    if (failed === undefined) break
    if (time === TRIES) throw new Error(failed)
  }
  const report: Report = JSON.parse(await readFile(path, 'utf8'))
  await rm(path)
  return report
}

function rowsOf({ name, performance }: Screen, reports: Report[]): Row[] {
  const median = (read: (report: Report) => number) => percentile(reports.map(read), 0.5)
  const score = (category: keyof Report['categories'], least: number): Row => ({
    name: `${name}: ${category}`,
    ours: median(({ categories }) => (categories[category].score ?? 0) * 100),
    unit: '',
    target: `>= ${least}`,
    note: faultsIn(category, reports[0]),
  })
  const figure = (audit: string, words: string, unit: string, target?: string): Row => ({
    name: `${name}: ${words}`,
    ours: median(({ audits }) => audits[audit]?.numericValue ?? Number.NaN),
    unit,
    ...(target && { target }),
  })
  return [
    score('performance', performance),
    score('accessibility', 100),
    score('best-practices', 100),
    figure('cumulative-layout-shift', 'layout shift', '', '0'),
    figure('largest-contentful-paint', 'largest content', 'ms'),
    figure('total-blocking-time', 'total blocking time', 'ms', '<= 200'),
  ]
}

/** What failed, apart from what only measures. */
function faultsIn(category: keyof Report['categories'], report?: Report): string {
  const audits = report?.categories[category].auditRefs.map(({ id }) => report.audits[id]) ?? []
  return audits
    .flatMap((audit) => (audit?.score === 0 && audit.numericValue === undefined ? audit.title : []))
    .join('; ')
}

if (import.meta.main) {
  const { show } = await import('./table.ts')
  show(await measureLighthouse())
}
