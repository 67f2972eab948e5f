const DIGITS = '0123456789'
const UNAMBIGUOUS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz'

/** The minimum length of a new login password, in characters. Existing ones stay valid. */
export const MIN_PASSWORD_LETTERS = 8

/** Whether a new password is long enough; a character outside the first plane counts once. */
export const isLongEnough = (password: string): boolean =>
  [...password].length >= MIN_PASSWORD_LETTERS

/** Modular crypt and what frameworks make of it (`$2y$…`, `$argon2id$…`, `$P$…`, `pbkdf2_sha256$…`), and LDAP's `{SSHA}…`. */
const NAMED_HASH =
  /^(?:\$(?:2[abxy]?|[1567]|argon2(?:id?|d)|scrypt|s0|7|y|gy|apr1|md5|sha1|pbkdf2[\w-]*|P|H|S)\$|(?:pbkdf2|bcrypt|argon2|scrypt|sha\d*|md5)[\w-]*[$:]|\{[\w-]{3,20}\})\S{8,}$/i
/** Digests of 16 to 64 bytes in hex, alone, behind MySQL's star or `0x`, or with a salt. */
const HEX_HASH =
  /^(?:0x|\*)?(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{48}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})(?:[:$]\S{1,64})?$/i
/** The same in base64, of which only these lengths end so. */
const BASE64_HASH = /^(?:[\w+/]{22}==|[\w+/]{27}=|[\w+/]{43}=|[\w+/]{86}==)$/

/**
 * Whether a text is what another panel stores of a password rather than the password. Taken for one,
 * nobody gets in with the old password, and whoever has the old panel's table gets in as everybody.
 */
export function isStoredHash(text: string): boolean {
  const plain = text.trim()
  return [NAMED_HASH, HEX_HASH, BASE64_HASH].some((pattern) => pattern.test(plain))
}

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
