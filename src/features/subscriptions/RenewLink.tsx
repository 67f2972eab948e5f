import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowSync20Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { useStatus } from '#device/status.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { renewAccountSubscriptionRefusals, renewMySubscriptionRefusals } from './messages.ts'
import { type RenewalOf, renewMySubscription } from './operations.ts'

type Props = { accountId: number; renewal: RenewalOf }

/** Renews the link after a warning that apps lose the old one, at once or after the site's grace. */
export function RenewLink({ accountId, renewal }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
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
        <RenewalQuestion
          pending={renewing.isPending}
          problem={renewing.error && i18n._(explain(renewing.error, refusals))}
          onConfirm={(ends) =>
            renewing.mutate({ accountId, ...ends }, { onSuccess: () => setConfirming(false) })
          }
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}

type QuestionProps = {
  pending: boolean
  problem: string | null
  onConfirm: (ends: { endsFormer?: true }) => void
  onClose: () => void
}

/** What becomes of the present link: it ends at once, or after the hours that the site has for that. */
function RenewalQuestion({ onConfirm, ...rest }: QuestionProps) {
  const { t } = useLingui()
  const hours = useStatus()?.graceHours ?? 0
  const [endsFormer, setEndsFormer] = useState(false)
  const isGradual = hours > 0 && !endsFormer
  return (
    <ConfirmDialog
      title={t`Create a new subscription link?`}
      action={t`Create a new link`}
      destroys={!isGradual}
      onConfirm={() => onConfirm(endsFormer ? { endsFormer } : {})}
      {...rest}
    >
      {isGradual ? (
        t`${plural(hours, {
          one: 'The present link works for # more hour. Apps that still have it then stop being updated.',
          other:
            'The present link works for # more hours. Apps that still have it then stop being updated.',
        })}`
      ) : (
        <Trans>
          Apps that use the present link stop being updated until the new one is entered there.
        </Trans>
      )}
      {hours > 0 && (
        <SwitchField
          label={t`End the present link at once`}
          hint={t`If somebody else has it.`}
          value={endsFormer}
          onChange={setEndsFormer}
        />
      )}
    </ConfirmDialog>
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
