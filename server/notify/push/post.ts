import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { openTargets, type Targets } from '../../network/targets.ts'
import { hostOf, portOf } from '../../base/url.ts'
import type { World } from '../../http/world.ts'
import type { Message } from './message.ts'
import type { PushClient } from './store.ts'

/** What became of a message; `after` in ms, where the push service wants to be left alone. */
export type Outcome =
  | { kind: 'taken' }
  /** The browser is to be forgotten: it left, or nothing can be encrypted for it. */
  | { kind: 'gone' }
  | { kind: 'later'; after?: number; reason: string }
  /** The push service will never take this message. */
  | { kind: 'refused'; reason: string }

type Sender = {
  config: Pick<World['config'], 'site' | 'pushRelay'>
  keys: { publicKey: string; privateKey: string }
}
type Receiver = Pick<PushClient, 'endpoint' | 'auth' | 'p256dh' | 'userId'>

const TIMEOUT_MS = 15_000
const GONE_STATUSES = [404, 410]
const RETRY_STATUSES = [408, 425, 429]

// Anybody who logs in names an address here: nothing inside our own network is to be reached by it.
const publicTargets = openTargets()

/**
 * Encrypts a message for a browser (RFC 8291), and hands it to its push service (RFC 8030).
 *
 * Without a relay it goes to the address that `targets` found, and nowhere where that finds none.
 */
export async function postPush(
  sender: Sender,
  client: Receiver,
  message: Message,
  targets: Pick<Targets, 'find'> = publicTargets,
): Promise<Outcome> {
  const sealed = await seal(sender, client, message)
  if (!sealed) return { kind: 'gone' }
  try {
    return outcomeOf(await post(sender.config.pushRelay, sealed, client, targets))
  } catch (error) {
    return { kind: 'later', reason: error instanceof Error ? error.message : 'unreachable' }
  }
}

async function seal(
  { config, keys }: Sender,
  { endpoint, auth, p256dh }: Receiver,
  message: Message,
) {
  const { default: webPush } = await import('web-push')
  const { site } = config
  // A push service wants to know whom to ask; it takes nothing but these two.
  const subject = site.startsWith('https:') ? site : `mailto:push@${new URL(site).hostname}`
  const { payload, ttl, urgency, topic } = message
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { auth, p256dh } }, payload, {
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: ttl,
      urgency,
      topic,
    })
  } catch {
    // Its keys are none.
    return undefined
  }
}

type Reply = { status: number; retryAfter: string | undefined }

async function post(
  relay: string,
  { endpoint, headers, body }: NonNullable<Awaited<ReturnType<typeof seal>>>,
  { userId }: Receiver,
  targets: Pick<Targets, 'find'>,
): Promise<Reply> {
  const direct = new URL(endpoint)
  const url = relay ? new URL(`${relay}/${direct.host}${direct.pathname}${direct.search}`) : direct
  const target = relay ? undefined : await find(targets, direct, userId)
  if (!relay && !target) throw new Error('no public address')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? overHttp : overHttps
    const request = send(url, {
      method: 'POST',
      headers,
      signal,
      // Goes to the address that was checked, whatever the name means a moment later.
      ...(target && { lookup: checked(target) }),
    })
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      response.once('error', reject)
      const { statusCode: status = 0 } = response
      resolve({ status, retryAfter: response.headers['retry-after'] })
    })
    request.end(body)
  })
}

function find(targets: Pick<Targets, 'find'>, url: URL, userId: number) {
  return targets.find(hostOf(url), portOf(url), String(userId))
}

type Answered = (
  error: null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void

function checked({ address, family }: { address: string; family: 4 | 6 }) {
  return (_name: string, { all }: { all?: boolean }, answer: Answered) =>
    all ? answer(null, [{ address, family }]) : answer(null, address, family)
}

function outcomeOf({ status, retryAfter }: Reply): Outcome {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (GONE_STATUSES.includes(status)) return { kind: 'gone' }
  const reason = String(status)
  if (status >= 500 || RETRY_STATUSES.includes(status))
    return { kind: 'later', reason, after: waitIn(retryAfter) }
  return { kind: 'refused', reason }
}

/** Seconds or a date, as HTTP has it; in ms. */
function waitIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
