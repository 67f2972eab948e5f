import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { LimitChip, SeenChip } from '#ui/LimitChip.tsx'
import type { AccountView } from './filter.ts'

type Props = { view: AccountView; onChange: (view: AccountView) => void }

const ENDS = [1, 3, 7, 30]
const USED = [50, 80, 90, 100]

/** Limits by end, by traffic and by when an account was used last; others come from the dialog. */
export function LimitChips({ view, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <LimitChip
        label={t`Expiry`}
        usual={ENDS}
        value={view.endsWithin}
        words={(days) =>
          t`${plural(days, { one: 'Expires within # day', other: 'Expires within # days' })}`
        }
        onChange={(endsWithin) => onChange({ ...view, endsWithin })}
      />
      <LimitChip
        label={t`Traffic`}
        usual={USED}
        value={view.usedOver}
        words={(percent) => t`Used ${percent}% or more`}
        onChange={(usedOver) => onChange({ ...view, usedOver })}
      />
      <SeenChip
        label={t`Last connected`}
        value={view}
        seenWords={(days) =>
          t`${plural(days, { one: 'Used in the last day', other: 'Used in the last # days' })}`
        }
        unseenWords={(days) =>
          t`${plural(days, { one: 'Not used for a day', other: 'Not used for # days' })}`
        }
        onChange={(seen) => onChange({ ...view, ...seen })}
      />
    </>
  )
}
