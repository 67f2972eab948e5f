import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent, ReactNode } from 'react'
import { OutcomePending } from './OutcomePending.tsx'
import { Page } from './Page.tsx'
import { usePageMark } from './pageMark.ts'
import { Problem } from './Problem.tsx'
import { UnsavedChanges } from './UnsavedChanges.tsx'

type Props = {
  title: string
  back: string
  asOf?: number
  /** Actions on what is being edited, such as deleting it. */
  actions?: ReactNode
  /** What the server refused it with. */
  problem?: string | null
  pending: boolean
  /** The verb on the button. */
  action: string
  /** Whether leaving would lose what was typed. */
  unsaved: () => boolean
  offline: boolean
  onSubmit: (event: FormEvent) => void
  children: ReactNode
  /** For a form with something beside it. */
  wide?: boolean
}

/** The page around a long form; the button stays within reach of the thumb, with the refusal beside it. */
export function FormPage(props: Props) {
  const { title, back, asOf, actions, problem, pending, action, unsaved, offline } = props
  const styles = useStyles()
  const { t } = useLingui()
  usePageMark('form-at-thumb')
  return (
    <Page title={title} back={back} asOf={asOf} actions={actions} form={!props.wide}>
      <form
        noValidate
        aria-label={title}
        className={styles.form}
        onSubmit={(event) => {
          // A key can send a form whose button is disabled.
          if (pending || offline) event.preventDefault()
          else props.onSubmit(event)
        }}
      >
        {props.children}
        <div data-at-thumb className={styles.foot}>
          {problem && <Problem>{problem}</Problem>}
          <OutcomePending />
          <div className={styles.actions}>
            <Button
              type="submit"
              appearance="primary"
              size="large"
              disabledFocusable={pending || offline}
              title={offline ? t`There is no network. What you typed stays here.` : undefined}
            >
              {pending ? <Trans>Saving…</Trans> : action}
            </Button>
          </div>
        </div>
      </form>
      <UnsavedChanges when={unsaved} />
    </Page>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
  foot: {
    position: 'sticky',
    bottom: 0,
    zIndex: 3,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    marginInline: '-16px',
    padding: '12px 16px max(12px, env(safe-area-inset-bottom))',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  actions: {
    display: 'flex',
    justifyContent: 'flex-end',
    '@media (max-width: 599px)': { '& > button': { flexGrow: 1, minHeight: '44px' } },
  },
})
