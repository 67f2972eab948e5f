import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components'
import { Dismiss24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useClosing, useFirstFocus } from './closing.ts'
import { OutcomePending } from './OutcomePending.tsx'
import { usePageShownAgain } from './pageShownAgain.ts'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Makes the content a form. */
  onSubmit?: (event: FormEvent) => void
  wide?: boolean
  /** Wants an answer before anything else: no closing by a click beside it. */
  alert?: boolean
  /** The id of what is read out with its title, where no button asks about it. */
  describedBy?: string
  /** A click beside it does not close it. */
  stays?: boolean
}

/** A dialog: a sheet from below on phones, a card in the middle on larger screens. */
export function Sheet(props: Props) {
  const { title, onClose, children, actions, onSubmit, wide, alert, stays, describedBy } = props
  const styles = useStyles()
  const { t } = useLingui()
  const { confirming, requestClose, stay, onInput } = useClosing(onClose, onSubmit !== undefined)
  const surface = useRef<HTMLDivElement>(null)
  const goOn = useRef<HTMLButtonElement>(null)
  useFirstFocus(surface, onSubmit ? 'form' : 'question')
  useEffect(() => {
    if (confirming) goOn.current?.focus()
  }, [confirming])
  // A dialog is mounted or it is not, so the focus goes back to what opened it when it unmounts.
  // A dialog that opened by itself passes it to the screen, where keys and screen readers then begin.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected
      if (isThere && opener !== document.body) opener.focus()
      else document.getElementById('main')?.focus()
    },
    [opener],
  )
  usePageShownAgain()
  const body = (
    <DialogBody className={styles.body}>
      <DialogTitle
        className={styles.title}
        action={
          <Button
            appearance="subtle"
            aria-label={t`Close`}
            icon={<Dismiss24Regular />}
            data-close
            onClick={requestClose}
          />
        }
      >
        {title}
      </DialogTitle>
      <DialogContent className={styles.content}>
        {children}
        <OutcomePending />
      </DialogContent>
      {confirming ? (
        <DialogActions className={styles.actions}>
          <p role="alert" className={styles.question}>
            <Trans>What you typed here would be lost.</Trans>
          </p>
          <Button onClick={onClose}>
            <Trans>Discard</Trans>
          </Button>
          <Button appearance="primary" ref={goOn} onClick={stay}>
            <Trans>Keep editing</Trans>
          </Button>
        </DialogActions>
      ) : (
        actions && (
          <DialogActions data-actions className={styles.actions}>
            {actions}
          </DialogActions>
        )
      )}
    </DialogBody>
  )
  return (
    <Dialog
      open
      modalType={alert ? 'alert' : 'modal'}
      onOpenChange={(_event, { open, type }) => {
        if (!open && !(stays && type === 'backdropClick')) requestClose()
      }}
    >
      <DialogSurface
        ref={surface}
        className={mergeClasses(styles.surface, wide && styles.wide)}
        aria-describedby={describedBy}
      >
        {onSubmit ? (
          <form noValidate onSubmit={onSubmit} onInput={onInput}>
            {body}
          </form>
        ) : (
          body
        )}
      </DialogSurface>
    </Dialog>
  )
}

const useStyles = makeStyles({
  surface: {
    maxWidth: '480px',
    '@media (max-width: 599px)': {
      maxWidth: '100%',
      width: '100%',
      margin: '0',
      top: 'auto',
      bottom: '0',
      borderRadius: `${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge} 0 0`,
      paddingBottom: 'max(16px, env(safe-area-inset-bottom))',
      position: 'fixed',
      maxHeight: '92dvh',
    },
  },
  wide: { maxWidth: '640px' },
  body: { maxHeight: 'calc(92dvh - 48px)' },
  title: { overflowWrap: 'anywhere' },
  question: { flexGrow: 1, alignSelf: 'center' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px' },
  actions: {
    // The whole row is theirs: in a column of their own, words of a button broke beside empty room.
    '@media (min-width: 600px)': { gridColumnStart: 1, justifySelf: 'end' },
    '@media (max-width: 599px)': {
      flexDirection: 'column-reverse',
      alignItems: 'stretch',
      width: '100%',
      '& > button': { minHeight: '44px' },
    },
  },
})
