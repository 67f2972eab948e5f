import { describe, expect, test } from 'vitest'
import {
  checkJobDraft,
  type JobDraft,
  type JobKind,
  NEW_JOB,
  targetOf,
  toAction,
  UNITS,
} from '../../src/features/jobs/draft.ts'

const HOUR = 3_600_000
const draft = (changes: Partial<JobDraft> = {}): JobDraft => ({ ...NEW_JOB, ...changes })
const faults = (kind: JobKind, changes: Partial<JobDraft>) =>
  Object.keys(checkJobDraft(kind, draft(changes)))

test('units are as long as the specification has them', () => {
  expect(UNITS).toEqual({ month: 720 * HOUR, week: 168 * HOUR, day: 24 * HOUR, hour: HOUR })
})

describe('something to do to many, as it is typed', () => {
  test.each<[JobKind, Partial<JobDraft>, string[]]>([
    ['extend', {}, []],
    ['extend', { count: '0' }, ['count']],
    ['extend', { count: '-1' }, []],
    ['extend', { count: ' 2 ' }, []],
    ['extend', { count: '1.5' }, ['count']],
    ['extend', { count: '' }, ['count']],
    ['extend', { count: 'x1' }, ['count']],
    ['extend', { count: '1x' }, ['count']],
    // Ten years are 3650 days, 87600 hours.
    ['extend', { count: '3650', unit: 'day' }, []],
    ['extend', { count: '3651', unit: 'day' }, ['count']],
    ['extend', { count: '-3650', unit: 'day' }, []],
    ['extend', { count: '-3651', unit: 'day' }, ['count']],
    ['extend', { count: '87600', unit: 'hour' }, []],
    ['extend', { count: '87601', unit: 'hour' }, ['count']],
    ['addFlow', { flow: '0' }, ['flow']],
    ['addFlow', { flow: '' }, ['flow']],
    ['addFlow', { flow: '1' }, []],
    ['addFlow', { flow: '1000T' }, []],
    ['addFlow', { flow: '1001T' }, ['flow']],
    ['setServers', {}, []],
    ['setServers', { allServers: false }, ['servers']],
    ['setServers', { allServers: false, servers: [1] }, []],
    ['setGroup', {}, ['groupId']],
    ['setGroup', { groupId: ' ' }, ['groupId']],
    ['setGroup', { groupId: '0' }, []],
    ['mail', {}, ['title', 'content']],
    ['mail', { title: 'x', content: ' ' }, ['content']],
    ['mail', { title: ' ', content: 'x' }, ['title']],
    ['mail', { title: 'x', content: 'x' }, []],
    ['ban', { count: '0', flow: '0' }, []],
    ['lift', { count: '0', flow: '0' }, []],
    ['delete', { count: '0', flow: '0' }, []],
    ['deleteUser', { count: '0', flow: '0' }, []],
  ])('%s of %j has faults in %j', (kind, changes, expected) => {
    expect(faults(kind, changes)).toEqual(expected)
  })

  test.each([
    ['extend', { count: '0' }, 'count', /whole number/],
    ['extend', { count: '9999' }, 'count', /ten years/],
    ['addFlow', { flow: '0' }, 'flow', /amount of traffic/],
    ['addFlow', { flow: '1001T' }, 'flow', /at most/],
  ] as const)('%s of %j says of %s %s', (kind, changes, field, text) => {
    expect(checkJobDraft(kind, draft(changes))[field]?.message).toMatch(text)
  })
})

test.each<[JobKind, Partial<JobDraft>, object]>([
  ['extend', { count: '2', unit: 'week' }, { kind: 'extend', time: 336 * HOUR }],
  ['extend', { count: '-3', unit: 'hour' }, { kind: 'extend', time: -3 * HOUR }],
  ['addFlow', { flow: '1.5G' }, { kind: 'addFlow', flow: 1.5e9 }],
  ['setServers', { servers: [1] }, { kind: 'setServers', server: null }],
  ['setServers', { allServers: false, servers: [1] }, { kind: 'setServers', server: [1] }],
  ['ban', { ban: 40 }, { kind: 'ban', time: HOUR }],
  ['lift', { ban: 40 }, { kind: 'ban', time: 0 }],
  ['setGroup', { groupId: '4' }, { kind: 'setGroup', groupId: 4 }],
  ['mail', { title: ' t ', content: ' c ' }, { kind: 'mail', title: 't', content: ' c ' }],
  ['delete', {}, { kind: 'delete' }],
  ['deleteUser', {}, { kind: 'deleteUser' }],
])('%s of %j is sent as %j', (kind, changes, action) => {
  expect(toAction(kind, draft(changes))).toEqual(action)
})

test.each<[JobKind, string]>([
  ['extend', 'account'],
  ['addFlow', 'account'],
  ['setServers', 'account'],
  ['ban', 'account'],
  ['lift', 'account'],
  ['delete', 'account'],
  ['mail', 'user'],
  ['setGroup', 'user'],
  ['deleteUser', 'user'],
])('%s is done to every %s', (kind, target) => expect(targetOf(kind)).toBe(target))

test('the form starts with a day, 10 GB, every server, half an hour of ban', () => {
  expect(NEW_JOB).toEqual({
    count: '1',
    unit: 'day',
    flow: '10G',
    allServers: true,
    servers: [],
    from: 0,
    ban: 30,
    groupId: '',
    title: '',
    content: '',
  })
})

test('accounts are moved to servers that were chosen, off the one they were on', () => {
  const draft = { ...NEW_JOB, from: 3, servers: [5, 7] }
  expect(checkJobDraft('moveServers', draft)).toEqual({})
  expect(Object.keys(checkJobDraft('moveServers', { ...draft, servers: [] }))).toEqual(['servers'])
  expect(toAction('moveServers', draft)).toEqual({ kind: 'moveServers', from: 3, server: [5, 7] })
  expect(targetOf('moveServers')).toBe('account')
})
