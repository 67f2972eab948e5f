import type { AlipayRequestError, AlipaySdkCommonResult } from 'alipay-sdk'
import { inTime, TIMEOUT_MS } from '../timeout.ts'
import { ProviderFailure } from '../provider.ts'

/** The methods of Alipay's gateway that face-to-face payment needs. */
type Method = `alipay.trade.${'precreate' | 'query' | 'refund' | 'close'}`

/** The address and credentials of the gateway; keys are PEM. */
export type GatewayKeys = {
  gateway: string
  appId: string
  /** Ours, PKCS#8. */
  privateKey: string
  /** Alipay's. */
  alipayPublicKey: string
}

/** Alipay signed no reply, or signed it with another key than the configured one. */
export const BAD_SIGNATURE = 'bad signature'

const WORKED = '10000'
/** Alipay does not know the outcome of the call. */
const UNKNOWN = '20000'

/** Alipay's gateway under one app's keys. */
export function alipayGateway(keys: GatewayKeys, timeoutMs = TIMEOUT_MS) {
  // The largest library of all, and many shops do not use Alipay: it is loaded with the first call.
  const open = async () => {
    const { CheckedAlipay } = await import('./sdk.ts')
    return new CheckedAlipay({ ...keys, keyType: 'PKCS8', timeout: timeoutMs })
  }
  let opened: ReturnType<typeof open> | undefined
  const client = () => (opened ??= open())
  return {
    /**
     * Calls a method; the reply is verified to be signed by Alipay and successful.
     *
     * Failures carry Alipay's own code, such as `ACQ.TRADE_NOT_EXIST`.
     */
    async call(method: Method, content: object, more: { notifyUrl?: string } = {}) {
      const params = { bizContent: { ...content }, ...more }
      const sdk = await client()
      const reply = await inTime(
        sdk.exec(method, params, { validateSign: true }).catch((error: unknown) => {
          throw failureOf(error)
        }),
        timeoutMs,
      )
      if (reply.code === WORKED) return reply
      throw refusalOf(reply)
    },
    /** Whether Alipay signed a notice, every field of it. */
    async signed(notice: Record<string, unknown>): Promise<boolean> {
      const sdk = await client()
      try {
        return notice.sign_type === 'RSA2' && sdk.checkNotifySignV2(notice)
      } catch {
        return false
      }
    },
  }
}

function refusalOf({ code, subCode }: AlipaySdkCommonResult) {
  const word = wordOf(subCode) ?? `code ${code}`
  const mayWorkLater = code === UNKNOWN || /SYSTEM_ERROR|TIMEOUT/i.test(word)
  return new ProviderFailure(mayWorkLater ? 'unreachable' : 'refused', word)
}

/** Why there is no trustworthy reply. An unsigned reply only explains the failure. */
function failureOf(error: unknown): ProviderFailure {
  const { cause, responseDataRaw } = error as AlipayRequestError
  if (responseDataRaw !== undefined) {
    const said = unsignedWord(responseDataRaw)
    if (said) return new ProviderFailure('refused', said)
    if (looksLikeReply(responseDataRaw)) return new ProviderFailure('refused', BAD_SIGNATURE)
    return new ProviderFailure('unreachable', 'no reply of Alipay')
  }
  const { name = '', code = '' } = (cause ?? {}) as { name?: string; code?: string }
  const isLate = /timeout/i.test(`${name} ${code}`)
  return new ProviderFailure('unreachable', isLate ? 'timeout' : 'no connection')
}

/** The code of a reply by which the gateway rejects a whole app, such as `isv.invalid-app-id`. */
function unsignedWord(raw: string): string | undefined {
  const word = wordOf(/"sub_code"\s*:\s*"([^"]*)"/.exec(raw)?.[1])
  return word?.startsWith('isv.') ? word : undefined
}

const looksLikeReply = (raw: string) => /"(?:\w+_response|sign)"\s*:/.test(raw)

/** A code of Alipay, if it is one that may be stored and shown. */
const wordOf = (text: unknown) =>
  typeof text === 'string' && /^[\w.-]{1,64}$/.test(text) ? text : undefined
