import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '#ui/now.ts'
import { RecentCard, RecentLine } from '#ui/RecentCard.tsx'
import { dayName } from './days.ts'
import { getShopFigures } from './operations.ts'

type Props = {
  /** Shown over a server that does not count them. */
  otherwise: ReactNode
}

/** Payments that need a look and that came to nothing lately, also where there are none. */
export function PaymentsCard({ otherwise }: Props) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const { data } = useQuery(getShopFigures())
  if (!data) return null
  if (!data.payments) return otherwise
  const { stuck, failed } = data.payments
  const number = i18n.number(failed)
  const lines = [
    {
      key: 'stuck',
      words:
        stuck > 0
          ? t`${plural(stuck, { one: '# order needs review', other: '# orders need review' })}`
          : t`No order is stuck`,
      why: t`Paid but not delivered, or the amount is wrong`,
      search: { only: 'stuck' as const },
    },
    {
      key: 'failed',
      words: failed > 0 ? t`Failed payments in 7 days: ${number}` : t`No failed payments in 7 days`,
      why: t`Declined, or not paid in time`,
      search: { only: 'failed' as const, start: dayName(now, 6) },
    },
  ]
  return (
    <RecentCard title={t`Payments`} items={lines} empty="" keyOf={({ key }) => key}>
      {({ words, why, search }) => (
        <Link to="/admin/pay" search={search}>
          <RecentLine main={words} second={why} />
        </Link>
      )}
    </RecentCard>
  )
}
