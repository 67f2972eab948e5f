import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Schema } from '#contract'
import type { Waiting } from '#device/unsentMessages.ts'
import { Empty } from '#ui/Empty.tsx'
import { type TalkEvent, withEvents } from './talkEvents.ts'
import { EarlierMessages } from './EarlierMessages.tsx'
import { type BoxProps, MessageBox } from './MessageBox.tsx'
import { MessageBubble } from './MessageBubble.tsx'
import { useEarlier } from './useEarlier.ts'
import { useEndInView } from './useEndInView.ts'

type Props = {
  /** Whose conversation with the admins it is; null for the caller's own. */
  with: number | null
  /** The latest ones. */
  messages: readonly Schema<'Message'>[]
  waiting: readonly Waiting[]
  /** Whose messages are on the right. */
  side: 'user' | 'admin'
  empty: string
  explain: (refused: NonNullable<Waiting['refused']>) => MessageDescriptor
  /** Where a message is written; undefined where nothing may be. */
  box: Omit<BoxProps, 'explain'> | undefined
  /** What happened meanwhile, shown at its time between the messages. */
  events?: readonly TalkEvent[]
  /** Where a picture is read from. */
  pictureUrl: (id: number) => string
  onSendAgain: (key: string) => void
  onDrop: (key: string) => void
  /** Called with the last message once it is in view. */
  onRead: (id: number) => void
}

/** What two sides wrote each other, newest at the bottom, with a box to answer. */
export function Conversation(props: Props) {
  const { messages, waiting, side, empty, explain, box, events = [], pictureUrl } = props
  const { onSendAgain, onDrop, onRead } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const last = messages.findLast(({ from }) => from !== side)?.id
  const history = useEarlier(props.with, messages)
  const count = messages.length + waiting.length
  const newest = messages.at(-1)?.createTime
  const talk = useEndInView(`${newest} ${count}`)
  useEffect(() => {
    if (last !== undefined && document.visibilityState === 'visible') onRead(last)
    // Reading again what was read changes nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last])

  const bubble = (message: Schema<'Message'>) => (
    <MessageBubble
      key={message.id ?? message.createTime}
      own={message.from === side}
      time={message.createTime}
      {...(message.pictures && { pictures: message.pictures })}
      pictureUrl={pictureUrl}
    >
      {message.content}
    </MessageBubble>
  )

  const line = (entry: Schema<'Message'> | TalkEvent) =>
    'node' in entry ? (
      <li key={entry.key} className={styles.event}>
        {entry.node}
      </li>
    ) : (
      bubble(entry)
    )
  const begins = messages[0]?.createTime ?? 0
  // What happened before the earliest message that is loaded comes with those before it.
  const since = history.isBegin ? 0 : (history.earlier[0]?.createTime ?? begins)
  const isThen = ({ time }: TalkEvent) => time >= since && time < begins
  const hasEarlier = history.earlier.length > 0
  const before = hasEarlier ? events.filter(isThen) : []
  const later = events.filter((one) => one.time >= (hasEarlier ? begins : since))

  return (
    <div ref={talk} className={styles.talk}>
      {count === 0 && <Empty>{empty}</Empty>}
      <EarlierMessages history={history}>
        {withEvents(history.earlier, before).map(line)}
      </EarlierMessages>
      <ol className={styles.list} aria-live="polite" aria-label={t`Messages`}>
        {withEvents(messages, later).map(line)}
        {waiting.map(({ key, text: content, time, refused }) => (
          <MessageBubble
            key={key}
            own
            time={time}
            state={refused ? i18n._(explain(refused)) : t`Waiting to be sent`}
            actions={
              refused && (
                <>
                  <Button size="small" appearance="subtle" onClick={() => onSendAgain(key)}>
                    <Trans>Send again</Trans>
                  </Button>
                  <Button size="small" appearance="subtle" onClick={() => onDrop(key)}>
                    <Trans context="a draft">Discard</Trans>
                  </Button>
                </>
              )
            }
          >
            {content}
          </MessageBubble>
        ))}
      </ol>
      {box && <MessageBox {...box} explain={explain} />}
    </div>
  )
}

const useStyles = makeStyles({
  talk: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    width: '100%',
    maxWidth: '800px',
    marginInline: 'auto',
  },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    marginBlockStart: 'auto',
    padding: '0 0 16px',
    listStyleType: 'none',
  },
  event: {
    ...typographyStyles.caption1,
    alignSelf: 'center',
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
  },
})
