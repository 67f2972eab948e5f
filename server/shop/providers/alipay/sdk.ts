import { AlipayRequestError, AlipaySdk } from 'alipay-sdk'

/** The client, which also rejects replies without a signature instead of failing on them. */
export class CheckedAlipay extends AlipaySdk {
  override checkResponseSign(raw: string, responseKey: string, sign: string, traceId: string) {
    if (typeof sign !== 'string' || !raw.includes(`"${responseKey}"`))
      throw new AlipayRequestError('no signature', { responseDataRaw: raw })
    super.checkResponseSign(raw, responseKey, sign, traceId)
  }
}
