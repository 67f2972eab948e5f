import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'
import { parsePort } from '#rules/ports.ts'
import { EMBEDDED_CIPHERS } from './ciphers.ts'

/** A server as it is being typed. */
export type ServerDraft = {
  name: string
  address: string
  method: string
  scale: string
  shift: string
  comment: string
  /** Of a server on another machine: where its node listens, and the password that lets in. */
  type: Schema<'Server'>['type']
  port: string
  password: string
  /** Of WireGuard elsewhere: the public key, subnet and port of its tunnel. */
  key: string
  net: string
  wgPort: string
}

/** What a new server starts from: this console's own host, the best cipher. Spec 5. */
export function newServerDraft(address: string, shift: number): ServerDraft {
  const [method] = EMBEDDED_CIPHERS
  const node = {
    type: 'Shadowsocks',
    port: '',
    password: '',
    key: '',
    net: '',
    wgPort: '',
  } as const
  return { name: '', address, method, scale: '1', shift: String(shift), comment: '', ...node }
}

/** A server as it can be edited. */
export function serverDraftOf(server: Schema<'Server'>): ServerDraft {
  const { name, host, method, scale, shift, comment } = server
  const { type, port, password, key, net, wgPort } = server
  return {
    name,
    address: host,
    method,
    scale: String(scale),
    shift: String(shift),
    comment,
    type,
    port: port ? String(port) : '',
    password: password ?? '',
    key: key ?? '',
    net: net ?? '',
    wgPort: wgPort ? String(wgPort) : '',
  }
}

/** Says what keeps a draft from becoming a server. */
export function checkServerDraft(draft: ServerDraft, isElsewhere = false) {
  const { name, address, scale, shift } = draft
  const problems: Problems<ServerDraft> = {}
  if (name.trim() === '') problems.name = msg`Give the server a name.`
  const host = address.trim()
  if (host === '') problems.address = msg`Enter the address customers connect to.`
  else if (/[\s/@]/.test(host))
    problems.address = msg`Enter only a host name or an IP address, without https:// and without a path.`
  else if (/^\[|:\[|::|:$|^:/.test(host))
    problems.address = msg`Enter a host name or an IPv4 address. Colons only part several addresses.`
  else if (/:\d+(:|$)/.test(host))
    problems.address = msg`Enter the address without a port. Each account has a port of its own.`
  const factor = numberOf(scale)
  if (!(factor >= 0 && factor <= 1000)) problems.scale = msg`Enter a number from 0 to 1000.`
  const ports = numberOf(shift)
  if (!Number.isInteger(ports) || Math.abs(ports) > 65_534)
    problems.shift = msg`Enter a whole number from -65534 to 65534.`
  return isElsewhere ? { ...problems, ...nodeProblems(draft) } : problems
}

const SUBNET = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/

function nodeProblems({ type, port, password, key, net, wgPort }: ServerDraft) {
  const problems: Problems<ServerDraft> = {}
  const noPort = msg`Enter a port from 1 to 65535.`
  if (parsePort(port) === undefined) problems.port = noPort
  if (password === '') problems.password = msg`Enter the password of the node.`
  if (type !== 'WireGuard') return problems
  if (key.trim() === '') problems.key = msg`Enter the public key of the tunnel.`
  if (!SUBNET.test(net.trim())) problems.net = msg`Enter a subnet such as 10.100.0.0/16.`
  if (parsePort(wgPort) === undefined) problems.wgPort = noPort
  return problems
}

/** The new server a checked draft stands for: on this machine, or where its node is. */
export function toNewServer(draft: ServerDraft, isElsewhere = false): Body<'createServer'> {
  if (isElsewhere) return { ...nodeOf(draft), ...termsOf(draft) }
  return { type: 'Shadowsocks', plane: 'embedded', ...termsOf(draft) }
}

/** The whole server a checked draft makes of one there is; what has no field stays. */
export function toServerChange(
  draft: ServerDraft,
  server: Schema<'Server'>,
  isElsewhere = false,
): Body<'editServer'> {
  const { type, plane, port, password, key, net, wgPort, tjPort, sni, pluginOptions } = server
  const kept = { key, net, wgPort, tjPort, sni, pluginOptions }
  const { revision } = server
  const node = plane === 'embedded' ? {} : { port, password }
  const seen = revision === undefined ? {} : { revision }
  const moved = isElsewhere ? nodeOf(draft) : {}
  return { type, plane, ...node, ...kept, ...moved, ...termsOf(draft), ...seen }
}

/** Where the node of a server on another machine is, and what its type adds. */
function nodeOf({ type, port, password, key, net, wgPort }: ServerDraft) {
  const node = { type, port: Number(port), password }
  if (type !== 'WireGuard') return node
  return { ...node, key: key.trim(), net: net.trim(), wgPort: Number(wgPort) }
}

function termsOf({ name, address, method, scale, shift, comment }: ServerDraft) {
  return {
    name: name.trim(),
    address: address.trim(),
    method,
    scale: numberOf(scale),
    shift: numberOf(shift),
    comment: comment.trim(),
  }
}

/** A number as typed in any of our languages; no number for nothing. */
function numberOf(text: string): number {
  const typed = text.normalize('NFKC').trim().replace(',', '.').replace('\u2212', '-')
  return typed === '' ? Number.NaN : Number(typed)
}
