import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteServerRefusals } from './messages.ts'
import { deleteServer } from './operations.ts'

type Props = { server: Schema<'Server'>; onClose: () => void; onDeleted: () => void }

/** Asks before a server goes, and names what goes with it. */
export function DeleteServerDialog({ server, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteServer)
  const { id, name } = server

  return (
    <ConfirmDialog
      title={t`Delete the server ${name}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteServerRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        <Trans>
          Its ports close immediately, and anyone connected through it is cut off. The accounts stay
          and keep what they have used. The traffic charts of this server are lost. This cannot be
          undone.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
