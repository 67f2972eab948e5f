import { makeStyles, tokens } from '@fluentui/react-components'
import type { FormEvent, ReactNode } from 'react'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'

type Props = {
  title: string
  back: string
  asOf?: number
  problem?: string | null
  onSubmit: (event: FormEvent) => void
  /** The button that sends the form, kept at the thumb. */
  submit: ReactNode
  children: ReactNode
}

/** The page around an account's form; what the server refuses stands beside the button. */
export function AccountFormPage({ title, back, asOf, problem, onSubmit, submit, children }: Props) {
  const styles = useStyles()
  return (
    <Page title={title} back={back} asOf={asOf}>
      <form noValidate className={styles.form} onSubmit={onSubmit}>
        {children}
        <div className={styles.foot}>
          {problem && <Problem>{problem}</Problem>}
          <div className={styles.deeds}>{submit}</div>
        </div>
      </form>
    </Page>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
    maxWidth: '720px',
    marginInline: 'auto',
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
  deeds: {
    display: 'flex',
    justifyContent: 'flex-end',
    '@media (max-width: 599px)': { '& > button': { flexGrow: 1, minHeight: '44px' } },
  },
})
