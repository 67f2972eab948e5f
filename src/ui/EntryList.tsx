import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A screen that can be opened. */
export type Entry = {
  to: NonNullable<LinkProps['to']>
  name: string
  icon?: ReactNode
  about?: string
}

/** Rows that each lead to a screen, inside a flush card. */
export function EntryList({ label, entries }: { label: string; entries: readonly Entry[] }) {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map(({ to, icon, name, about }) => (
        <li key={to} className={styles.item}>
          <Link to={to} className={mergeClasses(styles.row, about && styles.tall)}>
            {icon && <span className={styles.icon}>{icon}</span>}
            <span className={styles.words}>
              <span>{name}</span>
              {about && <span className={styles.about}>{about}</span>}
            </span>
            <ChevronRight20Regular className={styles.icon} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '48px',
    padding: '8px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  tall: { minHeight: '64px' },
  icon: { flexShrink: 0, display: 'grid', color: tokens.colorNeutralForeground2 },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  about: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
