import { fromBase64 } from '#rules/base64.ts'
import type { ShadowsocksAccess } from '#rules/links.ts'

/** Reads either kind of link back; undefined if it is none. */
export function parseShadowsocksLink(
  link: string,
): (Omit<ShadowsocksAccess, 'shift'> & { name: string }) | undefined {
  const [, body = '', fragment = ''] = /^ss:\/\/([^#]+)(?:#(.*))?$/.exec(link) ?? []
  const [, user = '', end] = /^([^@]+)@(.+)$/.exec(body) ?? []
  const credentials = user.includes(':') ? unescaped(user) : fromBase64(user)
  const plain = end === undefined ? fromBase64(body) : `${credentials ?? ''}@${end}`
  const [, method, password, host, port] = /^([^:]+):(.*)@(.+):(\d+)\/?$/s.exec(plain ?? '') ?? []
  const name = unescaped(fragment)
  if (!method || password === undefined || !host || name === undefined) return undefined
  return { method, password, host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port), name }
}

function unescaped(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
