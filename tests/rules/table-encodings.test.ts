import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type Encoding, encodingOf, textIn } from '#features/imports/encodings.ts'

/** A table with these comments, as a program saves it in an encoding. */
function saved(encoding: Encoding, comments: readonly string[]) {
  const table = `email;password;comment\r\n${comments.map((one, at) => `a${at}@example.com;long enough 1;${one}\r\n`).join('')}`
  const names: Partial<Record<Encoding, string>> = { shift_jis: 'CP932', 'euc-kr': 'CP949' }
  const out = execFileSync('iconv', ['-f', 'UTF-8', '-t', names[encoding] ?? encoding], {
    input: table,
  })
  return { table, bytes: new Uint8Array(out) }
}

const TEXTS: [Encoding, string[][]][] = [
  [
    'windows-1251',
    [
      ['Иван Петров'],
      ['ООО Ромашка'],
      ['Оплатил за год, №5'],
      ['Сергей', 'Ольга'],
      ['ЁЖИК'],
      ['друг Ани'],
    ],
  ],
  [
    'koi8-r',
    [
      ['Иван Петров', 'Оплатил за год'],
      ['Сергей', 'Ольга Смирнова'],
    ],
  ],
  [
    'shift_jis',
    [
      ['日本の顧客'],
      ['山田太郎'],
      ['ﾔﾏﾀﾞ タロウ', '田中さん'],
      ['月額プラン'],
      ['お客様'],
      ['佐藤', '鈴木一郎'],
    ],
  ],
  ['euc-jp', [['日本の顧客です'], ['お客様', 'さくら'], ['月額プラン、田中さん']]],
  [
    'gb18030',
    [
      ['月付套餐'],
      ['张三'],
      ['李四', '王五的朋友'],
      ['老客户，每月付费'],
      ['年付'],
      ['欧阳娜娜', '季度包'],
    ],
  ],
  [
    'big5',
    [['月付方案'], ['陳小明', '王大同'], ['老客戶，每月付費'], ['台灣的朋友'], ['年費用戶']],
  ],
  ['euc-kr', [['김철수'], ['이영희 친구'], ['월간 요금제'], ['박지성', '최고 고객'], ['서울에서']]],
  ['windows-1252', [['Müller'], ['Größe', 'Jürgen Schäfer'], ['François'], ['España, niño']]],
  ['utf-8', [['Иван'], ['张三'], ['plain']]],
  ['utf-16le', [['Иван'], ['张三', '김철수'], ['plain']]],
  ['utf-16be', [['日本の顧客'], ['plain']]],
]

describe.each(TEXTS)('a table in %s', (encoding, texts) => {
  test.each(texts.map((comments) => [comments.join(', '), comments] as const))(
    'is read as what it is: %s',
    (_name, comments) => {
      const { bytes, table } = saved(encoding, comments)
      expect(textIn(bytes, encodingOf(bytes))).toBe(table)
    },
  )
})

test('the language on screen decides what could be either', () => {
  const { bytes } = saved('windows-1251', ['Я'])
  expect(encodingOf(bytes, 'ru-RU')).toBe('windows-1251')
})

test('what is no text has empty bytes, whatever it is read as', () => {
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 33, 0])
  expect(textIn(bytes, encodingOf(bytes))).toContain('\0')
})
