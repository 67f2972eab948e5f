import type { Schema } from '#contract'
import type { Insertable } from 'kysely'
import { Refusal } from '../../base/refusal.ts'
import type { ServerTable } from '../../database/tables.ts'

// The ciphers the engine of this machine speaks.
const EMBEDDED_METHODS = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
] as const

/** A server as it was sent, as it is kept. Refuses with 400 what cannot be. Spec 5. */
export function termsOf(
  sent: Schema<'NewServer'>,
  before?: { plane: string; method: string },
): Insertable<ServerTable> {
  const type = sent.type ?? 'Shadowsocks'
  const plane = sent.plane ?? (sent.port && sent.password ? 'manager' : 'embedded')
  // Spec 5 starts with aes-256-cfb, which the engine of this machine does not speak.
  const first = plane === 'embedded' ? 'aes-256-gcm' : 'aes-256-cfb'
  const method = sent.method ?? (before?.plane === plane ? before.method : first)
  if (plane === 'embedded') checkEmbedded(type, method)
  else if (!sent.port || !sent.password)
    throw new Refusal(400, 'body/port and body/password are needed for a node agent')
  const isWireGuard = type === 'WireGuard'
  return {
    type,
    plane,
    name: sent.name,
    // The contract asks for one of the two.
    host: sent.address ?? sent.host ?? '',
    port: plane === 'manager' ? (sent.port ?? 0) : 0,
    password: plane === 'manager' ? (sent.password ?? '') : '',
    method,
    comment: sent.comment ?? '',
    scale: sent.scale ?? 1,
    shift: isWireGuard ? 0 : (sent.shift ?? 0),
    key: isWireGuard ? sent.key || null : null,
    net: isWireGuard ? sent.net || null : null,
    wgPort: isWireGuard ? (sent.wgPort ?? null) : null,
    tjPort: type === 'Trojan' ? (sent.tjPort ?? null) : null,
    pluginOptions: pluginText(sent.pluginOptions),
    sni: sent.sni || null,
  }
}

function checkEmbedded(type: string, method: string) {
  if (type !== 'Shadowsocks')
    throw new Refusal(400, 'body/type must be Shadowsocks for the server of this machine')
  if (!EMBEDDED_METHODS.some((known) => known === method))
    throw new Refusal(
      400,
      `body/method must be one of ${EMBEDDED_METHODS.join(', ')} for the server of this machine`,
    )
}

function pluginText(options: Schema<'NewServer'>['pluginOptions']): string | null {
  if (options === null || options === undefined || options === '') return null
  if (typeof options !== 'string') return JSON.stringify(options)
  if (isObjectText(options)) return options
  throw new Refusal(400, 'body/pluginOptions must be an object')
}

function isObjectText(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
