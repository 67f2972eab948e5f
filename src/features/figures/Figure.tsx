import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import { Sparkline } from '#ui/Sparkline.tsx'

type Props = {
  name: string
  /** The screen with what it counts. */
  to: LinkProps['to']
  search?: LinkProps['search']
  value: string
  /** A second value, as of another currency. */
  beside?: string | undefined
  about: ReactNode
  /** Day by day, the oldest first; null is not known. */
  days?: readonly (number | null)[] | undefined
}

/** A figure with its name, and what to hold it against. */
export function Figure({ name, to, search, value, beside, about, days }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Link to={to} search={search} className={styles.tile}>
      <span className={styles.quiet}>{name}</span>
      <span>
        <span className={styles.value}>{value}</span>
        {beside && <span className={styles.quiet}> {beside}</span>}
      </span>
      <span className={styles.quiet}>{about}</span>
      {days?.some((day) => day !== null) && (
        <span className={styles.days} title={t`Last 30 days`} aria-hidden>
          <Sparkline label="" values={days} />
        </span>
      )}
    </Link>
  )
}

const useStyles = makeStyles({
  tile: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    minWidth: 0,
    padding: '14px 16px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    textDecorationLine: 'none',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    // An odd number of them leaves no hole.
    ':first-child:nth-last-child(odd)': { gridColumn: 'span 2' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  days: { paddingTop: '4px' },
  value: { ...typographyStyles.title3 },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
