import { Field, Input, type InputProps, makeStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'

type Props = {
  label: string
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  hint?: string
  /** Unit or action at the end of the field. */
  after?: ReactNode
  required?: boolean
} & Pick<
  InputProps,
  | 'type'
  | 'autoComplete'
  | 'inputMode'
  | 'placeholder'
  | 'disabled'
  | 'readOnly'
  | 'autoFocus'
  | 'maxLength'
>

/** One line of text with its label above and what is wrong with it below. */
export function TextField({
  label,
  value,
  problem,
  onChange,
  hint,
  after,
  required,
  ...input
}: Props) {
  const styles = useStyles()
  const { _ } = useLingui()
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      validationMessage={problem && _(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <Input
        {...input}
        size="large"
        value={value}
        contentAfter={after ? <span className={styles.after}>{after}</span> : undefined}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  )
}

// A unit such as CNY stays in one piece.
const useStyles = makeStyles({ after: { whiteSpace: 'nowrap' } })
