import { makeStyles, mergeClasses, Subtitle2, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  id?: string
  flush?: boolean
}

/** One question and its answer: a bordered surface with a heading. */
export function Card({ title, actions, children, className, id, flush }: Props) {
  const styles = useStyles()
  return (
    <section id={id} className={mergeClasses(styles.card, flush && styles.flush, className)}>
      {(title || actions) && (
        <header className={mergeClasses(styles.header, flush && styles.flushHeader)}>
          {title && <Subtitle2 as="h2">{title}</Subtitle2>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

const useStyles = makeStyles({
  card: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    padding: '16px',
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minWidth: 0,
  },
  flush: { padding: 0, gap: 0, overflow: 'hidden' },
  flushHeader: { padding: '12px 16px', minHeight: '56px' },
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '32px',
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
})
