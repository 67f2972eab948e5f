import type { Message, Request } from './messages.ts'
import type { Ports } from './ports.ts'
import { probeServer } from './probe.ts'
import { probeTunnel } from './probeTunnel.ts'
import type { Wire } from '../../base/wire.ts'

/** Questions that take seconds and change nothing: what is asked next need not wait for them. */
export type SlowRequest = Extract<Request, { ask: 'probe' | 'peers' | 'tunnel' }>

export function isSlow(request: Request): request is SlowRequest {
  return request.ask === 'probe' || request.ask === 'peers' || request.ask === 'tunnel'
}

/** Answers one whenever it is done. What cannot be told is answered with nothing. */
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

function resultOf(
  request: SlowRequest,
  { peers, checkTunnel }: Pick<Ports, 'peers' | 'checkTunnel'>,
): Promise<unknown> {
  if (request.ask === 'peers') return peers(request.key)
  if (request.ask === 'tunnel') return checkTunnel(request)
  const { trial } = request
  if ('publicKey' in trial) return probeTunnel(trial)
  return probeServer({ ...trial, hello: Buffer.from(trial.hello) })
}
