import { createCipheriv, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { greetConsole } from '../../../server/fleet/nodes/channel/agentSide.ts'
import { type Called, greetAgent } from '../../../server/fleet/nodes/channel/consoleSide.ts'
import {
  type Verdict,
  LinkBroken,
  LinkRefused,
} from '../../../server/fleet/nodes/channel/greeting.ts'
import { LINKED } from '../../../server/fleet/nodes/channel/bounds.ts'
import { newExchangeKey, newIdentity } from '../../../server/fleet/nodes/channel/keys.ts'
import { shareLink } from '../../../server/fleet/nodes/channel/lanes.ts'
import { sealedWire } from '../../../server/fleet/nodes/channel/sealedWire.ts'
import { openOpener, openSealer } from '../../../server/fleet/nodes/channel/sealing.ts'
import { aHello, type Meddler, rawPair } from '../../support/links.ts'

const consoleIdentity = newIdentity()
const identity = newIdentity()
const caller = { consoleKey: consoleIdentity.publicKey, identity, node: 7, hello: aHello() }

type Ends = ReturnType<typeof rawPair>

/** Both ends of a handshake, and what came of it at each. */
async function shakeHands(
  pair: Ends,
  { as = caller, decide = async () => ({ ok: true, node: 7 }) as Verdict } = {},
) {
  const called: Called[] = []
  const [agent, console] = await Promise.allSettled([
    greetConsole(pair.agent, as, 500),
    greetAgent(
      pair.console,
      consoleIdentity,
      async (one) => {
        called.push(one)
        return decide()
      },
      { deadlineMs: 500 },
    ),
  ])
  return { agent, console, called }
}

const madeOf = async (pair: Ends) => {
  const { agent, console } = await shakeHands(pair)
  if (agent.status !== 'fulfilled' || console.status !== 'fulfilled' || !('wire' in console.value))
    throw new Error('no link')
  return { agent: agent.value.wire, console: console.value.wire }
}

/** Changes one message of many, counted from 0. */
const changing = (at: number, change: (bytes: Buffer) => Buffer | undefined): Meddler => {
  let count = 0
  return (bytes, pass) => {
    const changed = count++ === at ? change(bytes) : bytes
    if (changed) pass(changed)
  }
}
const ended = (wire: { onClose: (listener: () => void) => void }) =>
  new Promise<string>((resolve) => {
    wire.onClose(() => resolve('ended'))
    setTimeout(() => resolve('goes on'), 1_000)
  })

describe('the handshake', () => {
  test('links an agent to the console it pinned, and reports who called', async () => {
    const { agent, console, called } = await shakeHands(rawPair())
    expect(agent).toMatchObject({ status: 'fulfilled', value: { node: 7 } })
    expect(console.status).toBe('fulfilled')
    expect(called).toMatchObject([{ key: identity.publicKey, node: 7, hello: aHello() }])
  })

  test('reports to the agent why it is not wanted', async () => {
    const decide = async () => ({ refused: 'revoked' }) as Verdict
    const { agent, console } = await shakeHands(rawPair(), { decide })
    expect(agent).toMatchObject({ status: 'rejected', reason: { reason: 'revoked' } })
    expect((agent as PromiseRejectedResult).reason).toBeInstanceOf(LinkRefused)
    expect(console).toMatchObject({ value: { refused: 'revoked' } })
  })

  test('does not speak to a console with another key, and shows it no token', async () => {
    const seen: Buffer[] = []
    const pair = rawPair({
      toConsole: (bytes, pass) => {
        seen.push(bytes)
        pass(bytes)
      },
    })
    const as = { ...caller, consoleKey: newIdentity().publicKey, token: 'a token' }
    const { agent, called } = await shakeHands(pair, { as })
    expect(agent).toMatchObject({ status: 'rejected', reason: { message: 'another console' } })
    expect(called).toEqual([])
    expect(seen).toHaveLength(1)
    expect(seen[0]?.toString()).not.toContain('a token')
  })

  const field = (name: string, value: unknown) => (bytes: Buffer) =>
    Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), [name]: value }))
  const { publicKey } = newExchangeKey()
  test.each([
    ['the version', 'toConsole', 'version', 2],
    ['the node', 'toConsole', 'node', 8],
    ["the agent's exchange key", 'toConsole', 'key', publicKey],
    ['the nonce', 'toConsole', 'nonce', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ["the console's exchange key", 'toAgent', 'key', publicKey],
    ["the console's identity", 'toAgent', 'identity', newIdentity().publicKey],
    ['the signature', 'toAgent', 'signature', 'A'.repeat(86)],
  ] as const)('fails when %s was changed on the way', async (_what, way, name, value) => {
    const { agent, console, called } = await shakeHands(
      rawPair({ [way]: changing(0, field(name, value)) }),
    )
    expect((agent as PromiseRejectedResult).reason).toBeInstanceOf(LinkBroken)
    expect(console.status).toBe('rejected')
    expect(called).toEqual([])
  })

  test.each([
    ['introduction', 'toConsole'],
    ['verdict', 'toAgent'],
  ])('fails when a bit of the %s was changed', async (_what, way) => {
    const flip = changing(1, (bytes) => {
      bytes[5] = (bytes[5] ?? 0) ^ 1
      return bytes
    })
    const { agent } = await shakeHands(rawPair({ [way]: flip }))
    expect((agent as PromiseRejectedResult).reason).toBeInstanceOf(LinkBroken)
  })

  test('fails with a man in the middle, without a key of either end', async () => {
    const middle = newIdentity()
    const [near, far] = [rawPair(), rawPair()]
    const agent = greetConsole(near.agent, { ...caller, token: 'a token' }, 500)
    const received: Called[] = []
    const posing = greetAgent(near.console, middle, async (called) => {
      received.push(called)
      return { ok: true, node: 7 }
    })
    const asAgent = greetConsole(far.agent, { ...caller, identity: middle }, 500)
    const console = greetAgent(far.console, consoleIdentity, async ({ key }) =>
      key === identity.publicKey ? { ok: true, node: 7 } : { refused: 'unknown key' },
    )
    const [first, , third] = await Promise.allSettled([agent, posing, asAgent, console])
    expect(first.status).toBe('rejected')
    expect(third).toMatchObject({ reason: { reason: 'unknown key' } })
    expect(received).toEqual([])
  })

  test('an introduction of another link proves nothing', async () => {
    let recorded: Buffer = Buffer.alloc(0)
    const record = changing(1, (bytes) => (recorded = bytes))
    await shakeHands(rawPair({ toConsole: record }))
    const { called } = await shakeHands(rawPair({ toConsole: changing(1, () => recorded) }))
    expect(called).toEqual([])
  })

  test('takes no signature of another key for that of the key it shows', async () => {
    // Shows the key of another, and signs with its own.
    const own = newIdentity()
    let requested = 0
    const posing = {
      privateKey: own.privateKey,
      get publicKey() {
        return requested++ === 0 ? identity.publicKey : own.publicKey
      },
    }
    const as = { ...caller, identity: posing }
    const { console, called } = await shakeHands(rawPair(), { as })
    expect(console).toMatchObject({ status: 'rejected' })
    expect(called).toEqual([])
  })

  test.each([['nothing'], ['{}'], [' '.repeat(2_000)], ['null'], ['[1]']])(
    'ends with %# instead of an opening',
    async (text) => {
      const pair = rawPair()
      pair.agent.send(Buffer.from(text))
      const console = greetAgent(pair.console, consoleIdentity, async () => ({ ok: true, node: 1 }))
      await expect(console).rejects.toBeInstanceOf(LinkBroken)
    },
  )

  test('closes on a peer that sends nothing, and on one that stops half way', async () => {
    const began = performance.now()
    const decide = async () => ({ ok: true, node: 1 }) as const
    const silent = greetAgent(rawPair().console, consoleIdentity, decide, { deadlineMs: 100 })
    await expect(silent).rejects.toBeInstanceOf(LinkBroken)
    const { console } = await shakeHands(rawPair({ toConsole: changing(1, () => undefined) }))
    expect(console.status).toBe('rejected')
    expect(performance.now() - began).toBeLessThan(8_000)
  })
})

describe('a sealed wire', () => {
  const nine = Array.from({ length: 9 }, (_, i) => ({ i, text: 'x'.repeat(i * 700) }))
  /** What arrived of nine messages with an attacker in between, and whether the link survived. */
  async function after(toConsole: Meddler) {
    const { agent, console } = await madeOf(rawPair({ toConsole }))
    const got: unknown[] = []
    console.onMessage((message) => got.push(message))
    for (const one of nine) agent.send(one)
    return { got, end: await ended(console) }
  }

  test('carries messages both ways in their order, small and large', async () => {
    const { agent, console } = await madeOf(rawPair())
    const got: unknown[] = []
    agent.onMessage((message) => got.push(message))
    console.onMessage((message) => console.send(message))
    for (const one of nine) agent.send(one)
    await expect.poll(() => got).toEqual(nine)
  })

  test('shows nothing of what it carries, and zips it', async () => {
    const sizes: number[] = []
    const { agent } = await madeOf(
      rawPair({
        toConsole: (bytes, pass) => {
          expect(bytes.includes('secret words')).toBe(false)
          sizes.push(bytes.length)
          pass(bytes)
        },
      }),
    )
    agent.send({ text: 'secret words '.repeat(10_000) })
    expect(sizes.at(-1)).toBeLessThan(5_000)
  })

  // The opening and the introduction go before them.
  const FIFTH = 2 + 4
  test('ends at a message that was repeated', async () => {
    let count = 0
    const { got, end } = await after((bytes, pass) => {
      pass(bytes)
      if (count++ === FIFTH) pass(bytes)
    })
    expect([got.length, end]).toEqual([5, 'ended'])
  })

  test('ends at messages that changed places', async () => {
    let held: Buffer | undefined
    let count = 0
    const { got, end } = await after((bytes, pass) => {
      if (count++ === FIFTH) held = bytes
      else {
        pass(bytes)
        if (held) pass(held)
        held = undefined
      }
    })
    expect([got.length, end]).toEqual([4, 'ended'])
  })

  test('ends where a message was left out', async () => {
    const { got, end } = await after(changing(FIFTH, () => undefined))
    expect([got.length, end]).toEqual([4, 'ended'])
  })

  test('takes nothing of its own sent back to it', async () => {
    const pair = rawPair()
    const { agent } = await madeOf(pair)
    const got: unknown[] = []
    agent.onMessage((message) => got.push(message))
    const { send } = pair.agent
    pair.agent.send = (bytes) => pair.console.send(bytes)
    agent.send({ hello: 1 })
    pair.agent.send = send
    expect(await ended(agent)).toBe('ended')
    expect(got).toEqual([])
  })

  test('ends at what unzips to more than a message may be', () => {
    const key = Buffer.alloc(32, 1)
    const seal = openSealer(key)
    expect(() => seal(Buffer.alloc(33 * 1024 * 1024))).toThrow(RangeError)
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12))
    const bomb = Buffer.concat([
      cipher.update(Buffer.of(1)),
      cipher.update(deflateRawSync(Buffer.alloc(64 * 1024 * 1024))),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    expect(bomb.length).toBeLessThan(100_000)
    expect(() => openOpener(key)(bomb, LINKED)).toThrow(RangeError)
  })

  test('does not send what the other end would not take', async () => {
    const keys = { send: Buffer.alloc(32, 1), receive: Buffer.alloc(32, 2) }
    const { agent } = rawPair()
    const wire = sealedWire(agent, keys)
    const large = randomBytes(12 * 1024 * 1024).toString('base64')
    expect(() => wire.send(large)).toThrow(RangeError)
  })
})

describe('the lanes of a link', () => {
  test('keep connections to the engine apart from each other and from the agent', async () => {
    const { agent, console } = await madeOf(rawPair())
    const [near, far] = [shareLink(agent), shareLink(console)]
    const got: unknown[] = []
    far.onMessage((message) => got.push(['agent', message]))
    let at = 0
    far.onOpen((wire) => {
      const name = (at += 1)
      wire.onMessage((message) => got.push([name, message]))
      wire.onClose(() => got.push([name, 'closed']))
      wire.send(`welcome ${name}`)
    })
    const [one, two] = [near.open(), near.open()]
    one.onMessage((message) => got.push(['one', message]))
    one.send('a')
    two.send('b')
    near.send('c')
    one.close()
    two.send('d')
    // Messages on a closed lane are dropped.
    const expected = [
      [1, 'a'],
      [2, 'b'],
      ['agent', 'c'],
      [1, 'closed'],
      [2, 'd'],
    ]
    await expect.poll(() => got).toEqual(expected)
  })

  test.each([
    [{ engine: 'x', message: 1 }],
    [null],
    [7],
    [{}],
    [{ engine: 1, opened: true, twice: true }],
  ])('end the link at %j', async (message) => {
    const { agent, console } = await madeOf(rawPair())
    const far = shareLink(console)
    if (message && typeof message === 'object' && 'opened' in message) agent.send(message)
    agent.send(message)
    expect(await ended(far)).toBe('ended')
  })

  test('end with the link', async () => {
    const { agent, console } = await madeOf(rawPair())
    const [near, far] = [shareLink(agent), shareLink(console)]
    const opened = new Promise<string>((resolve) => {
      far.onOpen((wire) => wire.onClose(() => resolve('ended')))
    })
    const lane = near.open()
    setTimeout(near.close, 20)
    expect(await opened).toBe('ended')
    expect(await ended(lane)).toBe('ended')
  })
})
