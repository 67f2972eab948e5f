import { Field, Input, makeStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { isNoFlow, parseFlow } from '#rules/flow.ts'
import { Amount } from './Amount.tsx'

type Props = {
  label: string
  /** As typed: `250`, `1.5G`. */
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  /** What nothing or 0 means here. */
  hint?: string
  disabled?: boolean
}

/** An amount of traffic as a person types it, and beside it the bytes it is read as. Spec 5. */
export function FlowField({ label, value, problem, onChange, hint, disabled }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const bytes = parseFlow(value)
  const warning = isNoFlow(value)
    ? t`This is not an amount, so it counts as 1 byte. Enter a number, or one with K, M, G or T.`
    : undefined
  return (
    <Field
      label={label}
      hint={hint ?? t`A number, or one with K, M, G or T.`}
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
        contentAfter={<Amount bytes={bytes} />}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  )
}

// Without it the suffix pushes the field out of a narrow screen.
const useStyles = makeStyles({
  field: { width: '100%', minWidth: 0, '& > input': { minWidth: 0 } },
})
