import { msg } from '@lingui/core/macro'
import { alipay as facts } from '#rules/providers/alipay.ts'
import type { Method } from '../method.ts'

/** Alipay: the payer scans a code. */
export const alipay: Method = {
  kind: facts.kind,
  name: msg`Alipay`,
  by: 'code',
  price: msg`Price with Alipay`,
  setUp: msg`Set up Alipay`,
}
