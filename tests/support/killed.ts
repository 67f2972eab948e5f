import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { OrderToCollect } from '../../server/shop/providers/provider.ts'
import { openFakeProvider } from './fakeProvider.ts'
import type { Task } from './fakeProvider-worker.ts'

const WORKER = fileURLToPath(new URL('fakeProvider-worker.ts', import.meta.url))

/** FakeProviders that processes reach over HTTP, slow as the real ones now and then. */
export async function serveFakeProviders() {
  const fakeProviders = { alipay: openFakeProvider('alipay'), paypal: openFakeProvider('paypal') }
  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const part of request) text += part
      const [, kind, action] = (request.url ?? '').split('/')
      const { provider } = fakeProviders[kind as keyof typeof fakeProviders]
      const order = JSON.parse(text) as OrderToCollect
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
      const reply = await provider[action as 'create' | 'query' | 'collect' | 'close'](order)
      response.end(JSON.stringify(reply ?? {}))
    })().catch((error: unknown) => response.writeHead(409).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    fakeProviders,
    origin,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Processes of which each is killed a while after it began to work, and started again, until
 * `spare`. A request to one that died is simply never answered.
 */
export function startMortals(args: string[], { number, life }: { number: number; life: number }) {
  const ready = new Set<ChildProcess>()
  const waiting = new Map<number, (value: unknown) => void>()
  const running = new Set<ChildProcess>()
  const state = { requested: 0, kills: 0, isSpared: false, isOver: false }

  function start() {
    if (state.isOver) return
    const child = fork(WORKER, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const forkedAt = performance.now()
    const mine = new Set<number>()
    running.add(child)
    const settle = (id: number, value: unknown) => {
      mine.delete(id)
      waiting.get(id)?.(value)
      waiting.delete(id)
    }
    child.on('message', (message: 'ready' | { id: number; value?: unknown }) => {
      if (message !== 'ready') return settle(message.id, message.value)
      ready.add(child)
      // On a machine on which starting takes long, so does all work: it has to get into the middle of it.
      const started = performance.now() - forkedAt
      setTimeout(() => kill(child), Math.random() * Math.max(life, started))
    })
    child.on('exit', () => {
      ready.delete(child)
      running.delete(child)
      for (const id of mine) settle(id, undefined)
      start()
    })
    Object.assign(child, { mine })
  }

  function kill(child: ChildProcess) {
    if (state.isSpared || !ready.delete(child)) return
    state.kills += 1
    child.kill('SIGKILL')
  }

  for (let at = 0; at < number; at += 1) start()

  return {
    state,
    /** Lets them live from now on. */
    spare: () => void (state.isSpared = true),
    /** What one of them answers; undefined when it died or failed before it could. */
    async ask(task: Task): Promise<unknown> {
      while (ready.size === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      const child = [...ready][Math.floor(Math.random() * ready.size)] as ChildProcess & {
        mine: Set<number>
      }
      const id = (state.requested += 1)
      child.mine.add(id)
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        child.send({ id, task })
      })
    },
    /** Ends all; resolves once they are gone. */
    async stop() {
      state.isOver = true
      const gone = [...running].map((child) => once(child, 'exit'))
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}
