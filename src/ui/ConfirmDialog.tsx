import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Problem } from './Problem.tsx'
import { Sheet } from './Sheet.tsx'

type Props = {
  title: string
  /** What will happen, and what cannot be undone. */
  children?: ReactNode
  /** The verb on the button. */
  action: string
  pending: boolean
  problem?: string | null | false
  /** Red: something is lost. */
  destroys?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that cannot simply be undone. Spec 4: show, loading, error. */
export function ConfirmDialog(props: Props) {
  const styles = useStyles()
  const { title, children, action, pending, problem, destroys, onConfirm, onClose } = props
  return (
    <Sheet
      alert
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            appearance="primary"
            className={destroys ? styles.destroys : undefined}
            disabledFocusable={pending}
            onClick={onConfirm}
          >
            {pending ? <Trans>Working…</Trans> : action}
          </Button>
        </>
      }
    >
      {children}
      {problem && <Problem>{problem}</Problem>}
    </Sheet>
  )
}

const useStyles = makeStyles({
  destroys: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
})
