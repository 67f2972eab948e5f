import { msg } from '@lingui/core/macro'
import type { Method } from '../method.ts'

type Plain = Pick<Method, 'kind' | 'by'> & {
  /** Its own name, which is the same in every language. */
  name: string
}

/** A way of paying in words that fit any provider. */
export function plainMethod({ kind, name, by }: Plain): Method {
  return {
    kind,
    name: { id: name, message: name },
    by,
    price: msg`Price with ${name}`,
    setUp: msg`Set up ${name}`,
  }
}
