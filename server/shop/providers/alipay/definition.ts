import { alipay as facts } from '#rules/providers/alipay.ts'
import { unseal } from '../../../database/sealed.ts'
import type { ProviderDefinition } from '../definition.ts'
import { BAD_SIGNATURE } from './gateway.ts'
import { NEEDED } from './needed.ts'
import { type AlipaySetting, DEFAULTS, editAlipay, showAlipay } from './setting.ts'
import { makeAlipay } from './trades.ts'

const HOUR_MS = 3_600_000

/** Registered at Alipay, so it stays. */
const NOTICES = '/api/user/alipay/callback'

/** Alipay face to face: the payer scans a code. */
export const alipay: ProviderDefinition<AlipaySetting, ReturnType<typeof makeAlipay>> = {
  facts,
  name: 'Alipay',
  label: '支付宝',
  // Wire-contract facts: 4.5.
  lifetimeMs: HOUR_MS,
  noticePath: NOTICES,
  collects: false,
  defaults: DEFAULTS,
  needed: NEEDED,
  open(stored, { config, secret }) {
    const { gateway, appId, sellerId, alipayPublicKey } = stored
    if (!stored.privateKey || !alipayPublicKey || !appId) return undefined
    const privateKey = unseal(stored.privateKey, secret)
    const notifyUrl = config.site + NOTICES
    return makeAlipay({ gateway, appId, sellerId, alipayPublicKey, privateKey, notifyUrl })
  },
  read: async (open, { fields }) => (await open())?.read(fields) ?? 'unread',
  edit: editAlipay,
  show: showAlipay,
  priceColumns: ['alipay cents', '支付宝价格（分）'],
  testWords: {
    [BAD_SIGNATURE]: 'wrong public key',
    'isv.invalid-app-id': 'unknown app',
    'isv.invalid-signature': 'wrong private key',
    'isv.missing-signature-key': 'wrong private key',
  },
}
