import { Field, makeStyles, Switch } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

type Props = {
  label: string
  value: boolean
  problem?: MessageDescriptor
  onChange: (value: boolean) => void
  /** What being on means, in a sentence. */
  hint?: string
  disabled?: boolean
}

/** Something that is on or off, its name beside the switch. */
export function SwitchField({ label, value, problem, onChange, hint, disabled }: Props) {
  const styles = useStyles()
  const { _ } = useLingui()
  return (
    <Field
      hint={hint === undefined ? undefined : { children: hint, className: styles.hint }}
      validationMessage={problem && _(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <Switch
        className={styles.root}
        label={label}
        checked={value}
        disabled={disabled}
        onChange={(_event, { checked }) => onChange(checked)}
      />
    </Field>
  )
}

const useStyles = makeStyles({
  // The switch begins where other fields do, and its hint where its name does.
  root: {
    marginInlineStart: '-8px',
    alignItems: 'center',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  hint: { paddingInlineStart: '52px', marginBlockStart: '-4px' },
})
