import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowSync20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Problem } from '#ui/Problem.tsx'
import { renewAccountSubscriptionRefusals, renewMySubscriptionRefusals } from './messages.ts'
import { type RenewalOf, renewMySubscription } from './operations.ts'

type Props = { accountId: number; renewal: RenewalOf }

/** Renews the link after a warning that apps lose the old one. */
export function RenewLink({ accountId, renewal }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [confirming, setConfirming] = useState(false)
  const renewing = useMutation(renewal)
  const refusals =
    renewal === renewMySubscription ? renewMySubscriptionRefusals : renewAccountSubscriptionRefusals
  return (
    <div className={styles.renew}>
      <Button
        icon={<ArrowSync20Regular />}
        disabledFocusable={!online}
        onClick={() => setConfirming(true)}
      >
        <Trans>Create a new link</Trans>
      </Button>
      {!online && (
        <Caption1>
          <Trans>You are offline. A new link can be created when the connection is back.</Trans>
        </Caption1>
      )}
      {renewing.isSuccess && !confirming && (
        <Problem intent="success">
          <Trans>This is the new link. Enter it in every app again.</Trans>
        </Problem>
      )}
      {confirming && (
        <ConfirmDialog
          title={t`Create a new subscription link?`}
          action={t`Create a new link`}
          destroys
          pending={renewing.isPending}
          problem={renewing.error && i18n._(explain(renewing.error, refusals))}
          onConfirm={() => renewing.mutate(accountId, { onSuccess: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        >
          <Trans>
            Apps that use the present link stop being updated until the new one is entered there.
          </Trans>
        </ConfirmDialog>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  renew: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '8px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})
