import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Target } from './glossary.ts'
import { doubts, type Message } from './translations.ts'

const TARGETS: Target[] = ['zh-CN', 'ja-JP', 'ru-RU']

/** Read and found right, though two things speak against them: language and how the source begins. */
const RIGHT: [Target, string][] = [
  ['zh-CN', 'Account without owner'],
  ['zh-CN', 'Get notified right away, even when'],
  ['zh-CN', 'New customers today'],
  // A group of a profile is not one of users.
  ['zh-CN', 'No group lists'],
  ['zh-CN', '{servers} in the list of a group'],
  ['zh-CN', '{at}: the group'],
  ['zh-CN', 'No one is connected right now.'],
  ['zh-CN', 'No user has this email address.'],
  ['zh-CN', 'Redeem'],
  ['zh-CN', 'With and without user'],
  ['ja-JP', 'Is what a panel stores'],
  ['ja-JP', 'Enter the password as well: the saved one'],
  ['ja-JP', 'Or scan this with your phone:'],
  ['ja-JP', 'The password and all mail are sent unencrypted.'],
  ['ja-JP', 'The secret would go to another address now.'],
  ['ja-JP', 'There is no network.'],
  ['ja-JP', 'Nothing to apply this to.'],
  ['ja-JP', 'Time to remind their owners'],
  ['ja-JP', 'Write to {username}'],
  ['ja-JP', 'Only where a router (NAT) or a relay passes'],
  ['ru-RU', 'Discard'],
  ['ru-RU', '{count, plural, one {# person signed up with it.'],
  ['ru-RU', '{count, plural, one {The # person in it moves'],
  ['ru-RU', 'Its ports close immediately, and anyone connected'],
  ['ru-RU', 'Email their users'],
  ['ru-RU', 'No account matches the search and the filters.'],
  ['ru-RU', 'If off, its time starts when the customer'],
]

/** The entries of the Japanese catalog for these sources. */
const SHIFTED: [string, string][] = [
  ['Not possible', 'ユーザーのグループを設定'],
  ['Sent already', '実行できません'],
  ['Set the group of their users', '送信済み'],
  [
    'One email is sent every second, so that no mailbox takes them for spam.',
    'マイナスにすると期限が早まります。',
  ],
  ['There are no servers yet.', '迷惑メールと判定されないよう、1秒に1通ずつ送信します。'],
  ['Traffic for the current cycle', 'サーバーはまだありません。'],
  ['Unit', '現在の周期に追加する通信量'],
  ['Use a minus to shorten.', '単位'],
]

describe('translations', () => {
  const messages = catalogs()

  test('the catalogs are read whole', () => {
    expect(messages.length).toBeGreaterThan(1900)
  })

  test.each(TARGETS)('%s says what the source says', (target) => {
    const known = RIGHT.filter(([language]) => language === target).map(([, begin]) => begin)
    const moved = messages
      .filter(({ source }) => !known.some((begin) => source.startsWith(begin)))
      .map((message) => ({ message, found: doubts(message, target) }))
      .filter(({ found }) => found.length > 0)
      .map(({ message, found }) => `${message.source} | ${message[target]} | ${found.join(', ')}`)
    // Wrong: correct the catalog. Right: read it twice, then add it to RIGHT.
    expect(moved).toEqual([])
  })
})

/** How often a fault is noticed that moves the translations of `size` neighbours by one. */
function noticed(messages: Message[], target: Target, size: number): number {
  const groups = Math.floor(messages.length / size)
  let count = 0
  for (let group = 0; group < groups; group += 1) {
    const run = messages.slice(group * size, (group + 1) * size)
    if (moved(run, target).some((message) => doubts(message, target).length > 0)) count += 1
  }
  return count / groups
}

/** Every message with the translation of the next one. */
function moved(run: Message[], target: Target): Message[] {
  return run.map((message, at) => ({
    ...message,
    [target]: run[(at + 1) % run.length]?.[target] ?? '',
  }))
}

describe('a translation that moved is noticed', () => {
  const messages = catalogs()

  test('in the eight texts that once were shifted by one', () => {
    const found = SHIFTED.map(([source, japanese]) => {
      const message = messages.find((one) => one.source === source)
      if (!message) throw new Error(`no message: ${source}`)
      expect(doubts(message, 'ja-JP')).toEqual([])
      return doubts({ ...message, 'ja-JP': japanese }, 'ja-JP').length > 0
    })
    // "Sent already" was a label of the right length that lacks one word only.
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(7)
  })

  test.each(TARGETS)('in %s, wherever eight neighbours move', (target) => {
    expect(noticed(messages, target, 8)).toBeGreaterThan(0.9)
  })

  test.each(TARGETS)('in %s, mostly where two change places', (target) => {
    expect(noticed(messages, target, 2)).toBeGreaterThan(0.5)
  })
})

/** The messages of both catalogs, in their order there. */
function catalogs(): Message[] {
  return ['', 'areas/'].flatMap((folder) => {
    const texts = new Map(TARGETS.map((target) => [target, entries(`${folder}${target}`)]))
    return [...(texts.get('zh-CN') ?? new Map<string, string>()).keys()].map((source) => ({
      source: source.slice(source.indexOf('\u0004') + 1),
      'zh-CN': texts.get('zh-CN')?.get(source) ?? '',
      'ja-JP': texts.get('ja-JP')?.get(source) ?? '',
      'ru-RU': texts.get('ru-RU')?.get(source) ?? '',
    }))
  })
}

/** Translations by source, those with a context under context and source; several lines are joined. */
function entries(name: string): Map<string, string> {
  const catalog = readFileSync(`src/locales/${name}.po`, 'utf8').replaceAll('"\n"', '')
  const found = catalog.matchAll(/^(?:msgctxt "(.+)"\n)?msgid "(.+)"\nmsgstr "(.*)"$/gm)
  return new Map(
    [...found].map(([, context = '', source = '', text = '']) => [
      `${context}\u0004${source}`,
      text,
    ]),
  )
}
