import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bus } from '../../../server/base/bus.ts'
import type { NewLink } from '../../../server/engine/nodeLinks.ts'
import { openNodeLinks } from '../../../server/fleet/nodes/links.ts'
import { shareLinks } from '../../../server/fleet/nodes/sharedLinks.ts'
import { aHello } from '../../support/links.ts'

const SECOND = 1_000
const TIMERS = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const

beforeEach(() => void vi.useFakeTimers({ toFake: [...TIMERS, 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)

type Said = { agent?: { ping?: number; leave?: string; upgrade?: object } }

/** A machine in memory, which answers as long as a test lets it, and its link. */
function aMachine(instance = 'one') {
  const received: Said[] = []
  const closers: (() => void)[] = []
  let listener: ((message: unknown) => void) | undefined
  const state = { answers: true, isEnded: false }
  const say = (message: unknown) => state.isEnded || listener?.({ agent: message })
  const end = () => {
    if (state.isEnded) return
    state.isEnded = true
    for (const closer of closers) closer()
  }
  const link: NewLink = {
    hello: aHello(instance),
    address: '192.0.2.7',
    site: 'https://console.test',
    wire: {
      send(message) {
        if (state.isEnded) return
        received.push(message as Said)
        const ping = (message as Said).agent?.ping
        if (ping !== undefined && state.answers)
          queueMicrotask(() => say({ pong: ping, time: Date.now() }))
      },
      onMessage: (next) => void (listener = next),
      onClose: (closer) => void (state.isEnded ? closer() : closers.push(closer)),
      // As the real one, it ends a moment later.
      close: () => queueMicrotask(end),
    },
  }
  return {
    link,
    state,
    say,
    end,
    received,
    said: () => received.flatMap(({ agent }) => agent ?? []),
  }
}

describe('a link', () => {
  test('on which nothing arrives any more ends within a minute or so, and not before', async () => {
    const links = openNodeLinks()
    const machine = aMachine()
    links.admit(7, machine.link)
    await pass(300)
    expect(links.linkOf(7).isLinked).toBe(true)
    machine.state.answers = false
    const changes = vi.fn()
    links.onChange(changes)
    await pass(30)
    expect([links.linkOf(7).isLinked, machine.state.isEnded]).toEqual([true, false])
    await pass(60)
    expect([links.linkOf(7).isLinked, machine.state.isEnded]).toEqual([false, true])
    expect(changes.mock.calls).toEqual([[7]])
    // When it was last there stays known; that it answers is over.
    const { lastSeen, address } = links.linkOf(7)
    const silence = Date.now() - lastSeen
    expect([address, silence > 80 * SECOND, silence < 120 * SECOND]).toEqual([
      '192.0.2.7',
      true,
      true,
    ])
    expect(links.instanceOf(7)).toBeUndefined()
    expect(await links.answers(7)).toBe(false)
  })

  test('on which anything is said lives on, and is asked no more once it has ended', async () => {
    const links = openNodeLinks()
    const machine = aMachine()
    machine.state.answers = false
    links.admit(7, machine.link)
    for (let at = 0; at < 20; at += 1) {
      await pass(30)
      machine.say({ facts: {} })
    }
    expect(links.linkOf(7).isLinked).toBe(true)
    machine.end()
    const { length } = machine.received
    await pass(600)
    expect(machine.received).toHaveLength(length)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('answers when its own round comes back, and not when another one does', async () => {
    const links = openNodeLinks()
    const machine = aMachine()
    links.admit(7, machine.link)
    const timers = vi.getTimerCount()
    expect(await links.answers(7)).toBe(true)
    expect(vi.getTimerCount()).toBe(timers)
    machine.state.answers = false
    await pass(11)
    const earlier = machine.said().findLast(({ ping }) => ping !== undefined)?.ping
    const outcome = links.answers(7)
    machine.say({ pong: earlier, time: 5 })
    machine.say({ pong: 999, time: 5 })
    await pass(10)
    expect(await outcome).toBe(false)
    // Its end is an answer, too.
    const last = links.answers(7)
    machine.end()
    expect(await last).toBe(false)
    expect(await links.answers(8)).toBe(false)
  })

  test('that is replaced has ended for the machine, and for nobody else', async () => {
    const links = openNodeLinks()
    const [first, second] = [aMachine('one'), aMachine('two')]
    links.admit(7, first.link)
    const changes: unknown[] = []
    links.onChange((nodeId) => changes.push([nodeId, links.instanceOf(nodeId)]))
    links.admit(7, second.link)
    await pass(1)
    expect([first.state.isEnded, second.state.isEnded]).toEqual([true, false])
    expect(changes).toEqual([[7, 'two']])
    expect(links.linkOf(7)).toMatchObject({ isLinked: true, address: '192.0.2.7' })
    expect(links.instanceOf(7)).toBe('two')
  })

  test('is told why it ends before it does, and others stay', async () => {
    const links = openNodeLinks()
    const [first, second] = [aMachine(), aMachine()]
    links.admit(7, first.link)
    links.admit(8, second.link)
    links.drop(7, 'revoked')
    links.drop(9, 'revoked')
    await pass(0)
    expect(first.said().at(-1)).toEqual({ leave: 'revoked' })
    expect([first.state.isEnded, second.state.isEnded]).toEqual([true, false])
    links.distrust(8, 'lies', { endsLink: false })
    await pass(0)
    expect(second.state.isEnded).toBe(false)
    const distrusted = vi.fn()
    links.onDistrust(distrusted)
    links.distrust(8, 'lies')
    await pass(0)
    expect(second.state.isEnded).toBe(true)
    expect(distrusted.mock.calls).toEqual([[8, 'lies']])
  })

  test('takes a program to a machine that is linked alone', async () => {
    const links = openNodeLinks()
    const machine = aMachine()
    const file = { path: '/agent', hash: 'abc', version: '2' }
    expect(links.upgrade(7, file)).toBe(false)
    links.admit(7, machine.link)
    expect(links.upgrade(7, file)).toBe(true)
    expect(machine.said()).toContainEqual({ upgrade: { hash: 'abc', version: '2' } })
    links.close()
    await pass(0)
    expect(machine.state.isEnded).toBe(true)
    expect(links.upgrade(7, file)).toBe(false)
  })
})

/** Processes on one database, whose messages arrive as text a moment later, until one dies. */
function processes() {
  type Listener = (message: never, from: string) => void
  type Member = {
    listeners: Map<string, Listener>
    questions: Map<string, (words: unknown[]) => Promise<unknown>>
    isAlive: boolean
  }
  const members = new Map<string, Member>()
  let published = 0
  function start(id: string, isAlone = false) {
    const member: Member = { listeners: new Map(), questions: new Map(), isAlive: true }
    members.set(id, member)
    const bus: Bus = {
      id,
      isAlone,
      publish(topic, message) {
        published += 1
        const text = JSON.stringify(message)
        if (!member.isAlive) return
        for (const [name, other] of members)
          if (name !== id && other.isAlive)
            other.listeners.get(topic)?.(JSON.parse(text) as never, id)
      },
      on: (topic, listener) => void member.listeners.set(topic, listener as Listener),
      async request(process, question, words) {
        const other = members.get(process)
        if (!other?.isAlive) throw new Error('no answer')
        return other.questions.get(question)?.(words)
      },
      answer: (question, answer) => void member.questions.set(question, answer),
      onGap: () => {},
      stop: async () => {},
    }
    const closed: number[] = []
    const own = openNodeLinks()
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const close = async (nodeId: number) => void closed.push(nodeId)
    const shared = shareLinks(own, { bus, log, close })
    return { ...shared.links, stop: shared.stop, closed, die: () => (member.isAlive = false) }
  }
  return { start, published: () => published }
}

describe('links that processes share', () => {
  test('are known to all at once, and to each for as long as their process is heard of', async () => {
    const { start } = processes()
    const [a, b] = [start('a'), start('b')]
    const machine = aMachine()
    a.admit(7, machine.link)
    expect(b.linkOf(7)).toMatchObject({ isLinked: true, address: '192.0.2.7' })
    expect(b.instanceOf(7)).toBe('one')
    expect(await b.answers(7)).toBe(true)
    expect([b.linkOf(8).isLinked, b.instanceOf(8)]).toEqual([false, undefined])
    // Others hear of it again and again.
    await pass(300)
    expect(b.linkOf(7).isLinked).toBe(true)
    machine.end()
    expect([b.linkOf(7).isLinked, b.instanceOf(7)]).toEqual([false, undefined])
    await Promise.all([a.stop(), b.stop()])
  })

  test('are none once the process they hang on has died', async () => {
    const { start } = processes()
    const [a, b] = [start('a'), start('b')]
    a.admit(7, aMachine().link)
    await pass(60)
    a.die()
    await pass(5)
    expect(b.linkOf(7).isLinked).toBe(true)
    expect(await b.answers(7)).toBe(false)
    await pass(25)
    expect([b.linkOf(7).isLinked, b.instanceOf(7)]).toEqual([false, undefined])
    expect(await b.answers(7)).toBe(false)
    expect(b.upgrade(7, { path: '', hash: '', version: '' })).toBe(false)
    await Promise.all([a.stop(), b.stop()])
  })

  test('are none either once their process published for the last time', async () => {
    const { start } = processes()
    const [a, b] = [start('a'), start('b')]
    a.admit(7, aMachine().link)
    await a.stop()
    await pass(30)
    expect(b.linkOf(7).isLinked).toBe(false)
    await b.stop()
  })

  test('of one process say nothing of those of another, nor one node of another', async () => {
    const { start } = processes()
    const [a, b, c] = [start('a'), start('b'), start('c')]
    const [first, second] = [aMachine('one'), aMachine('two')]
    a.admit(7, first.link)
    b.admit(8, second.link)
    a.admit(9, aMachine('three').link)
    await pass(30)
    expect([7, 8, 9].map(c.instanceOf)).toEqual(['one', 'two', 'three'])
    first.end()
    expect([7, 8, 9].map(c.instanceOf)).toEqual([undefined, 'two', 'three'])
    await Promise.all([a.stop(), b.stop(), c.stop()])
  })

  test('move: who links to another process leaves the first, and is asked there', async () => {
    const { start } = processes()
    const [a, b, c] = [start('a'), start('b'), start('c')]
    const [first, second] = [aMachine('one'), aMachine('two')]
    a.admit(7, first.link)
    b.admit(7, second.link)
    await pass(0)
    expect([first.state.isEnded, second.state.isEnded]).toEqual([true, false])
    for (const one of [a, b, c]) expect(one.instanceOf(7)).toBe('two')
    second.state.answers = false
    const outcome = c.answers(7)
    await pass(10)
    expect(await outcome).toBe(false)
    await Promise.all([a.stop(), b.stop(), c.stop()])
  })

  test('that have moved from a process that died are over with the new one', async () => {
    const { start } = processes()
    const [a, b] = [start('a'), start('b')]
    const second = aMachine('two')
    a.admit(7, aMachine('one').link)
    a.die()
    b.admit(7, second.link)
    second.end()
    expect([b.linkOf(7).isLinked, b.instanceOf(7)]).toEqual([false, undefined])
    await Promise.all([a.stop(), b.stop()])
  })

  test('end wherever they are, with their ports closed first where they are to go for good', async () => {
    const { start } = processes()
    const [a, b, c] = [start('a'), start('b'), start('c')]
    const [revoked, replaced, other] = [aMachine(), aMachine(), aMachine()]
    a.admit(7, revoked.link)
    a.admit(8, replaced.link)
    a.admit(9, other.link)
    b.drop(7, 'revoked')
    b.drop(8, 'replaced')
    await pass(0)
    expect(a.closed).toEqual([7])
    expect([b.closed, c.closed]).toEqual([[], []])
    expect(revoked.said().at(-1)).toEqual({ leave: 'revoked' })
    expect(replaced.said().at(-1)).toEqual({ leave: 'replaced' })
    expect([revoked, replaced, other].map(({ state }) => state.isEnded)).toEqual([
      true,
      true,
      false,
    ])
    await Promise.all([a.stop(), b.stop(), c.stop()])
  })

  test('take a program to a machine that hangs on another process', async () => {
    const { start } = processes()
    const [a, b] = [start('a'), start('b')]
    const machine = aMachine()
    a.admit(7, machine.link)
    const file = { path: '/agent', hash: 'abc', version: '2' }
    expect([b.upgrade(7, file), b.upgrade(8, file)]).toEqual([true, false])
    expect(machine.said()).toContainEqual({ upgrade: { hash: 'abc', version: '2' } })
    await Promise.all([a.stop(), b.stop()])
  })

  test('of a process that is alone are published to nobody again and again', async () => {
    const { start, published } = processes()
    const a = start('a', true)
    a.admit(7, aMachine().link)
    const before = published()
    await pass(60)
    expect(published()).toBe(before)
    expect(a.linkOf(7).isLinked).toBe(true)
    await a.stop()
  })
})
