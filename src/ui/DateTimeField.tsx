import { Field, Input } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

type Props = {
  label: string
  /** Milliseconds since 1970; null while none is entered. */
  value: number | null
  problem?: MessageDescriptor
  onChange: (value: number | null) => void
  hint?: string
  disabled?: boolean
}

/** A day and time on this device's clock; the platform's own picker. */
export function DateTimeField({ label, value, problem, onChange, hint, disabled }: Props) {
  const { _ } = useLingui()
  return (
    <Field
      label={label}
      hint={hint}
      validationMessage={problem && _(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <Input
        type="datetime-local"
        size="large"
        value={value === null ? '' : localText(value)}
        disabled={disabled}
        onChange={(_event, data) => {
          const time = data.value === '' ? Number.NaN : new Date(data.value).getTime()
          onChange(Number.isNaN(time) ? null : time)
        }}
      />
    </Field>
  )
}

/** `2026-01-31T09:05`, as the picker wants it. */
function localText(time: number) {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [
    String(date.getFullYear()).padStart(4, '0'),
    two(date.getMonth() + 1),
    two(date.getDate()),
  ]
  return `${day.join('-')}T${two(date.getHours())}:${two(date.getMinutes())}`
}
