import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronDown20Regular } from '@fluentui/react-icons'
import { Card } from '#ui/Card.tsx'
import { Markdown } from '#ui/Markdown.tsx'
import { Moment } from '#ui/Moment.tsx'
import type { SortedNotice } from './categories.ts'

/** The announcements of one category: the newest open, older ones by their titles. */
export function NoticesCard({ title, notices }: { title: string; notices: SortedNotice[] }) {
  const styles = useStyles()
  return (
    <Card title={title} flush>
      {notices.map((notice, at) => (
        <details key={notice.id} className={styles.notice} open={at === 0}>
          <summary className={styles.head}>
            <span className={styles.words}>
              <h3 className={styles.title}>{notice.title}</h3>
              <Caption1 className={styles.quiet}>
                <Moment time={notice.time} relative />
              </Caption1>
            </span>
            <ChevronDown20Regular className={styles.chevron} />
          </summary>
          <div className={styles.content}>
            <Markdown text={notice.content} under={3} />
          </div>
        </details>
      ))}
    </Card>
  )
}

const useStyles = makeStyles({
  notice: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    padding: '8px 16px',
    cursor: 'pointer',
    listStyleType: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  title: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  chevron: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    transitionProperty: 'transform',
    transitionDuration: tokens.durationFast,
  },
  content: { padding: '0 16px 16px' },
})
