import { createHmac } from 'node:crypto'
import { canSharePort, is2022 } from '#rules/ciphers2022.ts'
import { hasOwnPort } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { insidePassword, insideToken } from '../../engine/shadowsocksInside.ts'
import { trojanKey } from '../../engine/trojanKey.ts'
import type { ServerRow } from './store.ts'
import { isOwnTrojan } from './trojan.ts'
import { opened } from './tunnels.ts'
import { insidePathOf } from './webSocket.ts'

/** How clients of an account authenticate on a server, and where it listens for them. */
export type Access = {
  /** On its machine; `publicShift` comes on top for clients. */
  port: number
  password: string
  /** With Shadowsocks inside a WebSocket; absent where that is not spoken. */
  inside?: { path: string; datagramPath: string; password: string }
}

type Owner = { id: number; port: number; password: string }
type Server = Pick<ServerRow, 'type' | 'plane' | 'method' | 'shift' | 'ssPort' | 'privateKey'> &
  Partial<Pick<ServerRow, 'webSocket'>>

/** Bytes of the keys of a method. SIP022 2.2. */
const keyBytes = (method: string) => (method === '2022-blake3-aes-128-gcm' ? 16 : 32)

/** Whether the passwords of a server are keys that are derived from its secret. */
export const hasKeys = ({ type, plane, method }: Pick<Server, 'type' | 'plane' | 'method'>) =>
  type === 'Shadowsocks' && plane !== 'manager' && is2022(method)

/** Whether what clients need for a server is made of its secret. */
export const hasSecret = (
  server: Pick<Server, 'type' | 'plane' | 'method'> & Partial<Pick<Server, 'webSocket'>>,
): boolean => hasKeys(server) || (isOwnTrojan(server) && insidePathOf(server) !== undefined)

/** Whether all accounts of a server have one port. */
export const sharesPort = (server: Pick<Server, 'type' | 'plane' | 'method' | 'ssPort'>): boolean =>
  hasKeys(server) && canSharePort(server.method) && (server.ssPort ?? null) !== null

/** Whether devices of an account can come in by keys of their own: where our engine has the port. */
export const takesDevices = (server: Pick<Server, 'type' | 'plane'>): boolean =>
  isOwnTrojan(server) || (server.type === 'Shadowsocks' && server.plane !== 'manager')

/** Whether one port of a server is for all accounts, which it tells apart by their keys. */
export const letsAllInAtOnePort = (
  server: Pick<Server, 'type' | 'plane' | 'method' | 'ssPort'>,
): boolean => isOwnTrojan(server) || sharesPort(server)

/**
 * Whether clients of an account can come in on a server: where each account has a port, one without
 * a port of its own is not there. WireGuard makes its address of the port.
 */
export const isReached = (
  account: { port: number },
  server: Pick<ServerRow, 'type' | 'plane' | 'method' | 'ssPort'>,
): boolean => hasOwnPort(account) || letsAllInAtOnePort(server)

/**
 * Opens what tells the access of any account to a server: the account's own port and password, or,
 * with a method of 2022, keys that are made of the server's secret. An account's key is made of its
 * password too, so that it changes with that, and is as strong as the secret whatever the password
 * is. On a shared port the password is the server's key and the account's own (SIP023).
 */
export async function openAccess(
  db: Database,
  server: Server,
): Promise<(account: Owner) => Access> {
  const { method, shift, ssPort, privateKey } = server
  if (!hasSecret(server) || privateKey === null)
    return ({ port, password }) => ({ port: port + shift, password })
  const secret = Buffer.from(await opened(db, privateKey), 'base64')
  if (!hasKeys(server)) return insideAccess(server, secret)
  const keyFor = (...names: (string | number)[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([method, ...names]))
      .digest()
      .subarray(0, keyBytes(method))
      .toString('base64')
  const ownKey = ({ id, password }: Owner) => keyFor('account', id, password)
  if (!sharesPort(server) || ssPort === null)
    return (account) => ({ port: account.port + shift, password: ownKey(account) })
  const serverKey = keyFor('server')
  return (account) => ({ port: ssPort, password: `${serverKey}:${ownKey(account)}` })
}

/** Of a Trojan server: paths and passwords are made of the key that its engine knows an account by. */
function insideAccess(server: Server, secret: Buffer): (account: Owner) => Access {
  const secretPath = insidePathOf(server) ?? ''
  return ({ port, password }) => {
    const key = trojanKey(`${port}:${password}`)
    const pathFor = (way: 'stream' | 'datagrams') =>
      `${secretPath}/${insideToken(secret, key, way)}`
    const paths = { path: pathFor('stream'), datagramPath: pathFor('datagrams') }
    return { port, password, inside: { ...paths, password: insidePassword(secret, key) } }
  }
}

/** The same of several servers, by their ids. */
export async function openAccesses(
  db: Database,
  servers: readonly (Server & { id: number })[],
): Promise<Map<number, (account: Owner) => Access>> {
  return new Map(
    await Promise.all(
      servers.map(async (server) => [server.id, await openAccess(db, server)] as const),
    ),
  )
}
