import type { RemoteInfo } from 'node:dgram'
import type { Socket } from 'node:net'
import type { AttemptReason } from '../plane.ts'
import type { Account, Arrival } from './account.ts'
import type { Reply } from './downlink.ts'

/** Who comes through a listening port, and how what passes there is sealed. */
export type Door = {
  /** What the handshakes of the port are limited by. */
  hall: string
  /** The one account of the port; undefined where many share it. */
  owner: Account | undefined
  /** Connections whose clients have not proved a secret yet. */
  strangers: Set<Socket>
  /** Begins to read what a client sends. */
  readStream: () => StreamReader
  /** Opens a datagram of a client, or says why it is none of ours. */
  openPacket: (packet: Buffer, from: RemoteInfo) => Arrival | Refusal
}

/** The receiving end of a client's stream: takes ciphertext, returns its address header and payload. */
export type StreamReader = {
  /** Whose it is, once its first box has proved authentic. */
  proof: Proof | undefined
  /** Why it is refused, once `read` gave nothing. */
  refusal: Refusal | undefined
  /** What `data` completes; undefined when a box is not authentic. */
  read: (data: Buffer) => Buffer[] | undefined
}

/** A client that has proved the secret of an account. */
export type Proof = {
  account: Account
  /** Whether its stream came before; it has from now on. */
  isReplay: () => boolean
  /** Begins the stream of answers. */
  openReply: () => Reply
}

/** Why a stream or a datagram is none of ours. */
export type Refusal = {
  reason: AttemptReason
  /** Whose attempt it is; undefined where nobody's secret is proved on a port of many. */
  account: Account | undefined
  /** How much later the client's clock is than ours, ms; with the reason `clock`. */
  skewMs?: number
}
