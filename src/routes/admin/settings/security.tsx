import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { useStatus } from '#device/status.ts'
import { AuthenticatorCard } from '#features/factors/AuthenticatorCard.tsx'
import { getFactors, listPasskeys } from '#features/factors/operations.ts'
import { PasskeysCard } from '#features/factors/PasskeysCard.tsx'
import { RecoveryCard } from '#features/factors/RecoveryCard.tsx'
import { RecoveryCodes } from '#features/factors/RecoveryCodes.tsx'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'

export const Route = createFileRoute('/admin/settings/security')({
  beforeLoad: ({ context }) => {
    if (!context.may('getFactors')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) =>
    Promise.all([
      context.queryClient.ensureQueryData({ ...getFactors(), revalidateIfStale: true }),
      context.queryClient.ensureQueryData({ ...listPasskeys(), revalidateIfStale: true }),
    ]),
  component: SecurityScreen,
})

function SecurityScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: factors, dataUpdatedAt } = useSuspenseQuery(getFactors())
  const { data: passkeys } = useSuspenseQuery(listPasskeys())
  const { site = '' } = useStatus() ?? {}
  const [codes, setCodes] = useState<string[]>([])
  return (
    <Page form title={t`Two-step login`} back="/admin/settings" asOf={dataUpdatedAt}>
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
