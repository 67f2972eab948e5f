import { makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'

type Notice = Schema<'Notice'>
type Props = {
  notices: readonly Notice[]
  /** Undefined while they are being requested. */
  groups: readonly Schema<'Group'>[] | undefined
}

/** Every announcement, newest first, with whom it is for. */
export function NoticeList({ notices, groups }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const names = new Map(groups?.map(({ id, name }) => [id, name]))
  const forWhom = ({ group, groupIds = [] }: Notice) => {
    if (!group) return t`Everyone`
    const called = groupIds.map((id) => names.get(id) ?? (groups ? `#${id}` : '…'))
    return listText(called, i18n.locale)
  }
  return (
    <Card flush>
      <ul className={styles.list} aria-label={t`Announcements`}>
        {notices.map((notice) => (
          <li key={notice.id} className={styles.item}>
            <Link
              to="/admin/notice/$noticeId"
              params={{ noticeId: notice.id }}
              className={styles.link}
            >
              <span className={styles.words}>
                <span className={styles.title}>{notice.title}</span>
                <span className={styles.about}>
                  {forWhom(notice) || (
                    <span className={styles.lost}>{t`No group: no one sees it`}</span>
                  )}
                  {notice.autopop ? ` · ${t`opens automatically`}` : ''}
                </span>
              </span>
              <span className={styles.time}>
                <Moment time={notice.time} relative />
              </span>
              <ChevronRight20Regular className={styles.icon} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
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
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  about: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  lost: { color: tokens.colorStatusWarningForeground1 },
  time: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
})
