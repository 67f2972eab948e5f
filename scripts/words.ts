/** Whether every word on screen is in the catalogs, looked up in the build itself. */
import { readdirSync, readFileSync } from 'node:fs'

const CATALOG = /^(zh-CN|ja-JP|en-US|ru-RU)-/
const USED = /(?:\bid:|\._\()\s*[`"']([\w+-]{6})[`"']/g
const KEPT = /["']([\w+/-]{6})["']:/g

/**
 * Fails when a screen asks for a message that no catalog has: something renamed what it fills in
 * after the messages were collected, and people would read its number instead.
 */
export function checkWords(folder = 'dist/assets'): void {
  const [used, kept] = [new Map<string, string>(), new Set<string>()]
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    if (CATALOG.test(name)) for (const [, id = ''] of text.matchAll(KEPT)) kept.add(id)
    else for (const [, id = ''] of text.matchAll(USED)) used.set(id, name)
  }
  // What has neither a digit nor a capital is a name of something else.
  const lost = [...used].filter(([id]) => !kept.has(id) && /[A-Z\d]/.test(id))
  if (lost.length > 0)
    throw new Error(`Messages without words: ${lost.map((one) => one.join(' in ')).join(', ')}`)
}
