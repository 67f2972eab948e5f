import { onTestFinished } from 'vitest'
import { startPlane } from '../../server/fleet/plane/lifecycle.ts'
import { keepNodeFacts } from '../../server/fleet/nodes/accept.ts'
import { openNodeLinks } from '../../server/fleet/nodes/links.ts'
import type { Hello } from '../../server/engine/protocol/messages.ts'
import { aFakeEngine } from './fakeEngine.ts'
import { anAccount, aNode, aServer } from './make.ts'
import { makeWorld } from './world.ts'

type Log = { level: string; what: Record<string, unknown>; text: string }

/** A console with nodes whose engines send what a test sets; each has one server. */
export async function aFakeFleet(count: number) {
  const world = await makeWorld({ env: { ENGINE: 'false' } })
  const lines: Log[] = []
  const at = (level: string) => (what: object, text: string) =>
    void lines.push({ level, what: { ...what }, text })
  const noted = { info: at('info'), warn: at('warn'), error: at('error') }
  const log = { ...world.log, ...noted } as typeof world.log
  const links = openNodeLinks()
  const wires = new Set<(nodeId: number, wire: never, hello: never) => void>()
  const nodes = {
    ...links,
    onWire: (listener: (nodeId: number, wire: never, hello: never) => void) =>
      void wires.add(listener),
  }
  keepNodeFacts({ ...world.world, log, nodes: nodes as never })
  const places: { node: number; server: number }[] = []
  for (let at = 0; at < count; at += 1) {
    const node = await aNode(world, { lastSeen: world.clock.at })
    places.push({ node, server: await aServer(world, { plane: 'node', nodeId: node, shift: at }) })
  }
  const start = () => {
    const { db, now, config } = world.world
    const running = startPlane({ db, now, config, log, nodes: nodes as never })
    onTestFinished(() => running.stop())
    return running
  }
  /** An engine of a node comes to the console. */
  const link = (node: number, epoch: string, changes: Partial<Hello> = {}) => {
    const engine = aFakeEngine(epoch, changes)
    for (const listener of wires) listener(node, engine.wire as never, {} as never)
    return engine
  }
  return { world, lines, places, start, link, anAccountOn }

  function anAccountOn(servers: number[], changes: Parameters<typeof anAccount>[1] = {}) {
    return anAccount(world, { server: JSON.stringify(servers), ...changes })
  }
}
