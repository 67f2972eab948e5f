import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { CheckList } from '#ui/CheckList.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'

type Props = {
  servers: readonly Schema<'Server'>[]
  all: boolean
  chosen: readonly number[]
  problem?: MessageDescriptor
  onChange: (change: { allServers: boolean; servers: readonly number[] }) => void
}

/** On which servers the accounts of a plan work: all there are and will be, or some. */
export function ServersField({ servers, all, chosen, problem, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <SwitchField
        label={t`All servers, including new ones`}
        value={all}
        onChange={(allServers) => onChange({ allServers, servers: chosen })}
      />
      {!all && (
        <CheckList
          label={t`Servers`}
          items={servers.map(({ id, name, comment }) => ({ id, name, about: comment }))}
          chosen={chosen}
          problem={problem}
          empty={t`There are no servers yet.`}
          onChange={(next) => onChange({ allServers: false, servers: next })}
        />
      )}
    </>
  )
}
