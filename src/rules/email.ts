import { typedEmail } from './pasted.ts'

/**
 * Email addresses as they are taken: a dot-atom before the `@` and a host name with a dot in it
 * after (RFC 5321, 4.1.2) that does not end like an IP address. Nothing a mail library could read as anything but one mailbox: no
 * brackets, quotes, lists or spaces.
 *
 * The contract's `Email` has the same pattern.
 */
export const EMAIL = new RegExp(
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@" +
    '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+' +
    '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
)

/** Whether what was typed is an email address; what cannot be seen and blanks around it do not matter. */
export const isEmail = (text: string): boolean => EMAIL.test(typedEmail(text))

/** The normalized address, by which it is looked up, rate-limited, stored and written to. */
export const normalEmail = (text: string): string => typedEmail(text).toLowerCase()

/** Mail services that deliver to one box whatever dots its name is written with. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * The mailbox that an address is delivered to, for counting and recognizing people: what stands
 * after a plus, and dots where the service ignores them, make no other box. Never written to.
 */
export function mailboxOf(email: string): string {
  const address = normalEmail(email.normalize('NFC'))
  const at = address.lastIndexOf('@')
  const [name = '', host = ''] = [address.slice(0, at), address.slice(at + 1)]
  // A name that begins with a plus has nothing before it to be called by.
  const plain = name.replace(/(?<=.)\+.*$/s, '')
  const dotless = DOTLESS.get(host)
  return dotless ? `${plain.replaceAll('.', '')}@${dotless}` : `${plain}@${host}`
}
