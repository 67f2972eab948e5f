import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listNodes } from '#features/nodes/operations.ts'
import type { useDraft } from '#ui/draft.ts'
import { SelectField } from '#ui/SelectField.tsx'
import type { ServerDraft } from './draft.ts'

type Props = {
  form: Pick<ReturnType<typeof useDraft<ServerDraft>>, 'draft' | 'change'>
  isNew: boolean
}

/** Which machine of ours carries a server; nothing where there is one only. */
export function MachineField({ form: { draft, change }, isNew }: Props) {
  const { t } = useLingui()
  const { data = [] } = useQuery(listNodes())
  // One that was revoked carries nothing new, but its server may still be on it.
  const nodes = data.filter(({ id, state }) => state === 'active' || String(id) === draft.nodeId)
  if (nodes.length === 0) return null
  const addressOf = (id: string) =>
    nodes.find((node) => String(node.id) === id)?.address ?? location.hostname
  return (
    <SelectField
      label={t`Machine`}
      value={draft.nodeId}
      choices={[
        { value: '', label: t`This machine` },
        ...nodes.map(({ id, name, isLinked }) => ({
          value: String(id),
          label: isLinked ? t`${name} (joined)` : t`${name} (not connected)`,
        })),
      ]}
      onChange={(nodeId) => {
        // What was typed stays; what was filled in goes with its machine.
        const isTyped = draft.address.trim() !== addressOf(draft.nodeId)
        const address = isTyped ? draft.address : addressOf(nodeId)
        change({ nodeId, address, ...(isNew && { net: '', wgPort: '', net6: '' }) })
      }}
    />
  )
}
