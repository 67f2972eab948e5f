import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { CALLS, type Whose } from './calls.ts'
import { DeviceConfig } from './DeviceConfig.tsx'
import type { TunnelServer } from './tunnelServer.ts'
import { renewKeyRefusals } from './messages.ts'

type Props = {
  accountId: number
  whose: Whose
  servers: readonly TunnelServer[]
  onClose: () => void
}

/** Confirms before the first device gets a new key, then shows its new configuration. */
export default function RenewKeyDialog({ accountId, whose, servers, onClose }: Props) {
  const { t, i18n } = useLingui()
  const renewal = useMutation(CALLS[whose].renew)
  const name = t`First device`
  if (renewal.data)
    return (
      <Sheet
        title={t`WireGuard on ${name}`}
        onClose={onClose}
        actions={
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <DeviceConfig device={renewal.data} servers={servers} />
      </Sheet>
    )
  return (
    <ConfirmDialog
      title={t`A new key for the first device?`}
      action={t`New key`}
      destroys
      pending={renewal.isPending}
      problem={renewal.error && i18n._(explain(renewal.error, renewKeyRefusals))}
      onConfirm={() => renewal.mutate({ accountId })}
      onClose={onClose}
    >
      <p>
        <Trans>
          Whatever was set up with the old key is cut off immediately and has to be set up again.
          The other devices keep working.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
