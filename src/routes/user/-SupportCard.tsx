import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Offered } from '#api/Offered.tsx'
import { useOffers } from '#api/offers.ts'
import { useStatus } from '#device/status.ts'
import { getMyUnreadMessages } from '#features/messages/operations.ts'
import { Card } from '#ui/Card.tsx'
import { SettingsRow } from './-SettingsRow.tsx'

/** The ways to an answer: the conversation with the admins, the help pages, and support elsewhere. */
export function SupportCard() {
  const { t } = useLingui()
  const offers = useOffers()
  const query = { ...getMyUnreadMessages(), enabled: offers('getMyUnreadMessages') }
  const unread = useQuery(query).data?.unread ?? 0
  const support = useStatus()?.support
  if (!offers('listMyMessages') && !offers('listArticles') && !support) return null
  return (
    <Card title={t`Questions?`} flush>
      <Offered by="listMyMessages">
        <SettingsRow
          to="/user/message"
          label={t`Messages`}
          value={
            unread > 0 ? t`${plural(unread, { one: '# unread', other: '# unread' })}` : undefined
          }
        />
      </Offered>
      <Offered by="listArticles">
        <SettingsRow to="/user/help" label={t`Help`} />
      </Offered>
      {support && <SettingsRow href={support} label={t`Contact support`} />}
    </Card>
  )
}
