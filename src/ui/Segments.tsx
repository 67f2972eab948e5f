import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useId } from 'react'

type Props<Value extends string> = {
  /** What is chosen, for screen readers. */
  label: string
  /** Undefined where something else is chosen. */
  value: Value | undefined
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** As wide as there is room, in equal parts. */
  wide?: boolean
}

/** One of a few choices that are all in view; arrow keys go along. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, value, choices, onChange, wide } = props
  const styles = useStyles()
  const name = useId()
  return (
    <fieldset className={mergeClasses(styles.switch, wide && styles.wide)} aria-label={label}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={mergeClasses(
            styles.choice,
            wide && styles.part,
            choice.value === value && styles.chosen,
          )}
        >
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

const useStyles = makeStyles({
  switch: {
    display: 'inline-flex',
    margin: 0,
    padding: '2px',
    minWidth: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  wide: { display: 'flex', width: '100%', boxSizing: 'border-box' },
  part: { flex: '1 1 0', textAlign: 'center', minHeight: '44px' },
  choice: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minHeight: '32px',
    padding: '0 14px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  chosen: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: tokens.shadow2,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  radio: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    appearance: 'none',
    borderRadius: 'inherit',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})
