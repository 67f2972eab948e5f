import { createHmac } from 'node:crypto'

/** The cipher of Shadowsocks inside a WebSocket: one that every app has, as its paths tell accounts apart. */
export const INSIDE_METHOD = 'aes-256-gcm'

/** Letters of what stands behind the secret path. */
export const TOKEN_LETTERS = 22
/** Bytes that they stand for. */
const TOKEN_BYTES = 16

/**
 * What tells an account, or a device, from all others that come with Shadowsocks in a WebSocket: the
 * last part of their path, one for streams and one for datagrams. It is made of the server's secret and of the key that they have for Trojan,
 * and tells neither to a proxy that reads it.
 */
export const insideToken = (secret: Buffer, key: string, way: 'stream' | 'datagrams'): string =>
  made(secret, way, key).toString('base64url', 0, TOKEN_BYTES)

/** What it seals with; who knows the path does not know it. */
export const insidePassword = (secret: Buffer, key: string): string =>
  made(secret, 'password', key).toString('base64url')

const made = (secret: Buffer, what: string, key: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([what, key]))
    .digest()
