import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStatus } from '#device/status.ts'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { getFactors, listPasskeys, listSessions } from './operations.ts'
import { PasskeysCard } from './PasskeysCard.tsx'
import { RecoveryCard } from './RecoveryCard.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** How the own login is protected, and where it is in use. */
export function LoginSecurity({ back }: { back: '/admin/settings' | '/user/settings' }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: factors, dataUpdatedAt } = useSuspenseQuery(getFactors())
  const { data: passkeys } = useSuspenseQuery(listPasskeys())
  const { data: sessions } = useQuery(listSessions())
  const { site = '' } = useStatus() ?? {}
  const [codes, setCodes] = useState<string[]>([])
  return (
    <Page form title={t`Login security`} back={back} asOf={dataUpdatedAt}>
      <div className={styles.column}>
        {factors.on ? (
          <Problem intent="success">
            <Trans>On: your password alone is not enough.</Trans>
          </Problem>
        ) : (
          <Problem intent="warning">
            <Trans>
              Off: anyone with your password can log in. Set up an app or add a passkey.
            </Trans>
          </Problem>
        )}
        <AuthenticatorCard factors={factors} onCodes={setCodes} />
        <PasskeysCard factors={factors} passkeys={passkeys} onCodes={setCodes} />
        {factors.on && <RecoveryCard factors={factors} onCodes={setCodes} />}
        {sessions && <SessionsCard sessions={sessions} />}
      </div>
      {codes.length > 0 && <RecoveryCodes codes={codes} site={site} onClose={() => setCodes([])} />}
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
})
