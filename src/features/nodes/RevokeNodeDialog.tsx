import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { revokeNode } from './operations.ts'

type Props = { node: Schema<'Node'>; onClose: () => void }

/** Ends the link of a machine for good, once its name was typed. */
export default function RevokeNodeDialog({ node, onClose }: Props) {
  const { t, i18n } = useLingui()
  const revocation = useMutation(revokeNode)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const { id, name } = node
  const isSame = typed.trim() === name.trim()
  return (
    <ConfirmDialog
      title={t`Revoke the machine ${name}?`}
      action={t`Revoke`}
      destroys
      pending={revocation.isPending}
      problem={
        revocation.error &&
        i18n._(explain(revocation.error, { otherwise: msg`The machine was not revoked.` }))
      }
      onConfirm={() => {
        setTried(true)
        if (isSame) revocation.mutate(id, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p>
        <Trans>
          Its link ends immediately and its key is never accepted again. The console no longer
          opens, closes or counts ports there. The server stays in the list; another machine can
          take its place. This cannot be undone.
        </Trans>
      </p>
      <TextField
        label={t`Type ${name} to confirm`}
        autoComplete="off"
        value={typed}
        problem={tried && !isSame ? msg`This is not the name of the machine.` : undefined}
        onChange={setTyped}
      />
    </ConfirmDialog>
  )
}
