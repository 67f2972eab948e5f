import { DatabaseSync } from 'node:sqlite'
import { dataDirOf, type Sluice, startSluice } from './server.ts'
import type { Row } from './table.ts'

/** As many as one job takes by their ids. */
const MANY = 10_000
const MONTH = 2_592_000_000

/** How long jobs over 10,000 accounts take from the call until they are done. Each is taken back. */
export async function measureJobs(accounts: number): Promise<Row[]> {
  const sluice = await startSluice(accounts, 8_092)
  const ids = someAccounts(accounts)
  const rows: Row[] = []
  for (const action of [{ kind: 'extend', time: MONTH }, { kind: 'delete' }]) {
    const began = performance.now()
    const { id } = await call(sluice, 'job', { selection: { of: 'account', ids }, action })
    const { done, failed } = await ended(sluice, id)
    const took = performance.now() - began
    const undoing = performance.now()
    await call(sluice, `job/${id}/undo`, {})
    await ended(sluice, id)
    const back = Math.round(performance.now() - undoing)
    rows.push({
      name: `job: ${action.kind} ${ids.length} of ${accounts} accounts`,
      ours: took / 1000,
      unit: 's',
      target: '< 30',
      note: `${done} done, ${failed} left out, taken back in ${back} ms`,
    })
  }
  await sluice.stop()
  return rows
}

function someAccounts(accounts: number): number[] {
  const database = new DatabaseSync(`${dataDirOf(accounts)}/sluice.db`, { readOnly: true })
  const rows = database.prepare('select "id" from "account" order by "id" limit ?').all(MANY)
  database.close()
  return rows.map(({ id }) => Number(id))
}

type Job = { id: number; status: string; done: number; failed: number }

async function call({ url, cookie }: Sluice, path: string, body?: object): Promise<Job> {
  const reply = await fetch(`${url}/api/admin/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
  return text.startsWith('{') ? JSON.parse(text) : { id: 0, status: '', done: 0, failed: 0 }
}

async function ended(sluice: Sluice, id: number): Promise<Job> {
  for (;;) {
    const job = await call(sluice, `job/${id}`)
    if (!['running', 'undoing'].includes(job.status)) return job
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
