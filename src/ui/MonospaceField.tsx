import { Field, makeStyles, Textarea, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

type Props = {
  label: string
  hint?: string
  value: string
  problem?: MessageDescriptor
  rows: number
  maxLength: number
  onChange: (value: string) => void
}

/** Lines for machines, such as a certificate or parameters: nothing in them is spelled or filled in. */
export function MonospaceField({ label, hint, value, problem, rows, maxLength, onChange }: Props) {
  const styles = useStyles()
  const { _ } = useLingui()
  return (
    <Field
      label={label}
      hint={hint}
      validationMessage={problem && _(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <Textarea
        value={value}
        rows={rows}
        maxLength={maxLength}
        textarea={{ className: styles.text, spellCheck: false, autoComplete: 'off' }}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  )
}

const useStyles = makeStyles({ text: { fontFamily: tokens.fontFamilyMonospace } })
