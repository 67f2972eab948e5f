const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What lengths of time are called in the four languages, regardless of the chosen one; longest first. */
const UNITS: readonly (readonly [ms: number, words: string, glyphs: string])[] = [
  [MINUTE_MS, 'minutes?|mins?|мин[а-я]*|m', '分钟|分鐘|分'],
  [HOUR_MS, 'hours?|hrs?|час[а-я]*|h|ч', '小时|小時|時間|钟头'],
  [7 * DAY_MS, 'weeks?|wks?|недел[а-я]*|нед|w', '周間|週間|周|週|星期'],
  [30 * DAY_MS, 'months?|mos?|месяц[а-я]*|мес', '个月|個月|か月|カ月|ヶ月|ヵ月|月'],
  [365 * DAY_MS, 'years?|yrs?|год[а-я]*|лет', '年間|年'],
  [DAY_MS, 'days?|день|дня|дней|дн|сут[а-я]*|d|д', '天|日間|日'],
]

/** What stands before a number, taken along: Safari before 16.4 reads no pattern that looks back. */
const BEFORE_DIGITS = String.raw`(^|[^\p{N}@.\p{Script=Latin}\p{Script=Cyrillic}])`
const DIGITS = String.raw`-?\d+(?:[.,]\d+)?`
/** "An hour", "на месяц", "полгода". */
const SPOKEN = String.raw`(?:half\s+an?|an?|one|на|пол)`
const HAN = '[半一二两兩三四五六七八九十]+'
const HAN_DIGITS = '零一二三四五六七八九'

/** A length of time somewhere in a text, in ms, and the text around it. A month is 30 days. Spec 3. */
export function takeDuration(text: string): { time: number; rest: string } | undefined {
  for (const [length, words, glyphs] of UNITS) {
    const pattern = new RegExp(
      `(?:${BEFORE_DIGITS}(${DIGITS})|(^|\\P{L})(${SPOKEN}))\\s*(?:${words})(?![\\p{L}\\p{N}])|` +
        `(?:${BEFORE_DIGITS}(${DIGITS})|(${HAN}))\\s*[个個]?(?:${glyphs})`,
      'iu',
    )
    const found = pattern.exec(text)
    if (!found) continue
    const [all, beforeDigits, digits, beforeWord, word, beforeMore, moreDigits, han] = found
    const time = Math.round(amountOf(digits ?? word ?? moreDigits ?? han ?? '') * length)
    const before = beforeDigits ?? beforeWord ?? beforeMore ?? ''
    const rest = `${text.slice(0, found.index)}${before} ${text.slice(found.index + all.length)}`
    return { time, rest }
  }
  return undefined
}

function amountOf(text: string): number {
  if (/\d/.test(text)) return Number(text.replace(',', '.'))
  if (/^(?:半|half|пол)/i.test(text)) return 0.5
  if (!new RegExp(`^${HAN}$`, 'u').test(text)) return 1
  const [tens, ones] = text.replaceAll(/[两兩]/g, '二').split('十')
  if (ones === undefined) return HAN_DIGITS.indexOf(tens ?? '')
  return (tens ? HAN_DIGITS.indexOf(tens) : 1) * 10 + (ones ? HAN_DIGITS.indexOf(ones) : 0)
}
