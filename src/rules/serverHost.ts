/** Why a text is no address of a server. */
export type HostFault =
  | 'empty'
  /** It has a scheme, a path, a user or a space. */
  | 'link'
  /** A part of it is a number, as a port is. */
  | 'port'
  /** A part of it is neither a name nor an IP address. */
  | 'name'

const LONGEST_NAME = 253
const LABEL = /^[\p{L}\p{M}\p{N}_-]{1,63}$/u

/**
 * The addresses in a server's `address:shown1:shown2`, without brackets. An IPv6 address is in
 * brackets, or stands alone: its own colons part nothing.
 */
export function hostParts(host: string): string[] {
  const whole = host.trim()
  if (isIPv6(whole)) return [whole]
  // A colon inside brackets is followed by the closing one, with no opening one in between.
  return whole.split(/:(?![^[]*\])/).map((part) => withoutBrackets(part.trim()))
}

/** What keeps a text from being the address of a server; undefined where it is one. */
export function faultOfHost(host: string): HostFault | undefined {
  const text = host.trim()
  if (text === '') return 'empty'
  if (/[\s/\\@?#]/.test(text)) return 'link'
  const parts = hostParts(text)
  if (parts.every(isHost)) return undefined
  // An IPv6 address cut at its colons has numbers, too.
  const isCut = /::|^:|:$/.test(text.replaceAll(/\[[^\]]*\]/g, 'inside'))
  return parts.some((part) => /^\d+$/.test(part)) && !isCut ? 'port' : 'name'
}

/** An address as it stands before a colon and a port: IPv6 in brackets. */
export const beforePort = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether a text is an IPv6 address, without brackets and without a zone. */
export const isIPv6 = (text: string): boolean =>
  /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`)

function withoutBrackets(part: string): string {
  const [, inner = ''] = /^\[(.*)\]$/.exec(part) ?? []
  return isIPv6(inner) ? inner : part
}

function isHost(part: string): boolean {
  if (isIPv6(part)) return true
  const labels = part.split('.')
  // What ends in a number would be read as an IPv4 address, also in shorter forms.
  if (/^(\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? ''))
    return labels.length === 4 && labels.every(isOctet)
  return part.length <= LONGEST_NAME && labels.every((label) => LABEL.test(label))
}

const isOctet = (text: string) => /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) <= 255
