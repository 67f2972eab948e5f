import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDeployments } from '../../e2e/support/deployments.ts'

import { startSluice } from '../../e2e/support/server.ts'
import { startAlipay } from '../../support/alipay.ts'
import { freePort } from '../../support/freePort.ts'
import { openLine } from './line.ts'

/** Who sets the site up. */
export const OPERATOR = {
  email: 'boss@example.com',
  password: 'a good password',
  site: 'North Star',
}

export type Site = Awaited<ReturnType<typeof startSite>>

/**
 * The packed console with the demo's shop, to be set up: in a folder of its own, so that it can be
 * deployed anew, behind a line that can be cut, with a stand-in for Alipay.
 */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-installed-'))
  const { deploy } = makeDeployments(join(folder, 'dist'))
  for (const name of ['dist-server', 'package.json'])
    cpSync(name, join(folder, name), { recursive: true })
  const [port, ownPort] = [await freePort(), await freePort()]
  // What accounts open is no matter of a browser.
  const env = { SITE: `http://localhost:${port}`, PORT: String(ownPort), ENGINE: 'false' }
  const program = join(folder, 'dist-server', 'console.mjs')
  const [sluice, alipay] = await Promise.all([startSluice(['--demo'], env, program), startAlipay()])
  const line = await openLine(port, ownPort)
  let session = ''

  /** A call of the operator's, from another device. */
  async function call<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const reply = await fetch(`${sluice.site}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: session },
      ...(data && { body: JSON.stringify(data) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    session = reply.headers.getSetCookie()[0]?.split(';')[0] ?? session
    return (/^[[{]/.test(text) ? JSON.parse(text) : text) as Answer
  }

  return {
    ...sluice,
    alipay,
    line,
    deploy,
    call,
    /** The same as by the page for it, where that is not what is tried. */
    async setUp(): Promise<void> {
      const { site: title, ...owner } = OPERATOR
      const token = sluice.setupLink.split('/').at(-1)
      await call('POST', 'home/setup', { ...owner, title, language: 'en-US', token })
    },
    /** Lets it sell; it is set up already. */
    async sell(): Promise<void> {
      const { email, password } = OPERATOR
      if (session === '') await call('POST', 'home/login', { email, password })
      await call('PUT', 'admin/setting/provider/alipay', { data: alipay.setting })
    },
    async close(): Promise<void> {
      await line.cut()
      await Promise.all([sluice.stop(), alipay.stop()])
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
