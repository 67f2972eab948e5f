import { Field, Select } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

type Props = {
  servers: readonly Schema<'ServerForUser'>[]
  serverId: number
  onChoose: (serverId: number) => void
}

/** Chooses the server to connect through. */
export function ServerPicker({ servers, serverId, onChoose }: Props) {
  const { t } = useLingui()
  return (
    <Field label={t`Server`}>
      <Select
        size="large"
        value={String(serverId)}
        onChange={(_event, { value }) => onChoose(Number(value))}
      >
        {servers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
