import { TAG_BYTES } from '../cipher/aead.ts'
import { BLOCK_BYTES, type Method2022 } from '../cipher/ss2022/keys.ts'
import { openPacket2022 } from '../cipher/ss2022/packet.ts'
import { openReply } from '../cipher/ss2022/reply.ts'
import {
  type Door as Lock,
  FIXED_BYTES,
  readRequest,
  type Refused2022,
} from '../cipher/ss2022/request.ts'
import { openSalts } from '../cipher/ss2022/salts.ts'
import { consoleNow } from '../protocol/clock.ts'
import type { Account, Arrival } from './account.ts'
import type { Door, Proof, Refusal, StreamReader } from './door.ts'
import { openSessions2022, type Sessions2022 } from './sessions2022.ts'

/** An account and the key it is known by. */
export type Member2022 = { account: Account; key: Buffer; sessions?: Sessions2022 }

/** What a port of Shadowsocks 2022 is opened with. */
export type Terms2022 = Pick<Door, 'hall' | 'strangers'> & {
  method: Method2022
  /** The key of the port; where many share it, the one that seals who they are. */
  key: Buffer
  /** The accounts that share it, by their identities; or the one whose own port it is. */
  members: ReadonlyMap<string, Member2022> | Member2022
  /** Sessions of datagrams that one account may have. */
  mostSessions: number
}

// One for all ports: an account may leave a port and come back to it within the minute.
const salts = openSalts()

/** The engine counts in the console's time: its machine's own clock may be wrong. */
const nowS = () => Math.floor(consoleNow() / 1_000)

/** The door of a port of Shadowsocks 2022 (SIP022), of one account or of many (SIP023). */
export function door2022(terms: Terms2022): Door {
  const { method, key, members, mostSessions, hall, strangers } = terms
  const owner = members instanceof Map ? undefined : (members as Member2022)
  const lock = owner ? { method, key } : { method, key, find }

  return {
    hall,
    owner: owner?.account,
    strangers,
    readStream: () => readStream(lock, owner),
    openPacket,
  }

  function find(identity: string) {
    const member = (members as ReadonlyMap<string, Member2022>).get(identity)
    return member && { key: member.key, user: member }
  }

  function openPacket(packet: Buffer): Arrival | Refusal {
    const opened = openPacket2022(lock, packet, nowS)
    if ('refused' in opened) return refusalOf(opened.refused, opened, owner)
    const member = opened.user ?? owner
    if (!member) return { reason: 'wrongKey', account: undefined }
    const { account } = member
    member.sessions ??= openSessions2022(method, nowS, { most: mostSessions })
    const { window, answers } = member.sessions.of(opened)
    if (!window.isNew(opened.id)) return { reason: 'replay', account }
    return { account, id: opened.session, plain: opened.plain, seal: answers.seal }
  }
}

function readStream(lock: Lock<Member2022>, owner: Member2022 | undefined): StreamReader {
  const { method, find } = lock
  const headerBytes = method.keyBytes + (find ? BLOCK_BYTES : 0) + FIXED_BYTES + TAG_BYTES
  const request = readRequest(lock, nowS)
  const reader: StreamReader = { proof: undefined, refusal: undefined, read }
  let isFirst = true
  return reader

  function read(data: Buffer): Buffer[] | undefined {
    // Who sends it byte by byte wants to see where it is cut off. SIP022 3.1.5.
    const isProbe = isFirst && data.length < headerBytes
    isFirst = false
    const pieces = isProbe ? undefined : request.read(data)
    if (request.salt && !reader.proof) reader.proof = proofOf(request.salt)
    if (!pieces) reader.refusal = refusalOf(request.refused ?? 'wrongKey', request, owner)
    return pieces
  }

  function proofOf(salt: Buffer): Proof | undefined {
    const { user = owner, key } = request
    return (
      user && {
        account: user.account,
        isReplay: () => salts.isReplay(salt),
        openReply: () => openReply(method, { key, salt }, nowS),
      }
    )
  }
}

/** Whose attempt it is, is known where a box has opened; with the one key of a port it always is. */
function refusalOf(
  refused: Refused2022,
  { user, skewS = 0 }: { user?: Member2022 | undefined; skewS?: number | undefined },
  owner: Member2022 | undefined,
): Refusal {
  if (refused !== 'clock') return { reason: 'wrongKey', account: owner?.account }
  return { reason: 'clock', account: (user ?? owner)?.account, skewMs: skewS * 1_000 }
}
