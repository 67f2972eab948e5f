import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { Schema } from '#contract'
import { Markdown } from '#ui/Markdown.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { sortNotice } from './categories.ts'
import { markRead, unread } from './read.ts'

/** Announcements that open by themselves, one after the other, once per browser session. */
export default function NoticePopup({ notices }: { notices: readonly Schema<'Notice'>[] }) {
  const styles = useStyles()
  const [left, setLeft] = useState(() => unread(notices.filter(({ autopop }) => autopop)))
  const textId = useId()
  const [notice, ...others] = left
  if (!notice) return null
  const next = () => {
    markRead(notice)
    setLeft(others)
  }
  return (
    <Sheet
      key={notice.id}
      wide
      describedBy={textId}
      title={sortNotice(notice).title}
      onClose={next}
      actions={
        <Button appearance="primary" onClick={next}>
          {others.length > 0 ? <Trans>Next</Trans> : <Trans>Close</Trans>}
        </Button>
      }
    >
      <div id={textId}>
        <Markdown text={notice.content} />
      </div>
      <Caption1 className={styles.quiet}>
        <Moment time={notice.time} />
      </Caption1>
    </Sheet>
  )
}

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3 } })
