import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'

type Props = {
  /** The active filter, in a word or two. */
  label: string
  /** Opens where it can be changed. */
  onClick: () => void
  /** Switches it off. */
  onClear?: () => void
}

/** Shows one thing that limits a list: tapped it can be changed, its cross takes it away. */
export function FilterChip({ label, onClick, onClear }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <span className={styles.chip}>
      <button type="button" className={styles.label} onClick={onClick}>
        {label}
      </button>
      {onClear && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t`Clear: ${label}`}
          onClick={onClear}
        >
          <Dismiss16Regular />
        </button>
      )}
    </span>
  )
}

const FOCUS = {
  outlineColor: tokens.colorStrokeFocus2,
  outlineStyle: 'solid',
  outlineWidth: '2px',
} as const

const PART = {
  display: 'inline-flex',
  alignItems: 'center',
  height: '32px',
  backgroundColor: tokens.colorNeutralBackground1,
  color: tokens.colorNeutralForeground1,
  cursor: 'pointer',
  // The finger may miss the small chip by a little.
  position: 'relative',
  '::after': { content: '""', position: 'absolute', inset: '-6px 0' },
  ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  ':focus-visible': FOCUS,
} as const

const useStyles = makeStyles({
  chip: {
    display: 'inline-flex',
    flexShrink: 0,
    overflow: 'visible',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  label: {
    ...typographyStyles.body1,
    ...PART,
    padding: '0 12px',
    border: 'none',
    whiteSpace: 'nowrap',
    borderRadius: tokens.borderRadiusCircular,
    ':not(:last-child)': {
      paddingRight: '4px',
      borderTopRightRadius: 0,
      borderBottomRightRadius: 0,
    },
  },
  clear: {
    ...PART,
    padding: '0 10px 0 6px',
    border: 'none',
    color: tokens.colorNeutralForeground2,
    borderRadius: `0 ${tokens.borderRadiusCircular} ${tokens.borderRadiusCircular} 0`,
  },
})
