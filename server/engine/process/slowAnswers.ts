import type { Message, Request } from '../protocol/messages.ts'
import type { Ports } from '../ports/ports.ts'
import { probeServer } from '../probe/probe.ts'
import { probeTunnel } from '../probe/probeTunnel.ts'
import { probeUdp } from '../probe/probeUdp.ts'
import type { SlowQuestion } from '../protocol/slowRequests.ts'
import type { Wire } from '../wire.ts'

/** One of the requests that are answered out of order. */
export type SlowRequest = SlowQuestion & Pick<Request, 'id'>

/** Answers one as soon as it is done. A failure is answered without content. */
export async function answerSlowly(
  wire: Wire,
  request: SlowRequest,
  ports: Pick<Ports, 'peers' | 'checkTunnel'>,
): Promise<void> {
  const result = await resultOf(request, ports).catch((error: unknown) => {
    console.error('engine:', error)
  })
  wire.send({ id: request.id, result } satisfies Message)
}

// What throws at once, as a trial of a port that there cannot be, must not end the process either.
async function resultOf(
  request: SlowRequest,
  { peers, checkTunnel }: Pick<Ports, 'peers' | 'checkTunnel'>,
): Promise<unknown> {
  if (request.ask === 'peers') return peers(request.key)
  if (request.ask === 'tunnel') return checkTunnel(request)
  const { trial } = request
  if ('publicKey' in trial) return probeTunnel(trial)
  const { hello, isUdp, ...target } = trial
  // By datagrams there is nothing to send along: the name itself is what is asked.
  return isUdp ? probeUdp(target) : probeServer({ ...target, hello: Buffer.from(hello) })
}
