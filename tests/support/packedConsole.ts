import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { freePort } from './freePort.ts'
import { packedProgram, type ProgramName } from './programs.ts'
import { emptyFolder, serve } from './served.ts'

const run = promisify(execFile)
const UP = { timeout: 60_000, interval: 50 }

/** Whom a set-up packed console belongs to. */
export const BOSS = { email: 'boss@example.com', password: 'a good password of mine' }

/** Asks a console as one person, whose cookie is kept; the answer as it came. */
export function personAt(url: string) {
  let cookie = ''
  return async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const sent = body ? { body: JSON.stringify(body) } : {}
    const reply = await fetch(url + path, { method, headers, ...sent })
    const [given] = reply.headers.getSetCookie()
    if (given) cookie = given.split(';', 1)[0] ?? ''
    const text = await reply.text()
    const isJson = /json/.test(reply.headers.get('content-type') ?? '')
    // Of any shape: what is asked of it is asked by the tests.
    return { status: reply.status, said: isJson ? JSON.parse(text) : text }
  }
}

/** What a call came to that has to succeed. */
export async function done(call: ReturnType<ReturnType<typeof personAt>>) {
  const { status, said } = await call
  expect({ status, said }).toMatchObject({ status: 200 })
  return said
}

/** The packed console, as `npm start` runs it, until its set-up link is printed. */
export async function packedConsole(env: NodeJS.ProcessEnv = {}) {
  const [port, dataDir] = [await freePort(), await emptyFolder()]
  const url = `http://localhost:${port}`
  const own = { DATA_DIR: dataDir, PORT: String(port), SITE: url, SECRET_KEY: '', OVERLOAD_MS: '0' }
  const server = await serve({ ...own, ...env }, { program: packedProgram('console') })
  const link = /\/home\/setup\/(\S+)/
  await vi.waitFor(() => expect(server.said()).toMatch(link), UP)
  const token = link.exec(server.said())?.[1] ?? ''
  return { ...server, url: `http://127.0.0.1:${port}`, site: url, dataDir, token }
}

/** Sets it up by the link; asks as its owner. */
export async function setUp({ site, token }: Awaited<ReturnType<typeof packedConsole>>) {
  const boss = personAt(site)
  const body = { ...BOSS, token, title: 'North Star', language: 'en-US' }
  await done(boss('/api/home/setup', body))
  return boss
}

/** A packed command to its end: what it said, and its exit code. */
export const packedCommand = (name: ProgramName, words: string[], env: NodeJS.ProcessEnv) =>
  run(process.execPath, [packedProgram(name), ...words], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )

/** A file with these certificates, which a console is told to trust besides. */
export async function trusting(...certificates: string[]) {
  const path = join(await emptyFolder(), 'trusted.pem')
  writeFileSync(path, certificates.join('\n'))
  return { NODE_EXTRA_CA_CERTS: path }
}
