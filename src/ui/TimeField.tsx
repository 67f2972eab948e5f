import { Field, Input, makeStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { formatDuration, parseDuration } from '#rules/duration.ts'

type Props = {
  label: string
  /** As typed: `90s`, `1d2h`. */
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  hint?: string
  disabled?: boolean
}

/** A length of time as a person types it, and beside it how it is read. Spec 5. */
export function TimeField({ label, value, problem, onChange, hint, disabled }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const ms = parseDuration(value)
  const unread = ms === 1 && value.trim() !== '1'
  const warning = unread
    ? t`This is not a length of time, so it counts as 1 millisecond. Enter a number with s, m, h or d.`
    : undefined
  const read = /^\d+$/.test(formatDuration(ms))
    ? `${ms} ms`
    : formatDuration(ms).replaceAll(/([a-z])(\d)/g, '$1 $2')
  return (
    <Field
      label={label}
      hint={hint ?? t`A number with s, m, h or d, for example 1d12h.`}
      validationMessage={problem ? i18n._(problem) : warning}
      validationState={problem ? 'error' : warning ? 'warning' : 'none'}
    >
      <Input
        size="large"
        value={value}
        disabled={disabled}
        className={styles.field}
        autoComplete="off"
        spellCheck={false}
        contentAfter={<span className={styles.read}>{ms === 0 ? '0' : read}</span>}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  )
}

// Without it the suffix pushes the field out of a narrow screen.
const useStyles = makeStyles({
  field: { width: '100%', minWidth: 0, '& > input': { minWidth: 0 } },
  read: { whiteSpace: 'nowrap' },
})
