import type { Attached } from './attachEngine.ts'
import type { LinkParts } from './engineLink.ts'

/** Ends engines; resolves once each has sent its last report and is gone. */
export async function endEngines(
  engines: Iterable<Attached>,
  processGone: LinkParts['gone'],
): Promise<void> {
  const ended = [...engines].map(async ({ wire, hello, ask }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    wire.onClose(resolve)
    void ask({ ask: 'close' }).catch(() => {})
    await (processGone ? processGone(hello.pid) : promise)
    wire.close()
  })
  await Promise.all(ended)
}
