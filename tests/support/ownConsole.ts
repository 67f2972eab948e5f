import { onTestFinished } from 'vitest'
import { makeApp } from '../../server/app/app.ts'
import { makeOwnTls } from '../../server/app/tls/run.ts'
import { freePort } from './freePort.ts'
import { emptyFolder } from './served.ts'
import { makeWorld } from './world.ts'

export const NAME = 'panel.example.test'
export const HELD = { isHeld: () => true, isElsewhere: () => false, stop: async () => {} }

type Options = Parameters<typeof makeApp>[1]

/** A console that serves HTTPS itself, on ports of this machine. */
export async function ownConsole(env: NodeJS.ProcessEnv, lease = HELD, options: Options = {}) {
  const [port, plainPort] = [await freePort(), Number(env.TLS_PLAIN_PORT ?? (await freePort()))]
  const dataDir = env.DATA_DIR ?? (await emptyFolder())
  const site = `https://${NAME}:${port}`
  const ports = { TLS_PORT: String(port), TLS_PLAIN_PORT: String(plainPort), TLS_HOST: '127.0.0.1' }
  const { world } = await makeWorld({ env: { SITE: site, DATA_DIR: dataDir, ...ports, ...env } })
  const clock = { at: Date.now() }
  const open = async () => {
    const tls = makeOwnTls({
      ...world,
      now: () => clock.at,
      lease,
      lookMs: 50,
      log: { ...world.log, error: console.error },
    })
    const app = await makeApp({ ...world, certificate: tls.status }, options)
    await app.listen({ port: 0, host: '127.0.0.1' })
    await tls.start(app.server)
    const stop = () => Promise.all([tls.stop(), app.close()])
    onTestFinished(async () => void (await stop()))
    return { tls, app, stop }
  }
  return { site, port, plainPort, dataDir, clock, world, open }
}
