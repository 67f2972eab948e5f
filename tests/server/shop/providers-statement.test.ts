import { expect, test } from 'vitest'
import { NEEDED as ALIPAY } from '../../../server/shop/providers/alipay/needed.ts'
import { NEEDED as PAYPAL } from '../../../server/shop/providers/paypal/needed.ts'
import { neededOf } from '../../../server/shop/settlement/needed.ts'

test('of a statement of PayPal what is about the money stays, and nothing about the payer', () => {
  const money = { currency_code: 'USD', value: '9.99' }
  const capture = {
    id: 'C1',
    status: 'PENDING',
    amount: money,
    status_details: { reason: 'ECHECK' },
  }
  const needed = {
    id: 'O1',
    status: 'COMPLETED',
    purchase_units: [{ custom_id: '7', amount: money, payments: { captures: [capture] } }],
  }
  const [unit] = needed.purchase_units
  const said = {
    ...needed,
    payer: { name: { given_name: 'Mei' }, email_address: 'mei@example.com', payer_id: 'P9' },
    payment_source: { paypal: { email_address: 'mei@example.com', account_id: 'P9' } },
    purchase_units: [
      { ...unit, shipping: { name: { full_name: 'Mei' } }, payee: { email_address: 'shop' } },
    ],
    something_new: { phone: '1' },
  }
  expect(neededOf(said, PAYPAL)).toEqual(needed)
})

test('of a notice of Alipay the payer is left out', () => {
  const needed = {
    trade_no: '2',
    out_trade_no: '1',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '9.99',
  }
  const payer = {
    buyer_id: '2088',
    buyer_open_id: 'x',
    buyer_logon_id: '138****0000',
    passback_params: 'y',
  }
  expect(neededOf({ ...needed, ...payer }, ALIPAY)).toEqual(needed)
  expect(neededOf({}, ALIPAY)).toEqual({})
})
