import { describe, expect, test } from 'vitest'
import {
  checkServerDraft,
  checkTemplateDraft,
  checkTestDraft,
  type ServerDraft,
  serverDraftOf,
  templateDraftOf,
  toServer,
  USUAL_PORTS,
} from '../../src/features/mails/draft.ts'

const draft = (changes: Partial<ServerDraft> = {}): ServerDraft => ({
  host: 'smtp.example.com',
  port: '465',
  security: 'tls',
  user: 'me@example.com',
  password: '',
  fromName: 'Shop',
  fromAddress: '',
  blackList: '',
  ...changes,
})
const faults = (changes: Partial<ServerDraft>) => Object.keys(checkServerDraft(draft(changes)))

describe('an SMTP server as it is typed', () => {
  test.each<[Partial<ServerDraft>, string[]]>([
    [{}, []],
    [{ port: '0' }, ['port']],
    [{ port: '1' }, []],
    [{ port: '65535' }, []],
    [{ port: '65536' }, ['port']],
    [{ port: '' }, ['port']],
    [{ host: 'smtp example.com' }, ['host']],
    [{ host: ' smtp.example.com ' }, []],
    [{ host: 'https://smtp.example.com' }, ['host']],
    [{ host: 'me@example.com' }, ['host']],
    // Without an address of its own, mail comes from the one that logs in.
    [{ user: 'me' }, ['fromAddress']],
    [{ user: 'me', host: '' }, []],
    [{ user: 'me', host: '  ' }, []],
    [{ user: 'me', fromAddress: 'me@example.com' }, []],
    [{ user: 'me', fromAddress: ' me@example.com ' }, []],
    [{ fromAddress: 'me' }, ['fromAddress']],
    [{ fromAddress: 'me', host: '' }, ['fromAddress']],
    [{ fromAddress: 'a@b@c.d' }, ['fromAddress']],
    [{ fromAddress: 'a b@c.d' }, ['fromAddress']],
    [{ fromAddress: 'a@b.c d' }, ['fromAddress']],
    [{ user: 'me', fromAddress: ' ' }, ['fromAddress']],
    [{ fromAddress: ' ' }, []],
    [{ blackList: 'x'.repeat(200) }, []],
    [{ blackList: 'x'.repeat(201) }, ['blackList']],
    [{ blackList: ` ${'x'.repeat(200)} ` }, []],
    [{ blackList: `a\n${'x'.repeat(201)}\nb` }, ['blackList']],
    [{ blackList: `${'x'.repeat(150)}\n${'y'.repeat(150)}` }, []],
  ])('%j has faults in %j', (changes, expected) => {
    expect(faults(changes)).toEqual(expected)
  })

  test('is sent without blanks, its list one pattern at a time', () => {
    const typed = draft({
      host: ' h ',
      port: '25',
      user: ' u ',
      fromName: ' n ',
      fromAddress: ' a@b.c ',
      blackList: 'a.example\n b.example;c.example , a.example\n\n',
    })
    expect(toServer(typed, { remove: false, revision: 'r' })).toEqual({
      host: 'h',
      port: 25,
      security: 'tls',
      user: 'u',
      fromName: 'n',
      fromAddress: 'a@b.c',
      blackList: ['a.example', 'b.example', 'c.example'],
      revision: 'r',
    })
  })

  test.each([
    ['', false, undefined],
    ['', true, ''],
    ['secret', false, 'secret'],
    ['secret', true, 'secret'],
    [' ', false, ' '],
  ])('with the password %j, to be removed: %s, sends %j', (password, remove, sent) => {
    const body = toServer(draft({ password }), { remove, revision: undefined })
    expect(body.password).toBe(sent)
    expect('password' in body).toBe(sent !== undefined)
  })

  test('a port that cannot be read is sent as none', () => {
    expect(toServer(draft({ port: 'x' }), { remove: false, revision: undefined }).port).toBe(0)
  })

  test('is read from what is stored, never its password', () => {
    const stored = { ...draft(), port: 587, hasPassword: true, blackList: ['a', 'b'] }
    expect(serverDraftOf(stored as never)).toEqual(draft({ port: '587', blackList: 'a\nb' }))
  })

  test('has the usual ports', () => {
    expect(USUAL_PORTS).toEqual({ tls: '465', starttls: '587', none: '25' })
  })
})

test.each([
  ['', '', ['title', 'content']],
  [' ', 'x', ['title']],
  ['x', ' ', ['content']],
  ['x', 'y', []],
])('a template of %j and %j has faults in %j', (title, content, expected) => {
  expect(Object.keys(checkTemplateDraft({ title, content }))).toEqual(expected)
})

test('a template is read without what else is known of it', () => {
  expect(templateDraftOf({ title: 't', content: 'c', revision: 'r' } as never)).toEqual({
    title: 't',
    content: 'c',
  })
})

test.each([
  ['', true],
  ['ann', true],
  ['ann@example.com', false],
  [' ann@example.com ', false],
])('a test mail to %j is refused: %s', (recipient, refused) => {
  expect('recipient' in checkTestDraft({ recipient })).toBe(refused)
})
