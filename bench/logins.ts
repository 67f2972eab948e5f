import autocannon from 'autocannon'
import { type Sluice, startEmpty } from './server.ts'
import type { Row } from './table.ts'

const CROWD = 50
const FLOOD = 50
const SECONDS = 5
const PERSON = { email: 'bench@example.com', password: 'bench password' }

/** What other calls wait for while a crowd logs in, and during a password-guessing attack. */
export async function measureLogins(): Promise<Row[]> {
  const sluice = await startEmpty(8_097)
  try {
    const quiet = await others(sluice, SECONDS)
    const crowd = logInAtOnce(sluice)
    const beside = await others(sluice, SECONDS)
    const { refused, took } = await crowd
    const body = JSON.stringify({ ...PERSON, email: 'nobody@example.com' })
    const flood = autocannon({
      url: `${sluice.url}/api/home/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      connections: FLOOD,
      duration: SECONDS,
    })
    const flooded = await others(sluice, SECONDS)
    const { requests } = await flood
    const target = '< 25'
    return [
      { name: 'another call, p99', ours: quiet, unit: 'ms', target },
      {
        name: `the same while ${CROWD} people log in at once`,
        ours: beside,
        unit: 'ms',
        target,
        note: `${refused} refused, the last let in after ${took.toFixed(0)} ms`,
      },
      {
        name: 'the same while log-ins are refused',
        ours: flooded,
        unit: 'ms',
        target,
        note: `${requests.average} refused a second`,
      },
    ]
  } finally {
    await sluice.stop()
  }
}

async function logInAtOnce({ url }: Sluice) {
  const before = performance.now()
  const replies = await Promise.all(
    Array.from({ length: CROWD }, () =>
      fetch(`${url}/api/home/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(PERSON),
      }),
    ),
  )
  const refused = replies.filter(({ ok }) => !ok).length
  return { refused, took: performance.now() - before }
}

/** The p99 of a small call that reads the database, ms. */
async function others({ url, cookie }: Sluice, seconds: number): Promise<number> {
  const headers = { cookie }
  const load = { url: `${url}/api/home/login`, headers, connections: 2, duration: seconds }
  return (await autocannon(load)).latency.p99
}

if (import.meta.main) {
  const { show } = await import('./table.ts')
  show(await measureLogins())
}
