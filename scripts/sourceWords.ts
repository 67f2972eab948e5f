/**
 * Writes the catalogs of English, in which each message is its own translation, from those of
 * Chinese, which has the same messages.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const OF_TRANSLATORS = /Project-Id|Report-Msgid|PO-Revision|Last-Trans|Language-Team|Plural-Forms/
const ENTRY = /(msgid (?:".*"\n)+)msgstr (?:".*"\n?)+/g

for (const folder of ['src/locales', 'src/locales/areas']) {
  const chinese = readFileSync(`${folder}/zh-CN.po`, 'utf8')
  const [header = '', ...entries] = chinese.split('\n\n')
  const english = entries.map((entry) =>
    `${entry.trimEnd()}\n`.replace(
      ENTRY,
      (_entry, id: string) => id + id.replace('msgid', 'msgstr'),
    ),
  )
  const lines = header.split('\n').filter((line) => !OF_TRANSLATORS.test(line))
  const top = `${lines.join('\n').replace('zh-CN', 'en-US')}\n`
  writeFileSync(`${folder}/en-US.po`, [top, ...english].join('\n'))
}
