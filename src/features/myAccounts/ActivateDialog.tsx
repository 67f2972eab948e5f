import { Body1 } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { PERIOD } from '#rules/account.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { momentText } from '#ui/moments.ts'
import { activateMyAccountRefusals } from './messages.ts'
import { useNow } from './now.ts'
import { activateMyAccount } from './operations.ts'

/** Confirms before the time of an account starts, which happens once. */
export default function ActivateDialog({
  account,
  onClose,
}: {
  account: Schema<'Account'>
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const activation = useMutation(activateMyAccount)
  const { id, port, type, data } = account
  const lasts = (PERIOD[type] ?? 0) * (data?.limit ?? 0)
  const end = momentText(useNow() + lasts, i18n.locale)
  return (
    <ConfirmDialog
      title={t`Activate account ${port}?`}
      action={t`Activate`}
      pending={activation.isPending}
      problem={activation.error && i18n._(explain(activation.error, activateMyAccountRefusals))}
      onConfirm={() => activation.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Body1>
        {lasts > 0 ? (
          <Trans>Its time starts now and runs until {end}. This cannot be undone.</Trans>
        ) : (
          <Trans>It can be used from now on. This cannot be undone.</Trans>
        )}
      </Body1>
    </ConfirmDialog>
  )
}
