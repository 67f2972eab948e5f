import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getMyUnreadMessages } from '#features/messages/operations.ts'
import { Card } from '#ui/Card.tsx'
import { SettingsRow } from './-SettingsRow.tsx'

/** The ways to an answer: the conversation with the admins, and the help pages. */
export function SupportCard() {
  const { t } = useLingui()
  const unread = useQuery(getMyUnreadMessages()).data?.unread ?? 0
  return (
    <Card title={t`Questions?`} flush>
      <SettingsRow
        to="/user/message"
        label={t`Messages`}
        value={
          unread > 0 ? t`${plural(unread, { one: '# unread', other: '# unread' })}` : undefined
        }
      />
      <SettingsRow to="/user/help" label={t`Help`} />
    </Card>
  )
}
