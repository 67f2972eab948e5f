import { useLingui } from '@lingui/react/macro'
import type { Change } from '#rules/search.ts'
import { LimitChip, SeenChip } from '#ui/LimitChip.tsx'
import type { AccountView } from './filter.ts'
import { useLimitWords } from './useLimitWords.ts'

type Props = { view: AccountView; onChange: (change: Change<AccountView>) => void }

const ENDS = [1, 3, 7, 30]
const USED = [50, 80, 90, 100]

/** Limits by end, by traffic and by when an account was used last; others come from the dialog. */
export function LimitChips({ view, onChange }: Props) {
  const { t } = useLingui()
  const words = useLimitWords()
  return (
    <>
      <LimitChip
        label={t`Expiry`}
        usual={ENDS}
        value={view.endsWithin}
        words={words.ends}
        onChange={(endsWithin) => onChange((before) => ({ ...before, endsWithin }))}
      />
      <LimitChip
        label={t`Traffic`}
        usual={USED}
        value={view.usedOver}
        words={words.used}
        onChange={(usedOver) => onChange((before) => ({ ...before, usedOver }))}
      />
      <SeenChip
        label={t`Last connected`}
        value={view}
        seenWords={words.seen}
        unseenWords={words.unseen}
        onChange={(seen) => onChange((before) => ({ ...before, ...seen }))}
      />
    </>
  )
}
