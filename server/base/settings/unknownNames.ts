import { OF_SYSTEM, SETTING_NAMES, type SettingName } from './names.ts'
import { SERVICE_LINK } from './readings.ts'

/** What is named like ours is nobody else's. */
const OURS = /^SLUICE_/
/** What Kubernetes sets for a service named sluice, beside the links that `SERVICE_LINK` knows. */
const OF_SERVICE = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/

/**
 * One sentence for each variable that is no setting and is spelled almost like one, or begins as only
 * ours do: it would be passed over without a word, and a backup that was never on looks like one
 * that is.
 */
export function unknownNames(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (SETTING_NAMES.some((one) => one === name) || OF_SYSTEM.includes(name)) return []
    if (SERVICE_LINK.test(value) || OF_SERVICE.test(name)) return []
    const plain = name.toUpperCase()
    const isOurs = OURS.test(plain)
    const meant =
      SETTING_NAMES.find((one) => isNear(plain, one)) ??
      (isOurs ? SETTING_NAMES.find((one) => isNear(plain.replace(OURS, ''), one)) : undefined)
    if (meant) return [`${name} is no setting. Did you mean ${meant}?`]
    return isOurs ? [`${name} is no setting: the page Settings of the manual names all.`] : []
  })
}

/** Whether a name is a setting's with a slip in it: word by word, or with words run together. */
function isNear(name: string, setting: SettingName): boolean {
  const [given, wanted] = [wordsOf(name), wordsOf(setting)]
  if (given.length !== wanted.length)
    return distance(given.join(''), wanted.join('')) <= (wanted.length > 1 ? 1 : 0)
  const slips = wanted.map((word, at) => {
    const found = distance(given[at] ?? '', word)
    return found > slipsIn(word) ? Number.POSITIVE_INFINITY : found
  })
  return slips.reduce((sum, one) => sum + one, 0) <= 2
}

/** The words of a name; PROXY and PROXIES are one. */
const wordsOf = (name: string) => name.split('_').map((word) => word.replace(/IES$/, 'Y'))

/** How many slips a word can have and still be told from other words. */
const slipsIn = (word: string) => (word.length > 5 ? 2 : word.length > 2 ? 1 : 0)

/**
 * How many letters are to be added, left out, replaced or swapped with their neighbour to make one
 * word of the other (optimal string alignment).
 */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        cell(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        cell(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        i > 1 && j > 1 && isSwapped ? cell(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return cell(rows, one.length, other.length)
}

const cell = (rows: readonly number[][], i: number, j: number) => rows[i]?.[j] ?? 0
