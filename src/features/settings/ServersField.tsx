import { Checkbox, Field, makeStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'

type Props = {
  label: string
  /** Undefined while they are on their way. */
  servers: readonly { id: number; name: string }[] | undefined
  /** Ids of the servers chosen; null for all of them, those to come too. */
  value: readonly number[] | null
  problem?: MessageDescriptor
  onChange: (value: readonly number[] | null) => void
}

/** Chooses all servers, or some of them. */
export function ServersField({ label, servers, value, problem, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const gone = (value ?? []).filter((id) => servers?.every((server) => server.id !== id))
  const toggle = (id: number, on: boolean) =>
    onChange((value ?? []).filter((other) => other !== id).concat(on ? [id] : []))
  return (
    <Field
      label={label}
      validationMessage={problem && i18n._(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <div role="group" aria-label={label} className={styles.list}>
        <Checkbox
          label={t`All servers`}
          checked={value === null}
          onChange={(_event, { checked }) =>
            onChange(checked === true ? null : (servers ?? []).map(({ id }) => id))
          }
        />
        {value !== null &&
          servers?.map(({ id, name }) => (
            <Checkbox
              key={id}
              className={styles.one}
              label={name}
              checked={value.includes(id)}
              onChange={(_event, { checked }) => toggle(id, checked === true)}
            />
          ))}
        {gone.map((id) => (
          <Checkbox
            key={id}
            className={styles.one}
            label={t`Server #${id}, deleted`}
            checked
            onChange={() => toggle(id, false)}
          />
        ))}
      </div>
    </Field>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column' },
  one: { marginInlineStart: '24px' },
})
