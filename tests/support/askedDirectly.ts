import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Report } from '../../server/engine/protocol/messages.ts'
import { connectTo, socketFilesIn } from '../../server/engine/protocol/socketFiles.ts'
import { socketWire } from '../../server/engine/protocol/socketWire.ts'
import { eventually } from './shadowsocks.ts'

/** Asks an engine as any console would, of this release or another. */
export async function askedDirectly(dir: string) {
  const socket = await socketIn(dir)
  onTestFinished(() => void socket.destroy())
  const wire = socketWire(socket)
  const answers = new Map<number, (result: unknown) => void>()
  const reports: Report[] = []
  /** Ids of answers, and `report` for each of those, in their order. */
  const order: (number | 'report')[] = []
  wire.onMessage((message) => {
    const { id, result, report } = message as { id?: number; result: unknown; report?: Report }
    order.push(id ?? 'report')
    if (report) reports.push(report)
    if (id !== undefined) answers.get(id)?.(result)
  })
  let lastId = 0
  const ask = <Result>(question: object) =>
    new Promise<Result>((resolve) => {
      lastId += 1
      answers.set(lastId, resolve as (result: unknown) => void)
      wire.send({ id: lastId, ...question })
    })
  return { ask, reports, order, socket, close: wire.close }
}

/** To an engine that runs; one that was killed leaves a socket behind that leads nowhere. */
async function socketIn(dir: string): Promise<Socket> {
  let found: Socket | undefined
  await eventually(async () => {
    for (const file of socketFilesIn(dir)) found ??= await connectTo(file)
    return found
  })
  return found!
}
