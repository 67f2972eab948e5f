import type { LinkStatus, MachineFacts, NodeHello, NodeLinks } from '../../engine/nodeLinks.ts'
import type { Wire } from '../../engine/wire.ts'
import { type LiveLink, startLink } from './liveLink.ts'

type OnWire = (nodeId: number, wire: Wire, hello: NodeHello) => void

const NEVER: LinkStatus = {
  isLinked: false,
  lastSeen: 0,
  skewMs: null,
  roundTripMs: null,
  address: '',
}

/** Starts without a link. */
export function openNodeLinks(): NodeLinks {
  const links = new Map<number, LiveLink>()
  const past = new Map<number, LinkStatus>()
  const engines = new Map<Wire, { nodeId: number; hello: NodeHello }>()
  const changed: ((nodeId: number) => void)[] = []
  const factsListeners: ((nodeId: number, facts: MachineFacts) => void)[] = []
  const distrusted: ((nodeId: number, why: unknown) => void)[] = []
  let onWire: OnWire | undefined

  return {
    onWire(listener) {
      onWire = listener
      for (const [wire, { nodeId, hello }] of engines) listener(nodeId, wire, hello)
      engines.clear()
    },
    onChange: (listener) => void changed.push(listener),
    onFacts: (listener) => void factsListeners.push(listener),
    onDistrust: (listener) => void distrusted.push(listener),
    linkOf(nodeId) {
      const link = links.get(nodeId)
      return link ? statusOf(link, true) : (past.get(nodeId) ?? NEVER)
    },
    admit(nodeId, newLink) {
      links.get(nodeId)?.end()
      const link = startLink(newLink, {
        onEngine: (wire) => engine(nodeId, wire, newLink.hello),
        onFacts: (facts) => factsListeners.forEach((listener) => listener(nodeId, facts)),
      })
      links.set(nodeId, link)
      newLink.wire.onClose(() => ended(nodeId, link))
      changed.forEach((listener) => listener(nodeId))
    },
    instanceOf: (nodeId) => links.get(nodeId)?.hello.instance,
    answers: async (nodeId) => (await links.get(nodeId)?.answers()) ?? false,
    drop: (nodeId, reason) => links.get(nodeId)?.end(reason),
    distrust(nodeId, why, { endsLink = true } = {}) {
      distrusted.forEach((listener) => listener(nodeId, why))
      if (endsLink) links.get(nodeId)?.end()
    },
    upgrade(nodeId, { hash, version }) {
      const link = links.get(nodeId)
      link?.send({ upgrade: { hash, version } })
      return link !== undefined
    },
    close() {
      for (const link of links.values()) link.end()
    },
  }

  function engine(nodeId: number, wire: Wire, hello: NodeHello): void {
    if (onWire) return onWire(nodeId, wire, hello)
    engines.set(wire, { nodeId, hello })
    wire.onClose(() => engines.delete(wire))
  }

  function ended(nodeId: number, link: LiveLink): void {
    past.set(nodeId, statusOf(link, false))
    // One that was replaced has ended for nobody.
    if (links.get(nodeId) !== link) return
    links.delete(nodeId)
    changed.forEach((listener) => listener(nodeId))
  }
}

function statusOf(link: LiveLink, isLinked: boolean): LinkStatus {
  const { skewMs = null, roundTripMs = null } = link.pulse.measured() ?? {}
  return { isLinked, lastSeen: link.lastSeen(), skewMs, roundTripMs, address: link.address }
}
