import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ChevronDown12Regular, Dismiss16Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { NO_HAS } from './oldStyles.ts'
import type { Choice } from './SelectField.tsx'

type Props<Value extends string> = {
  /** What it filters. */
  label: string
  /** Empty for no limit. */
  value: Value | ''
  choices: readonly Choice<Value>[]
  /** The label while active, where the option's own label is too short. */
  chosen?: string
  onChange: (value: Value | '') => void
}

/** One thing that can limit a list: the platform's own list of choices behind a chip. */
export function ChipSelect<Value extends string>(props: Props<Value>) {
  const { label, value, choices, onChange } = props
  const styles = useStyles()
  const { t } = useLingui()
  const on = choices.find((choice) => choice.value === value)
  const chosen = props.chosen ?? on?.label ?? ''
  return (
    <span className={mergeClasses(styles.chip, value !== '' && styles.on)}>
      <span className={styles.label}>
        <span aria-hidden className={styles.words}>
          {value === '' ? label : chosen}
        </span>
        {value === '' && <ChevronDown12Regular aria-hidden />}
        <select
          className={styles.select}
          aria-label={label}
          value={value}
          onChange={({ target }) =>
            onChange(choices.find((choice) => choice.value === target.value)?.value ?? '')
          }
        >
          <option value="">{t`Any`}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </span>
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t`Clear: ${chosen}`}
          onClick={() => onChange('')}
        >
          <Dismiss16Regular />
        </button>
      )}
    </span>
  )
}

const useStyles = makeStyles({
  chip: {
    display: 'inline-flex',
    flexShrink: 0,
    minHeight: '32px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    // With its border: the touch target is inside.
    '@media (pointer: coarse)': { minHeight: '46px' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':has(select:focus-visible)': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
    },
    [NO_HAS]: {
      ':focus-within': {
        outline: `2px solid ${tokens.colorStrokeFocus2}`,
        outlineOffset: '1px',
      },
    },
  },
  on: {
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
    // There the line is longer than the screen.
    '@media (max-width: 599px)': { order: -1 },
  },
  label: {
    ...typographyStyles.body1,
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    padding: '0 12px',
    ':not(:last-child)': { paddingInlineEnd: '4px' },
  },
  words: { maxWidth: '220px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // Overlays the label, so that a chip is as wide as its label and not as its longest option.
  select: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    opacity: 0,
    cursor: 'pointer',
    fontSize: '16px',
    '& option': {
      color: tokens.colorNeutralForeground1,
      backgroundColor: tokens.colorNeutralBackground1,
    },
  },
  clear: {
    display: 'inline-flex',
    alignItems: 'center',
    padding: '0 10px 0 4px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusCircular,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': { minWidth: '44px', justifyContent: 'center' },
  },
})
