import { Button, makeStyles, Textarea, tokens } from '@fluentui/react-components'
import { Send24Filled } from '@fluentui/react-icons'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Schema } from '#contract'
import type { Waiting } from '#device/unsentMessages.ts'
import { Empty } from '#ui/Empty.tsx'
import { MessageBubble } from './MessageBubble.tsx'

type Props = {
  messages: readonly Schema<'Message'>[]
  waiting: readonly Waiting[]
  /** Whose messages are on the right. */
  side: 'user' | 'admin'
  empty: string
  explain: (refused: NonNullable<Waiting['refused']>) => MessageDescriptor
  /** Undefined where nothing may be written. */
  onSend: ((text: string) => void) | undefined
  /** Sends, and notes that nothing is left to do. */
  onSendDone?: ((text: string) => void) | undefined
  /** Above the box; takes how to put a text into it. */
  tools?: (insert: (text: string) => void) => ReactNode
  onSendAgain: (key: string) => void
  onDrop: (key: string) => void
  /** Called with the last message once it is in view. */
  onRead: (id: number) => void
}

const MAX_LETTERS = 4096

/** What two sides wrote each other, newest at the bottom, with a box to answer. */
export function Conversation(props: Props) {
  const { messages, waiting, side, empty, explain, onSend, onSendAgain, onDrop, onRead } = props
  const { onSendDone, tools } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const end = useRef<HTMLDivElement>(null)
  const last = messages.findLast(({ from }) => from !== side)?.id
  const count = messages.length + waiting.length
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    end.current?.scrollIntoView({ block: 'end' })
  }, [count])
  useEffect(() => {
    if (last !== undefined && document.visibilityState === 'visible') onRead(last)
    // Reading again what was read changes nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last])

  const send = (how = onSend) => {
    if (text.trim() === '') return
    how?.(text.trim())
    setText('')
  }
  const insert = (more: string) =>
    setText((before) => (before.trim() === '' ? more : `${before.trimEnd()}\n${more}`))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    // On a phone, Enter begins a new line; there the button sends.
    if (matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.talk}>
      {count === 0 && <Empty>{empty}</Empty>}
      <ol className={styles.list} aria-live="polite" aria-label={t`Messages`}>
        {messages.map((message) => (
          <MessageBubble
            key={message.id ?? message.createTime}
            own={message.from === side}
            time={message.createTime}
          >
            {message.content}
          </MessageBubble>
        ))}
        {waiting.map(({ key, text: content, time, refused }) => (
          <MessageBubble
            key={key}
            own
            time={time}
            state={refused ? i18n._(explain(refused)) : t`Waits to be sent`}
            actions={
              refused && (
                <>
                  <Button size="small" appearance="subtle" onClick={() => onSendAgain(key)}>
                    <Trans>Send again</Trans>
                  </Button>
                  <Button size="small" appearance="subtle" onClick={() => onDrop(key)}>
                    <Trans>Discard</Trans>
                  </Button>
                </>
              )
            }
          >
            {content}
          </MessageBubble>
        ))}
      </ol>
      <div ref={end} />
      {onSend && tools?.(insert)}
      {onSend && (
        <form
          className={styles.box}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <Textarea
            className={styles.field}
            value={text}
            maxLength={MAX_LETTERS}
            resize="none"
            rows={2}
            aria-label={t`Your message`}
            placeholder={t`Write a message`}
            onChange={(_event, data) => setText(data.value)}
            onKeyDown={onKeyDown}
          />
          {onSendDone && (
            <Button size="large" disabled={text.trim() === ''} onClick={() => send(onSendDone)}>
              <Trans>Send and resolve</Trans>
            </Button>
          )}
          <Button
            type="submit"
            size="large"
            appearance="primary"
            icon={<Send24Filled />}
            aria-label={t`Send`}
            disabled={text.trim() === ''}
          />
        </form>
      )}
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
  box: {
    position: 'sticky',
    bottom: 'var(--bottom-bar, 0px)',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'flex-end',
    gap: '8px',
    paddingBlock: '8px',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  field: { flex: '1 1 240px', minWidth: 0 },
})
