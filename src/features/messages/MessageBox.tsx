import { Button, makeStyles, mergeClasses, Textarea, tokens } from '@fluentui/react-components'
import { Send24Filled } from '@fluentui/react-icons'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { MAX_PICTURES } from '#rules/messagePicture.ts'
import { isComposing } from '#ui/composing.ts'
import { usePageMark } from '#ui/pageMark.ts'
import { Problem } from '#ui/Problem.tsx'
import { useHeightAs } from '#ui/useHeightAs.ts'
import { AttachmentTray } from './AttachmentTray.tsx'
import { useAttachments } from './attachments.ts'
import { PictureButton } from './PictureButton.tsx'
import { SharedLine } from './SharedLine.tsx'
import { type Post, usePost } from './usePost.ts'
import { useShared } from './useShared.ts'

export type BoxProps = {
  /** Sends a text; with `done`, nothing is left to do up to that message. */
  onSend: (text: string, done?: number) => void
  /** Sends a message with pictures; undefined where the server takes none. */
  onPost: ((message: Post) => Promise<unknown>) | undefined
  explain: (refused: { status: number; reason: string }) => MessageDescriptor
  /** Offers to send and to note that nothing is left to do; `next` is called once it is sent. */
  resolving?: { upTo: number; next: () => void } | undefined
  /** Above the box; takes how to put a text into it. */
  tools?: (insert: (text: string) => void) => ReactNode
}

const MAX_LETTERS = 4096
const picturesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Where a message is written: text, and pictures by button, paste or drop. */
export function MessageBox({ onSend, onPost, explain, resolving, tools }: BoxProps) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const [isOver, setIsOver] = useState(false)
  const [form, setForm] = useState<HTMLElement | null>(null)
  useHeightAs('--message-box', form)
  usePageMark('form-at-thumb')
  const { attached, problem, isWorking, add, remove, clear } = useAttachments()
  const post = usePost(onPost ?? (async () => undefined))
  const isEmpty = text.trim() === '' && attached.length === 0
  const isHeld = isEmpty || isWorking || post.isPending

  const send = (done?: number) => {
    if (isHeld) return
    const sent = text.trim()
    if (attached.length === 0) {
      onSend(sent, done)
      setText('')
      sharing.drop()
      if (done !== undefined) resolving?.next()
      return
    }
    const onSuccess = () => {
      setText('')
      clear()
      sharing.drop()
      if (done !== undefined) resolving?.next()
    }
    post.mutate({ text: sent, attached, done }, { onSuccess })
  }
  const take = (files: File[]) => {
    if (files.length === 0 || !onPost || post.isPending) return false
    post.reset()
    void add(files)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    // On a phone, Enter begins a new line; there the button sends.
    if (matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    if (!onPost || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(over)
  }
  const insert = (more: string) =>
    setText((before) => (before.trim() === '' ? more : `${before.trimEnd()}\n${more}`))
  const sharing = useShared(({ text: words, pictures }) => {
    if (words !== '') insert(words)
    take(pictures)
  })
  const discard = () => {
    sharing.drop()
    setText((before) => before.replace(sharing.shared?.text ?? '', '').trim())
    clear()
  }

  return (
    <>
      {tools?.(insert)}
      {/* Dropping is a short way to what the button does. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={setForm}
        data-at-thumb
        className={mergeClasses(styles.box, isOver && styles.over)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          take(picturesIn(event.dataTransfer))
        }}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {sharing.shared && (
          <SharedLine shared={sharing.shared} onDiscard={discard}>
            <Trans>What you shared is in this message. It is sent when you send it.</Trans>
          </SharedLine>
        )}
        {(attached.length > 0 || isWorking) && (
          <AttachmentTray
            attached={attached}
            isWorking={isWorking}
            isSending={post.isPending}
            onRemove={(id) => {
              post.reset()
              remove(id)
            }}
          />
        )}
        {problem && <Problem>{i18n._(problem)}</Problem>}
        {post.error && <Problem>{i18n._(explain(post.error))}</Problem>}
        {onPost && (
          <PictureButton
            disabled={post.isPending || attached.length >= MAX_PICTURES}
            onAdd={take}
          />
        )}
        <Textarea
          className={styles.field}
          value={text}
          maxLength={MAX_LETTERS}
          resize="none"
          rows={2}
          aria-label={t`Your message`}
          placeholder={t`Write a message`}
          disabled={post.isPending}
          onChange={(_event, data) => setText(data.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (take(picturesIn(event.clipboardData))) event.preventDefault()
          }}
        />
        {resolving && (
          <Button size="large" disabled={isHeld} onClick={() => send(resolving.upTo)}>
            <Trans>Send and resolve</Trans>
          </Button>
        )}
        <Button
          type="submit"
          size="large"
          appearance="primary"
          icon={<Send24Filled />}
          aria-label={t`Send`}
          disabled={isHeld}
        />
      </form>
    </>
  )
}

const useStyles = makeStyles({
  box: {
    position: 'sticky',
    bottom: 'var(--bottom-bar, 0px)',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'flex-end',
    gap: '8px',
    paddingBlock: '8px max(8px, calc(env(safe-area-inset-bottom, 0px) - var(--bottom-bar, 0px)))',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  over: { outline: `2px dashed ${tokens.colorBrandStroke1}`, outlineOffset: '-2px' },
  field: { flex: '1 1 200px', minWidth: 0 },
})
