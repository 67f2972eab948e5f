import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = {
  /** The page the browser is on. */
  origin?: string
  /** Whether the device made sure of the person. */
  verified?: boolean
  counter?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** A device that makes one passkey (ES256) and signs with it as requested by a browser. */
export function makeDevice() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let userHandle = ''

  const clientDataOf = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authDataOf = (
    { origin = 'http://test', verified = true, counter = 0 }: Options,
    key = '',
  ) => {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (key ? WITH_KEY : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), head, Buffer.from(key, 'base64')])
  }
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') }

  return {
    credentialId: named.id,
    /** What the browser gives for options of `create`. */
    make(wish: { challenge: string; user: { id: string } }, options: Options = {}) {
      const { origin = 'http://test' } = options
      userHandle = wish.user.id
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const size = Buffer.alloc(2)
      size.writeUInt16BE(id.length)
      const made = Buffer.concat([Buffer.alloc(16), size, id, key]).toString('base64')
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authDataOf(options, made))],
      ])
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never))
      return {
        ...named,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', wish.challenge, origin).toString(
            'base64url',
          ),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What the browser gives for options of `get`. */
    answer({ challenge }: { challenge: string }, options: Options = {}) {
      const { origin = 'http://test' } = options
      const clientData = clientDataOf('webauthn.get', challenge, origin)
      const authData = authDataOf(options)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      return {
        ...named,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
  }
}
