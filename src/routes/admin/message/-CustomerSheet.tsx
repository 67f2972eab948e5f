import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { CustomerFacts } from './-CustomerFacts.tsx'

type Props = { user: Schema<'User'>; onClose: () => void }

/** What is known of a customer, where there is no room for it beside what they write. */
export function CustomerSheet({ user, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Sheet title={user.username} onClose={onClose}>
      <CustomerFacts user={user} />
      <MoreLink to="/admin/user/$userId" params={{ userId: String(user.id) }}>
        {t`User`}
      </MoreLink>
    </Sheet>
  )
}
