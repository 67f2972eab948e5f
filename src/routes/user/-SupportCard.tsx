import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { useStatus } from '#device/status.ts'
import { getMyUnreadMessages } from '#features/messages/operations.ts'
import { Card } from '#ui/Card.tsx'
import { SettingsRow } from './-SettingsRow.tsx'

/** The ways to an answer: the conversation with the admins, the help pages, and support elsewhere. */
export function SupportCard() {
  const { t } = useLingui()
  const may = useMay()
  const unread = useQuery(getMyUnreadMessages()).data?.unread ?? 0
  const support = useStatus()?.support
  if (!may('listMyMessages') && !may('listArticles') && !support) return null
  return (
    <Card title={t`Questions?`} flush>
      {may('listMyMessages') && (
        <SettingsRow
          to="/user/message"
          label={t`Messages`}
          value={
            unread > 0 ? t`${plural(unread, { one: '# unread', other: '# unread' })}` : undefined
          }
        />
      )}
      {may('listArticles') && <SettingsRow to="/user/help" label={t`Help`} />}
      {support && <SettingsRow href={support} label={t`Contact support`} />}
    </Card>
  )
}
