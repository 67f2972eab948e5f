import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DESKTOP } from '#ui/desktop.ts'

type Props = {
  name: string
  /** The screen with what it counts. */
  to: LinkProps['to']
  search?: LinkProps['search']
  value: string
  /** A second value, as of another currency. */
  beside?: string | undefined
  about: ReactNode
}

/** A figure with its name, and what to hold it against. */
export function Figure({ name, to, search, value, beside, about }: Props) {
  const styles = useStyles()
  return (
    <Link to={to} search={search} className={styles.tile}>
      <span className={styles.quiet}>{name}</span>
      <span>
        <span className={styles.value}>{value}</span>
        {beside && <span className={styles.quiet}> {beside}</span>}
      </span>
      <span className={styles.quiet}>{about}</span>
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
    // On phones an odd number of them leaves no hole.
    ':first-child': { gridColumn: '1 / -1', [DESKTOP]: { gridColumn: 'auto' } },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  value: { ...typographyStyles.title3 },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
