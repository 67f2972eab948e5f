import { Caption1, makeStyles, Select, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { choose, useChoices } from '#device/choices.ts'
import { useStatus } from '#device/status.ts'
import { getMyUnreadMessages } from '#features/messages/operations.ts'
import { isLanguage } from '#locales/activate.ts'
import { InstallCard } from '#features/app/InstallCard.tsx'
import { languageNames } from '#locales/languageNames.ts'
import { logOut } from '#features/session/logOut.ts'
import { useLogOut } from '#features/session/useLogOut.tsx'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/Page.tsx'
import { SettingsRow } from './-SettingsRow.tsx'

const LeaveCard = lazy(() => import('#features/factors/LeaveCard.tsx'))
const LanguageDialog = lazy(() => import('#features/session/LanguageDialog.tsx'))
const APPEARANCES = ['system', 'light', 'dark'] as const

export const Route = createFileRoute('/user/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const status = useStatus()
  const may = useMay()
  const { appearance = 'system' } = useChoices()
  const [choosing, setChoosing] = useState(false)
  const { leaving, requestLogout, question } = useLogOut()
  const looks = { system: t`System default`, light: t`Light`, dark: t`Dark` }
  const email = status?.email ?? ''
  const unread = useQuery(getMyUnreadMessages()).data?.unread ?? 0

  return (
    <Page form title={t`Settings`}>
      <div className={styles.column}>
        <Card title={t`Personal`} flush>
          {email !== '' && (
            <Caption1 className={styles.who}>
              <Trans>Logged in as {email}</Trans>
            </Caption1>
          )}
          <SettingsRow to="/user/changePassword" label={t`Change password`} />
          {may('listSessions') && <SettingsRow to="/user/security" label={t`Login security`} />}
          {status?.telegram && <SettingsRow to="/user/telegram" label={t`Telegram`} />}
          {status?.macAccount && <SettingsRow to="/user/macAddress" label={t`MAC addresses`} />}
          {status?.refCode && <SettingsRow to="/user/ref" label={t`Invite others`} />}
          {may('listMyMessages') && (
            <SettingsRow
              to="/user/message"
              label={t`Messages`}
              value={
                unread > 0
                  ? t`${plural(unread, { one: '# unread', other: '# unread' })}`
                  : undefined
              }
            />
          )}
          {may('listArticles') && <SettingsRow to="/user/help" label={t`Help`} />}
        </Card>
        <Card title={t`This device`} flush>
          {may('getPushKey') && <SettingsRow to="/user/notifications" label={t`Notifications`} />}
          <SettingsRow
            label={t`Language`}
            value={isLanguage(i18n.locale) ? languageNames[i18n.locale] : i18n.locale}
            onClick={() => setChoosing(true)}
          />
          <label className={styles.field}>
            <span className={styles.label}>
              <Trans>Appearance</Trans>
            </span>
            <Select
              appearance="filled-lighter"
              className={styles.select}
              value={appearance}
              onChange={(_event, { value }) =>
                choose({ appearance: APPEARANCES.find((one) => one === value) ?? 'system' })
              }
            >
              {APPEARANCES.map((one) => (
                <option key={one} value={one}>
                  {looks[one]}
                </option>
              ))}
            </Select>
          </label>
        </Card>
        <InstallCard />
        {may('deleteMe') && (
          <Suspense>
            <LeaveCard onDeleted={() => void logOut()} />
          </Suspense>
        )}
        <Card flush>
          <SettingsRow
            danger
            label={leaving ? t`Logging out…` : t`Log out`}
            onClick={requestLogout}
          />
        </Card>
        <Caption1 className={styles.note}>
          <Trans>Logging out also removes what this device keeps for offline use.</Trans>
        </Caption1>
      </div>
      {question}
      {choosing && (
        <Suspense>
          <LanguageDialog onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
  who: { padding: '0 16px 12px', color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  field: {
    display: 'flex',
    // Where letters are enlarged, the choice is below its name.
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '52px',
    padding: '4px 8px 4px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  label: { flexGrow: 1 },
  select: { minWidth: '144px', maxWidth: '100%' },
  note: { color: tokens.colorNeutralForeground2, paddingInline: '16px' },
})
