const DIGITS = '0123456789'
const UNAMBIGUOUS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz'

/** The minimum length of a new login password, in characters. Existing ones stay valid. */
export const MIN_PASSWORD_LETTERS = 8

/** Whether a new password is long enough; a character outside the first plane counts once. */
export const isLongEnough = (password: string): boolean =>
  [...password].length >= MIN_PASSWORD_LETTERS

/** A password of digits, for the form of a new account. Spec 5. */
export function randomDigits(length = 10): string {
  return randomText(DIGITS, length)
}

/** A password without letters and digits that look alike, for accounts the server opens. */
export function randomPassword(length = 10): string {
  return randomText(UNAMBIGUOUS, length)
}

function randomText(alphabet: string, length: number): string {
  // Bytes beyond a multiple of the alphabet's length would favour its first letters (modulo bias).
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
