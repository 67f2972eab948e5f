import { existsSync } from 'node:fs'
import { openQuestions } from './questions.ts'
import type { Hello } from '../protocol/messages.ts'
import { connectTo, socketFilesIn } from '../protocol/socketFiles.ts'
import { socketWire } from '../protocol/socketWire.ts'

type Ask = ReturnType<typeof openQuestions>['ask']

/** Does something with each engine that runs in a folder, one after the other. */
export async function eachRunning<Result>(
  dir: string,
  work: (ask: Ask, version: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const file of existsSync(dir) ? socketFilesIn(dir) : []) {
    const socket = await connectTo(file)
    if (!socket) continue
    const wire = socketWire(socket)
    try {
      results.push(await work(openQuestions(wire, () => {}).ask, file.version))
    } finally {
      wire.close()
    }
  }
  return results
}

/** What each engine in a folder says of itself. */
export const lookAtEngines = (dir: string): Promise<Hello[]> =>
  eachRunning(dir, async (ask) => (await ask({ ask: 'look' })) as Hello)
