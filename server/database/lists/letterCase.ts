/** The last letter that has another case. */
const LAST = 0x1_e9_43

let others: Map<string, string[]> | undefined

/**
 * A text with each letter in the one form that stands for all its cases: as `toLowerCase`, but letter
 * by letter, so that a part of a text folds as it does within it. The last sigma of a Greek word is
 * one like others, and so is each i of Turkish.
 */
export const folded = (text: string): string => [...text].map(foldOf).join('')

/**
 * The other cases of each folded letter of a text, beyond those that databases lower themselves:
 * none where it has only letters of English, which most have, and which an index may serve.
 */
export function casesOf(text: string): [letter: string, forms: readonly string[]][] {
  const letters = [...folded(text)]
  if (!/\P{ASCII}/u.test(text)) return letters.map((letter) => [letter, []])
  others ??= findOthers()
  return letters.map((letter) => [letter, others?.get(letter) ?? []])
}

const foldOf = (letter: string) =>
  letter === 'İ' ? 'i' : single(single(letter, 'toUpperCase'), 'toLowerCase')

/** Some letters become two: they stay as they are. */
function single(letter: string, change: 'toUpperCase' | 'toLowerCase'): string {
  const changed = letter[change]()
  return [...changed].length === 1 ? changed : letter
}

/** Some milliseconds of work, done once somebody searches beyond the letters of English. */
function findOthers() {
  const found = new Map<string, string[]>()
  for (let code = 0x80; code <= LAST; code++) {
    const letter = String.fromCodePoint(code)
    const fold = foldOf(letter)
    if (fold !== letter) found.set(fold, [...(found.get(fold) ?? []), letter])
  }
  return found
}
