import { Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { formatMac } from '#rules/mac.ts'

type Props = {
  label: string
  /** As typed, in any usual spelling. */
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  hint?: string
  disabled?: boolean
}

/** A MAC address; a complete one turns into upper case with colons when the field is left. Spec 5. */
export function MacField({ label, value, problem, onChange, hint, disabled }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  return (
    <Field
      label={label}
      hint={hint ?? t`12 digits from 0 to 9 and A to F, with or without - and :`}
      validationMessage={problem && i18n._(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <Input
        size="large"
        value={value}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="00:00:00:00:00:00"
        input={{ className: styles.digits }}
        onChange={(_event, data) => onChange(data.value)}
        onBlur={() => {
          if (formatMac(value) !== value) onChange(formatMac(value))
        }}
      />
    </Field>
  )
}

const useStyles = makeStyles({ digits: { fontFamily: tokens.fontFamilyMonospace } })
