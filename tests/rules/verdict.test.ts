import { describe, expect, test } from 'vitest'
import { checksOf, isFinal, type Line, verdictOf } from '#rules/verdict.ts'

type Seen = Line['attempts'][number]

const line = (serverId: number, changes: Partial<Line> = {}): Line => ({
  serverId,
  state: 'open',
  until: null,
  watched: true,
  attempts: [],
  ...changes,
})
const met = (reason: Seen['reason'], at = 100, changes: Partial<Seen> = {}): Seen => ({
  reason,
  at,
  count: 1,
  ...changes,
})
const open = { state: 'open', open: 1, until: null } as const
const none = { serverId: null, insteadId: null, until: null, count: 0, at: null }
const judge = (...attempts: Seen[]) =>
  verdictOf({ summary: open, lines: [line(1, { state: 'over', attempts })], lastServer: null }).word

describe('verdictOf', () => {
  test.each(['inactive', 'pending', 'expired', 'over', 'banned', 'noServer', 'opening'] as const)(
    'names the account first: %s',
    (state) => {
      const lines = [line(1, { state, attempts: [met('wrongKey'), met('connected')] })]
      const summary = { state, open: 0, until: 7 }
      expect(verdictOf({ summary, lines, lastServer: null })).toEqual({
        ...none,
        word: state,
        until: 7,
      })
    },
  )

  test.each([
    'portTaken',
    'portFailed',
    'unsupported',
    'serverDown',
    'unreachable',
    'paused',
  ] as const)('takes %s for a server that is down, the one used last', (state) => {
    const lines = [line(1, { state }), line(2, { state })]
    const summary = { state, open: 0, until: null }
    const verdict = { ...none, word: 'lineDown' }
    expect(verdictOf({ summary, lines, lastServer: 2 })).toEqual({ ...verdict, serverId: 2 })
    expect(verdictOf({ summary, lines, lastServer: 9 })).toEqual(verdict)
  })

  test('names the server used last where it is closed and others are open', () => {
    const lines = [
      line(1),
      line(2, { state: 'serverDown' }),
      line(3, { state: 'banned', until: 9 }),
    ]
    const of = (lastServer: number | null) => verdictOf({ summary: open, lines, lastServer })
    expect(of(2)).toEqual({ ...none, word: 'lineDown', serverId: 2, insteadId: 1 })
    expect(of(3)).toEqual({ ...none, word: 'banned', serverId: 3, insteadId: 1, until: 9 })
    expect(of(1)).toEqual({ ...none, word: 'absent' })
    expect(of(null)).toEqual({ ...none, word: 'absent' })
  })

  test('knows nothing where no open server is watched', () => {
    const shut = line(2, { state: 'serverDown' })
    const of = (watched: boolean) =>
      verdictOf({ summary: open, lines: [line(1, { watched }), shut], lastServer: 1 }).word
    expect(of(true)).toBe('absent')
    expect(of(false)).toBe('unwatched')
  })

  test('claims nothing about the way where a WireGuard server is watched: wrong keys leave no trace', () => {
    const of = (...lines: Line[]) => verdictOf({ summary: open, lines, lastServer: null }).word
    expect(of(line(1, { isTunnel: true }))).toBe('noHandshake')
    expect(of(line(1), line(2, { isTunnel: true }))).toBe('noHandshake')
    expect(of(line(1), line(2, { isTunnel: true, watched: false }))).toBe('absent')
    expect(of(line(1), line(2, { isTunnel: true, state: 'serverDown' }))).toBe('absent')
    expect(of(line(1, { isTunnel: true, attempts: [met('connected')] }))).toBe('fine')
  })

  test('names the server, the time and how often', () => {
    const attempts = [met('nothing', 300), met('wrongKey', 200, { count: 3 })]
    const lines = [line(1), line(2, { attempts })]
    expect(verdictOf({ summary: open, lines, lastServer: 1 })).toEqual({
      ...none,
      word: 'wrongKey',
      serverId: 2,
      count: 3,
      at: 200,
    })
  })

  test('tells of a clock that is wrong, until a client connects', () => {
    const of = (...attempts: Seen[]) =>
      verdictOf({ summary: open, lines: [line(1, { attempts })], lastServer: null })
    const slow = met('clock', 200, { skewMs: -240_000, own: true })
    expect(of(slow)).toEqual({
      ...none,
      word: 'silent',
      serverId: 1,
      count: 1,
      at: 200,
      skewMs: -240_000,
    })
    // It has the password: what others tried says nothing.
    expect(of(slow, met('wrongKey', 300, { own: true })).word).toBe('wrongKey')
    expect(of(slow, met('wrongKey', 100, { own: true }))).toMatchObject({ skewMs: -240_000 })
    expect(of(met('clock', 200, { skewMs: 1 }), met('wrongKey', 300))).toMatchObject({ skewMs: 1 })
    expect(of(slow, met('connected', 100, { own: true }))).toMatchObject({
      word: 'silent',
      skewMs: -240_000,
    })
    expect(of(slow, met('connected', 201, { own: true }))).toMatchObject({ word: 'fine' })
    expect(of(slow, met('answered', 100, { own: true })).word).toBe('silent')
    expect(of(slow, met('answered', 300, { own: true })).word).toBe('unheard')
    expect(of(met('nothing')).skewMs).toBeUndefined()
  })

  test('names what a client put inside a connection, while it does', () => {
    expect(judge(met('connected', 100), met('multiplexing', 200))).toBe('multiplexing')
    expect(judge(met('multiplexing', 100), met('connected', 200))).toBe('fine')
    expect(judge(met('noAnswer', 300), met('multiplexing', 200))).toBe('multiplexing')
    // TCP goes on connecting beside it.
    expect(judge(met('udpOverTcp', 100), met('connected', 60_099))).toBe('udpOverTcp')
    expect(judge(met('udpOverTcp', 100), met('connected', 60_100))).toBe('fine')
    expect(judge(met('udpOverTcp', 100))).toBe('udpOverTcp')
    expect(judge(met('udpOverTcp', 100), met('wrongKey', 200))).toBe('wrongKey')
  })

  test.each(['refused', 'noName', 'noAnswer', 'tooMany', 'over', 'wrongKey'] as const)(
    'names %s alone',
    (reason) => expect(judge(met(reason))).toBe(reason),
  )

  test.each(['nothing', 'replay'] as const)('takes %s for a client that is silent', (reason) =>
    expect(judge(met(reason))).toBe('silent'),
  )

  test('names the cause further inside, regardless of later ones', () => {
    expect(judge(met('wrongKey', 100), met('tooMany', 200), met('refused', 300))).toBe('wrongKey')
    expect(judge(met('tooMany', 100), met('noAnswer', 200))).toBe('tooMany')
    expect(judge(met('over', 100), met('tooMany', 200))).toBe('over')
    expect(judge(met('noName', 100), met('nothing', 200))).toBe('noName')
    expect(judge(met('refused', 100), met('noName', 200), met('noAnswer', 150))).toBe('noName')
  })

  test('does not take a part of a shared quota for all of it', () => {
    const attempts = [met('connected', 100), met('over', 200)]
    const of = (state: Line['state']) =>
      verdictOf({ summary: open, lines: [line(1, { state, attempts })], lastServer: 1 }).word
    expect(of('open')).toBe('fine')
    expect(of('over')).toBe('over')
  })

  test('is fine with one that came through, though some targets cannot be had', () => {
    expect(judge(met('connected', 100), met('refused', 200), met('noName', 300))).toBe('fine')
    expect(judge(met('connected', 200), met('tooMany', 199), met('over', 199))).toBe('fine')
    expect(judge(met('connected', 200), met('tooMany', 201))).toBe('tooMany')
    expect(judge(met('connected', 200), met('over', 201))).toBe('over')
  })

  test('takes no wrong password of a stranger for the customer’s', () => {
    expect(judge(met('connected', 100), met('wrongKey', 200))).toBe('fine')
    const stranger = { own: false }
    expect(judge(met('connected', 100, { own: true }), met('wrongKey', 200, stranger))).toBe('fine')
  })

  test('judges the caller’s own network alone where it was seen', () => {
    const own = { own: true }
    const stranger = { own: false }
    expect(judge(met('wrongKey', 100, own), met('connected', 200, stranger))).toBe('wrongKey')
    expect(judge(met('nothing', 100, own), met('wrongKey', 200, stranger))).toBe('silent')
    expect(judge(met('wrongKey', 100, stranger))).toBe('wrongKey')
    // Imported again while we watched, which takes its time.
    expect(judge(met('wrongKey', 100, own), met('connected', 10_100, own))).toBe('fine')
    expect(judge(met('answered', 100, own), met('wrongKey', 200, own))).toBe('wrongKey')
    expect(judge(met('wrongKey', 100, own), met('answered', 200, own))).toBe('unheard')
  })

  test('says of a device with an old password beside one that is fine, whichever came last', () => {
    const own = { own: true }
    expect(judge(met('wrongKey', 100, own), met('connected', 10_099, own))).toBe('oldKey')
    expect(judge(met('wrongKey', 100, own), met('connected', 101, own))).toBe('oldKey')
    expect(judge(met('wrongKey', 101, own), met('connected', 100, own))).toBe('oldKey')
    expect(judge(met('wrongKey', 90_000, own), met('connected', 100, own))).toBe('oldKey')
    // The owner is elsewhere, or the phone is: an app tries again and again, a stranger does not.
    const [elsewhere, often] = [{ own: false }, { own: false, count: 2 }]
    expect(judge(met('wrongKey', 100, often), met('connected', 200, elsewhere))).toBe('oldKey')
    expect(judge(met('wrongKey', 100, often), met('connected', 200, own))).toBe('oldKey')
    expect(judge(met('wrongKey', 100, elsewhere), met('connected', 200, elsewhere))).toBe('fine')
    const attempts = [met('connected', 300, own), met('wrongKey', 200, { ...own, count: 4 })]
    expect(verdictOf({ summary: open, lines: [line(7, { attempts })], lastServer: null })).toEqual({
      ...none,
      word: 'oldKey',
      serverId: 7,
      count: 4,
      at: 200,
    })
  })

  test('is fine only with a client that was heard after an answer', () => {
    expect(judge(met('answered'))).toBe('unheard')
    expect(judge(met('answered', 300), met('connected', 100))).toBe('fine')
    expect(judge(met('answered', 100), met('noAnswer', 300), met('noName', 300))).toBe('unheard')
    expect(judge(met('answered', 100), met('tooMany', 200))).toBe('tooMany')
    // A stranger's, as the password is proven.
    expect(judge(met('answered', 100), met('wrongKey', 200))).toBe('unheard')
  })

  test('names a server that datagrams do not get through', () => {
    const lacking = line(1, { lacksUdp: true })
    const of = (...lines: Line[]) => verdictOf({ summary: open, lines, lastServer: 1 })
    expect(of(lacking)).toEqual({ ...none, word: 'noUdp', serverId: 1 })
    expect(of(lacking, line(2))).toEqual({ ...none, word: 'noUdp', serverId: 1, insteadId: 2 })
    expect(of(line(1), line(2, { lacksUdp: true })).word).toBe('absent')
    expect(of({ ...lacking, attempts: [met('connected')] }).word).toBe('noUdp')
    expect(of({ ...lacking, attempts: [met('wrongKey')] }).word).toBe('wrongKey')
    const unknown = (...lines: Line[]) => verdictOf({ summary: open, lines, lastServer: null }).word
    expect(unknown(lacking)).toBe('noUdp')
    expect(unknown(lacking, line(2))).toBe('absent')
  })

  test.each(['serverDown', 'unreachable'] as const)(
    'believes what it sees of a client rather than that the server is %s',
    (state) => {
      const summary = { state, open: 0, until: null }
      const of = (...attempts: Seen[]) =>
        verdictOf({ summary, lines: [line(1, { state, attempts })], lastServer: 1 }).word
      expect(of(met('connected'))).toBe('fine')
      expect(of(met('answered'))).toBe('lineDown')
      expect(of()).toBe('lineDown')
    },
  )

  test('believes no attempt on a port that another program has', () => {
    const summary = { state: 'portTaken', open: 0, until: null } as const
    const lines = [line(1, { state: 'portTaken', attempts: [met('connected')] })]
    expect(verdictOf({ summary, lines, lastServer: 1 }).word).toBe('lineDown')
  })
})

describe('isFinal', () => {
  const final = (word: Parameters<typeof isFinal>[0]['word'], insteadId: number | null = null) =>
    isFinal({ ...none, word, insteadId })

  test.each([
    'expired',
    'over',
    'banned',
    'lineDown',
    'unwatched',
    'wrongKey',
    'tooMany',
    'fine',
  ] as const)('of %s: nothing more need be seen', (word) => expect(final(word)).toBe(true))
  test.each([
    'opening',
    'absent',
    'noHandshake',
    'silent',
    'refused',
    'noName',
    'noAnswer',
    'unheard',
    'noUdp',
    'oldKey',
  ] as const)('not of %s: a better result is possible', (word) => expect(final(word)).toBe(false))
  test('not where another server is open, which the client may still reach', () => {
    expect(final('lineDown', 1)).toBe(false)
    expect(final('banned', 1)).toBe(false)
    expect(final('unwatched', 1)).toBe(true)
  })
})

describe('checksOf', () => {
  const of = (word: Parameters<typeof isFinal>[0]['word'], watches = false) =>
    checksOf({ ...none, word }, watches).join(' ')

  test('finds the first in the way', () => {
    expect(of('expired')).toBe('bad later later later')
    expect(of('lineDown')).toBe('good bad later later')
    expect(of('absent')).toBe('good good bad later')
    expect(of('noHandshake')).toBe('good good bad later')
    expect(of('wrongKey')).toBe('good good good bad')
    expect(of('tooMany')).toBe('good good bad later')
    expect(of('fine')).toBe('good good good good')
    expect(of('noAnswer')).toBe('good good good good')
    expect(of('unheard')).toBe('good good bad later')
    expect(of('noUdp')).toBe('good bad later later')
    expect(of('oldKey')).toBe('good good good bad')
  })

  test('awaits results that are still possible', () => {
    expect(of('absent', true)).toBe('good good now later')
    expect(of('opening', true)).toBe('good now later later')
    expect(of('wrongKey', true)).toBe('good good good bad')
    expect(of('expired', true)).toBe('bad later later later')
  })
})

test('a client that never came is pointed to a server other than the one used last', () => {
  const lines = [line(1), line(2), line(3, { state: 'serverDown' })]
  const of = (lastServer: number) => verdictOf({ summary: open, lines, lastServer })
  expect(of(1)).toEqual({ ...none, word: 'absent', insteadId: 2 })
  expect(of(2)).toEqual({ ...none, word: 'absent', insteadId: 1 })
})
