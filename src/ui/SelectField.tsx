import { Field, Select } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

/** One of the options: its value, and its label. */
export type Choice<Value extends string = string> = { value: Value; label: string }

type Props<Value extends string> = {
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  problem?: MessageDescriptor
  onChange: (value: Value) => void
  hint?: string
  disabled?: boolean
}

/** One choice out of several; the platform's native select. */
export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, value, choices, problem, onChange, hint, disabled } = props
  const { _ } = useLingui()
  return (
    <Field
      label={label}
      hint={hint}
      validationMessage={problem && _(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <Select
        size="large"
        value={value}
        disabled={disabled}
        onChange={(_event, data) => {
          const choice = choices.find((one) => one.value === data.value)
          if (choice) onChange(choice.value)
        }}
      >
        {/* The browser would show the first choice, and a person would believe it. */}
        {value !== '' && !choices.some((choice) => choice.value === value) && (
          <option value={value}>{value}</option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
