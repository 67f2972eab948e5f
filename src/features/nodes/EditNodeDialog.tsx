import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { flowText, isNoFlow, parseFlow } from '#rules/flow.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FlowField } from '#ui/FlowField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { renameNode } from './operations.ts'

type Props = { node: Schema<'Node'>; onClose: () => void }

/** Changes the name of a machine, and what it may carry in a month. */
export default function EditNodeDialog({ node, onClose }: Props) {
  const { t, i18n } = useLingui()
  const change = useMutation(renameNode)
  // As it was opened: what came since is somebody else's, and the revision says so.
  const [opened] = useState(node)
  const [name, setName] = useState(node.name)
  const [limit, setLimit] = useState(node.trafficLimit === null ? '' : flowText(node.trafficLimit))
  const [tried, setTried] = useState(false)
  const isEmpty = name.trim() === ''
  const save = () => {
    setTried(true)
    if (isEmpty || isNoFlow(limit)) return
    const trafficLimit = parseFlow(limit) || null
    const body = { name: name.trim(), trafficLimit, revision: opened.revision }
    change.mutate({ nodeId: opened.id, body }, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      title={t`Name and allowance`}
      action={t`Save`}
      pending={change.isPending}
      problem={
        change.error &&
        i18n._(explain(change.error, { otherwise: msg`The machine was not changed.` }))
      }
      onConfirm={save}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        maxLength={255}
        required
        value={name}
        problem={tried && isEmpty ? msg`Give the machine a name.` : undefined}
        onChange={setName}
      />
      <FlowField
        label={t`Monthly allowance`}
        value={limit}
        hint={t`What the hosting provider includes in a calendar month, both ways. Leave empty for no limit.`}
        onChange={setLimit}
      />
    </ConfirmDialog>
  )
}
