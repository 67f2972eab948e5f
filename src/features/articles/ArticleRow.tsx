import { makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { DESKTOP } from '#ui/desktop.ts'

type Props = {
  article: Schema<'Article'>
  /** The address to open: for reading, or for editing. */
  to: '/admin/article/$articleId' | '/user/help/$articleId' | '/help/$articleId'
  /** A note besides its category. */
  about?: string
}

/** One article in a list. */
export function ArticleRow({ article, to, about }: Props) {
  const styles = useStyles()
  const { id, title, category, time } = article
  return (
    <Link to={to} params={{ articleId: id }} className={styles.link}>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>{[category, about].filter(Boolean).join(' · ')}</span>
      </span>
      {time !== undefined && (
        <span className={styles.about}>
          <Moment time={time} relative />
        </span>
      )}
      <ChevronRight20Regular className={styles.icon} />
    </Link>
  )
}

const useStyles = makeStyles({
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    padding: '8px 16px',
    color: 'inherit',
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: { minHeight: '52px' },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  about: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
})
