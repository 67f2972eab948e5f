import { randomBytes } from 'node:crypto'
import { CLOSED_PORTS } from '../../base/closedPorts.ts'
import type { World } from '../ports/account.ts'
import { openAttempts } from '../ports/attempts.ts'
import { openAllowances } from '../ports/gate.ts'
import { openPaces } from '../ports/pace.ts'
import { consoleNow } from '../protocol/clock.ts'
import { openHandshakes } from '../ports/handshakes.ts'
import { defaultLimits } from '../protocol/limits.ts'
import type { Launch } from '../protocol/messages.ts'
import { openReplays } from '../cipher/replays.ts'
import { listeningHost } from '../../network/anyAddress.ts'
import { openNetworkFile } from '../../network/networkList.ts'
import { openTargets } from '../../network/targets.ts'
import { serveEngine } from './serving.ts'

/**
 * Runs the engine until a signal or a console ends it, whichever consoles come and go at its socket
 * in the folder; its counters and orders are stored there.
 */
export async function runEngine(folder: string, launch: Launch): Promise<void> {
  process.umask(0o077)
  const limits = { ...defaultLimits, ...launch.limits }
  // They are closed too where the program that starts it does not pass them on.
  const { closedPorts = CLOSED_PORTS } = launch
  const closedNetworks = launch.closedNetworks
    ? await openNetworkFile(launch.closedNetworks)
    : undefined
  let takesOver = launch.takesOver
  const world: World = {
    host: await listeningHost(launch.host ?? '::'),
    limits,
    handshakes: openHandshakes(limits),
    targets: openTargets({
      allow: launch.allowTargets,
      closedPorts,
      ...(closedNetworks && { isClosed: (address) => closedNetworks.now().has(address) }),
      sitePort: launch.sitePort,
    }),
    allow: launch.allowTargets,
    closedPorts,
    closedNetworks,
    refusesBitTorrent: launch.closedProtocols?.includes('bittorrent') ?? false,
    sitePort: launch.sitePort,
    tcpReplays: openReplays(),
    udpReplays: openReplays(),
    takesOver: () => takesOver,
    attempts: openAttempts(consoleNow),
    paces: openPaces(),
    allowances: openAllowances(consoleNow),
  }
  const epoch = randomBytes(8).toString('hex')
  const born = Date.now()
  const engine = serveEngine(world, {
    dir: folder,
    epoch,
    born,
    version: launch.version,
    isAlone: () => (takesOver = false),
  })
  // Ctrl-C in a console's terminal is meant for the console: it ends its engine in order.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('SIGTERM', engine.end)
  process.on('uncaughtException', (error) => {
    console.error('engine:', error)
    process.exitCode = 1
    engine.leave()
  })
}
