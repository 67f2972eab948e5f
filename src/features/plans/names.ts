import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** The labels of the periods of plans; from 6 on no new plan has them. Spec 9. */
export const PERIOD_NAMES: Readonly<Record<number, MessageDescriptor>> = {
  2: msg`Week`,
  3: msg`Month`,
  4: msg`Day`,
  5: msg`Hour`,
  6: msg`Quarter`,
  7: msg`Year`,
  8: msg`Two weeks`,
  9: msg`Half a year`,
}
