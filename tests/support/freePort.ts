import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral ports, so that the system assigns none of them meanwhile. */
const FIRST = 10_100
const STRETCHES = 30
const LENGTH = 330

let next = 0
let stretch: Promise<number> | undefined

/**
 * A free port, over TCP and UDP, that stays free while its process is killed and
 * started again. Tests that run in another process at the same time are given others.
 */
export async function freePort(): Promise<number> {
  const first = await (stretch ??= claimStretch())
  for (let tries = 1; tries < LENGTH; tries += 1) {
    const port = first + 1 + (next++ % (LENGTH - 1))
    if ((await isFree(createServer(), port)) && (await isFree(createSocket('udp4'), port)))
      return port
  }
  throw new Error('no port is free')
}

/** The first port of a stretch that is this process's own: it listens there as long as it lives. */
async function claimStretch(): Promise<number> {
  const begin = Math.floor(Math.random() * STRETCHES)
  for (let at = 0; at < STRETCHES; at += 1) {
    const first = FIRST + ((begin + at) % STRETCHES) * LENGTH
    const claim = createServer().unref()
    if (await listens(claim, first)) return first
  }
  throw new Error('no stretch of ports is free')
}

async function isFree(one: Server | Socket, port: number): Promise<boolean> {
  if (!(await listens(one, port))) return false
  await new Promise<void>((resolve) => one.close(() => resolve()))
  return true
}

async function listens(one: Server | Socket, port: number): Promise<boolean> {
  try {
    if ('bind' in one) one.bind(port)
    else one.listen(port)
    await once(one, 'listening')
    return true
  } catch {
    return false
  }
}
