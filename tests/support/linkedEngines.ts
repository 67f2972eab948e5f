import { expect, onTestFinished, vi } from 'vitest'
import type { LinkParts, TrafficReport } from '../../server/engine/console/engineLink.ts'
import { linkEngine } from '../../server/engine/console/link.ts'
import type { DesiredPort } from '../../server/engine/protocol/messages.ts'
import { aFakeEngine } from './fakeEngine.ts'

/** A port as it is desired. */
export const door = (id: number, changes: Partial<DesiredPort> = {}): DesiredPort => {
  const key = `1:${id}`
  return { key, port: id, method: 'aes-256-gcm', password: 'p', budget: null, ...changes }
}
/** What is answered where they open. */
export const opens = (...ports: DesiredPort[]) => ports.map(({ key }) => ({ key, state: 'open' }))

export type Engine = ReturnType<typeof aFakeEngine>

/** A link with what it reported, and what it was given. */
export function aLink(parts: Partial<LinkParts> = {}) {
  const failed: unknown[] = []
  const link = linkEngine({
    source: 'engine',
    loadMarks: async () => new Map(),
    waitMs: 60_000,
    failed: (error) => void failed.push(error),
    ...parts,
  })
  const reports: TrafficReport[] = []
  link.onReport((report) => reports.push(report))
  onTestFinished(() => link.leave())
  const attach = (which: string | Engine, changes: Parameters<typeof aFakeEngine>[1] = {}) => {
    const engine = typeof which === 'string' ? aFakeEngine(which, changes) : which
    link.attach(engine.wire)
    return engine
  }
  return { ...link, attach, reports, failed }
}

/** The requests of one kind. */
export const asked = ({ requested }: Engine, what: string) =>
  requested.filter(({ ask }) => ask === what)
/** Until an engine was greeted and given what it had to be given. */
export async function quiet(engine: Engine) {
  await vi.waitFor(() => expect(asked(engine, 'hello')).toHaveLength(1))
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
