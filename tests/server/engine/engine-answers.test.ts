import { describe, expect, test } from 'vitest'
import { answerTo, reportOf } from '../../../server/engine/console/replies.ts'
import type { Question } from '../../../server/engine/protocol/messages.ts'
import {
  flag,
  InvalidMessage,
  keyOf,
  list,
  maybe,
  record,
  text,
  time,
  whole,
  word,
} from '../../../server/engine/protocol/parse.ts'
import { TROUBLES } from '../../../server/engine/probe/probeAnswer.ts'

const CONTROL = 'a\u0000'
const REASONS = 'nothing wrongKey replay refused noName noAnswer multiplexing udpOverTcp tooMany'
const STATES = 'ready noRights noTun noProgram noFirewall noAmnezia portTaken rangeTaken'

/** What is no such value, and what is one, of the kinds an engine sends. */
const KINDS: Record<string, { bad: unknown[]; good: unknown[] }> = {
  line: { bad: [undefined, null, 7, CONTROL, 'x'.repeat(101)], good: ['', 'x'.repeat(100)] },
  count: { bad: [undefined, '1', -1, 1.5, 2 ** 52 + 1], good: [0, 2 ** 52] },
  moment: { bad: [undefined, '1', Number.NaN, 2 ** 52 + 2], good: [0, -5, -(2 ** 52), 2 ** 52] },
  flag: { bad: [undefined, 0, 'true', null], good: [true, false] },
  key: {
    bad: [undefined, '1', '1:', '1:1:', '1:1:1:1', 'a1:1', '1:1a', 7],
    good: ['0:1', '1:2:3'],
  },
  port: { bad: [undefined, -1, 65_536, '1'], good: [0, 65_535] },
}

type Row = [name: string, question: Question, answer: object, fields: Record<string, string>]

const order = { key: '1:1', port: 1, method: '', password: '', until: null }
const outcome = { serverId: 1, heardAt: 2, reachedAt: 3, lostAt: 4 }
const losses = { losses: 5, lost: 6, accounts: 7, missed: 8 }
const hello = {
  epoch: 'a',
  pid: 1,
  version: 'v',
  born: 2,
  isDraining: false,
  digest: 'd',
  ports: [],
  lives: [],
  endsLeases: true,
  knowsSpeed: true,
  knowsDevices: true,
}
const entries: Row[] = [
  [
    'attempt',
    { ask: 'attempts', key: '1:1', since: 0 },
    { reason: 'replay', at: 1, count: 2, address: '1.1.1.1' },
    { at: 'moment', count: 'count', address: 'line' },
  ],
  [
    'outcome',
    { ask: 'outcomes' },
    { ...outcome, ...losses },
    {
      serverId: 'count',
      heardAt: 'moment',
      reachedAt: 'moment',
      lostAt: 'moment',
      losses: 'count',
      lost: 'count',
      accounts: 'count',
      missed: 'count',
    },
  ],
  [
    'device',
    { ask: 'peers', key: '1:1' },
    { deviceId: 1, endpoint: '1.1.1.1:2', handshakeAt: 3, up: 4, down: 5 },
    { deviceId: 'count', up: 'count', down: 'count' },
  ],
]
const wholes: Row[] = [
  [
    'greeting',
    { ask: 'look' },
    hello,
    {
      epoch: 'line',
      pid: 'count',
      version: 'line',
      born: 'moment',
      isDraining: 'flag',
      digest: 'line',
    },
  ],
  [
    'answer of a trial',
    { ask: 'probe', trial: {} as never },
    { ok: false, ms: 1, reply: 'r', reason: 'closed' },
    { ok: 'flag', ms: 'moment' },
  ],
]

const tunnel: Question = { ask: 'tunnel', listenPort: 1, net: '' }
const without = (from: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))

describe('an answer of an engine', () => {
  test.each([
    ...entries.map(([name, question, answer, fields]): [...Row, boolean] => {
      return [name, question, answer, fields, true]
    }),
    ...wholes.map(([name, question, answer, fields]): [...Row, boolean] => {
      return [name, question, answer, fields, false]
    }),
  ])('has each %s as it is meant, or is refused', (_, question, answer, fields, isList) => {
    const taken = (changes: object) => {
      const one = { ...answer, ...changes }
      return answerTo(question, isList ? [one] : one)
    }
    // Nothing is left out, and nothing that is not meant comes along.
    expect(taken({ more: 1 })).toEqual(isList ? [answer] : answer)
    for (const [field, kind] of Object.entries(fields)) {
      for (const bad of KINDS[kind]!.bad)
        expect(() => taken({ [field]: bad }), `${field} ${String(bad)}`).toThrow(InvalidMessage)
      for (const good of KINDS[kind]!.good) {
        const expected = { ...answer, [field]: good }
        expect(taken({ [field]: good })).toEqual(isList ? [expected] : expected)
      }
    }
    for (const bad of [null, 7, [], isList ? {} : [answer]])
      expect(() => answerTo(question, isList ? [bad] : bad)).toThrow(InvalidMessage)
    if (isList) expect(() => answerTo(question, answer)).toThrow(InvalidMessage)
  })

  test.each([
    ...`${REASONS} over answered connected`
      .split(' ')
      .map((reason): [string, Question, object] => [
        reason,
        { ask: 'attempts', key: '1:1', since: 0 },
        [{ reason, at: 1, count: 1, address: '' }],
      ]),
    ...STATES.split(' ').map((state): [string, Question, object] => [
      state,
      tunnel,
      { state, used: [] },
    ]),
    ...['kernel', 'userspace', 'amneziawg'].map((backend): [string, Question, object] => [
      backend,
      tunnel,
      { state: 'ready', backend, used: [] },
    ]),
    ...TROUBLES.map((reason): [string, Question, object] => [
      reason,
      { ask: 'probe', trial: {} as never },
      { ok: false, ms: 1, reason },
    ]),
  ])('may say %s', (_, question, answer) => {
    expect(answerTo(question, answer)).toEqual(answer)
  })

  test('says no word that is not known', () => {
    const refused: [Question, unknown][] = [
      [{ ask: 'attempts', key: '', since: 0 }, [{ reason: '', at: 1, count: 1, address: '' }]],
      [tunnel, { state: '', used: [] }],
      [tunnel, { state: 'ready', backend: '', used: [] }],
      [
        { ask: 'probe', trial: {} as never },
        { ok: false, ms: 1, reason: '' },
      ],
    ]
    for (const [question, answer] of refused)
      expect(() => answerTo(question, answer)).toThrow('not meant: ""')
  })

  test('says what else is in the way of a tunnel, where it does', () => {
    const used = [{ net: '10.0.0.0/8', on: 'eth0' }]
    const full = { state: 'portTaken', backend: 'kernel', program: 'ssh', used }
    expect(answerTo(tunnel, { ...full, more: 1 })).toEqual(full)
    expect(answerTo(tunnel, undefined)).toBeUndefined()
    const bad = [{ program: 7 }, { used: undefined }, { used: [{ net: 1, on: '' }] }]
    for (const one of [...bad, { used: [{ net: '', on: 1 }] }, { used: [null] }])
      expect(() => answerTo(tunnel, { ...full, ...one })).toThrow(InvalidMessage)
  })

  test('has what an engine of an earlier release leaves out', () => {
    const device = { deviceId: 1, up: 4, down: 5 }
    const peers: Question = { ask: 'peers', key: '1:1' }
    expect(answerTo(peers, [device])).toStrictEqual([device])
    expect(() => answerTo(peers, [{ ...device, endpoint: 7 }])).toThrow(InvalidMessage)
    expect(() => answerTo(peers, [{ ...device, handshakeAt: '1' }])).toThrow(InvalidMessage)
    const probe: Question = { ask: 'probe', trial: {} as never }
    expect(answerTo(probe, { ok: true, ms: 1 })).toStrictEqual({ ok: true, ms: 1 })
    for (const question of [peers, probe, { ask: 'outcomes' } as const])
      expect(answerTo(question, undefined)).toBeUndefined()
    expect(answerTo({ ask: 'look' }, without(hello, 'endsLeases'))).toEqual({
      ...hello,
      endsLeases: false,
    })
    expect(() => answerTo({ ask: 'look' }, { ...hello, endsLeases: 1 })).toThrow(InvalidMessage)
    expect(answerTo({ ask: 'look' }, without(hello, 'knowsSpeed'))).toMatchObject({
      knowsSpeed: false,
    })
    expect(answerTo({ ask: 'look' }, without(hello, 'knowsDevices'))).toMatchObject({
      knowsDevices: false,
    })
  })

  test('of a server that was tried is cut to a thousand characters, whatever it is', () => {
    const said = (reply: unknown) =>
      (
        answerTo({ ask: 'probe', trial: {} as never }, { ok: true, ms: 1, reply }) as {
          reply: string
        }
      ).reply
    expect([said('x'.repeat(2_000)).length, said(7)]).toEqual([1_000, '7'])
  })

  test.each(['hello', 'look'] as const)('to %s names ports and lives', (ask) => {
    const question: Question = ask === 'hello' ? { ask, now: 1 } : { ask }
    const full = {
      ...hello,
      ports: [{ key: '1:1', port: 65_535 }],
      lives: [{ epoch: 'b', counters: [['1:1', 1, 2, 3]] }],
    }
    expect(answerTo(question, full)).toEqual(full)
    const refused = [
      ...KINDS.port!.bad.map((port) => ({ ports: [{ key: '1:1', port }] })),
      ...KINDS.key!.bad.map((key) => ({ ports: [{ key, port: 1 }] })),
      { ports: undefined },
      { ports: [null] },
      { lives: undefined },
      { lives: [null] },
      { lives: [{ epoch: 7, counters: [] }] },
      { lives: [{ epoch: 'a', counters: [['1:1', 1, 2]] }] },
      { lives: [{ epoch: 'a', counters: [['1:1', 1, 2, 3, 4]] }] },
      { lives: [{ epoch: 'a', counters: ['1:1'] }] },
      { lives: [{ epoch: 'a', counters: [{ length: 4 }] }] },
    ]
    for (const changes of refused)
      expect(() => answerTo(question, { ...full, ...changes })).toThrow(InvalidMessage)
  })

  test('has no more entries than there can be', () => {
    const ports = Array.from({ length: 1_048_577 }, (_, at) => ({ key: `1:${at}`, port: 1 }))
    const lives = Array.from({ length: 1_001 }, () => ({ epoch: 'a', counters: [] }))
    const look = (changes: object) => answerTo({ ask: 'look' }, { ...hello, ...changes })
    expect(look({ ports: ports.slice(1), lives: lives.slice(1) })).toBeDefined()
    expect(() => look({ ports })).toThrow('not meant')
    expect(() => look({ lives })).toThrow('not meant')
    const keys = ports.map(({ key }) => key)
    const report = { epoch: 'a', seq: 1, counters: [], ended: [], low: [] }
    expect(reportOf({ ...report, low: keys.slice(1) }).low).toHaveLength(1_048_576)
    expect(() => reportOf({ ...report, low: keys })).toThrow('not meant')
    const ended = keys.map((key) => [key, 'over'])
    expect(reportOf({ ...report, ended: ended.slice(1) }).ended).toHaveLength(1_048_576)
    expect(() => reportOf({ ...report, ended })).toThrow('not meant')
    const many = ['1:1', 'over', 'more']
    expect(() => reportOf({ ...report, ended: [many] })).toThrow('not meant')
    expect(reportOf({ ...report, ended: [['1:1', 'over']] }).ended).toEqual([['1:1', 'over']])
  })

  test.each(['change', 'apply'] as const)('to %s is a state for each port', (ask) => {
    const orders = [order, { ...order, key: '1:2' }]
    const question: Question = ask === 'apply' ? { ask, orders } : { ask, orders, closed: [] }
    const states = [
      { key: '1:1', state: 'open' },
      { key: '1:2', state: 'error', reason: 'port in use' },
    ]
    expect(answerTo(question, states)).toEqual(states)
    // A reason beside an open port means nothing.
    expect(answerTo(question, [{ ...states[0], reason: 7 }])).toEqual([states[0]])
    expect(() => answerTo(question, [{ ...states[1], reason: 7 }])).toThrow(InvalidMessage)
    expect(() => answerTo(question, [{ ...states[1], key: '1:3' }])).toThrow('nobody asked')
    expect(() => answerTo(question, [{ ...states[1], state: 'shut' }])).toThrow('not meant')
  })

  test('counts each port, and lists its clients', () => {
    const counter = { up: 1, down: 2, lastSeen: 3, ips: 4 }
    const counters = (...rows: unknown[]) => answerTo({ ask: 'counters' }, rows)
    expect(counters(['1:1', { ...counter, more: 1 }])).toEqual([['1:1', counter]])
    const wrong = Object.keys(counter).map((field) => ['1:1', { ...counter, [field]: '1' }])
    for (const row of [...wrong, ['1:1'], ['1:1', counter, 1], ['1', counter], { length: 2 }])
      expect(() => counters(row)).toThrow(InvalidMessage)
    expect(answerTo({ ask: 'clients', key: '1:1' }, ['1.1.1.1'])).toEqual(['1.1.1.1'])
    expect(() => answerTo({ ask: 'clients', key: '1:1' }, [7])).toThrow(InvalidMessage)
  })

  test.each<Question>([
    { ask: 'time', now: 1 },
    { ask: 'kill', key: '1:1' },
    { ask: 'settle', epochs: [] },
    { ask: 'drain' },
    { ask: 'close' },
    { ask: 'digest' },
  ])('to $ask says nothing that is believed', (question) => {
    expect(answerTo(question, { any: 'thing' })).toBeUndefined()
  })
})

describe('a value of a message', () => {
  test('is named where it is not meant, but no longer than a line', () => {
    expect(() => whole('one')).toThrow(new InvalidMessage('not meant: "one"'))
    expect(() => whole(undefined)).toThrow('not meant: undefined')
    expect(() => whole('x'.repeat(200))).toThrow(`not meant: "${'x'.repeat(99)}`)
  })

  test('is what it is said to be, on either side of each border', () => {
    expect([whole(3, 3), time(1.5), time(-2.4), flag(false)]).toEqual([3, 2, -2, false])
    expect([text('abc', 3), word('b', ['a', 'b']), keyOf('1:2:3')]).toEqual(['abc', 'b', '1:2:3'])
    expect([record({ a: 1 }), list([1], whole), list([], whole)]).toEqual([{ a: 1 }, [1], []])
    expect([maybe(undefined, whole), maybe(0, whole)]).toEqual([undefined, 0])
    const long = '1'.repeat(16)
    const refused = [
      () => whole(4, 3),
      () => whole(Number.MAX_SAFE_INTEGER + 1, Infinity),
      () => time(Infinity),
      () => time(-(2 ** 52) - 2),
      () => text('abcd', 3),
      () => text('a\u007fb'),
      () => word('c', ['a', 'b']),
      () => keyOf(`${long}:1`),
      () => keyOf(`1:${long}`),
      () => keyOf(`1:1:${long}`),
      () => keyOf(`1:1\n`),
      () => record([]),
      () => record('text'),
      () => list({ length: 1 }, whole),
      () => list([1, 2], whole, { most: 1 }),
      () => list(['1'], whole),
      () => maybe(null, whole),
    ]
    for (const refuse of refused) expect(refuse).toThrow(InvalidMessage)
    const fifteen = '1'.repeat(15)
    expect(keyOf(`${fifteen}:${fifteen}:${fifteen}`)).toHaveLength(47)
    expect(list([1], whole, { most: 1 })).toEqual([1])
  })
})
