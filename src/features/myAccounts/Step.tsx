import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = { number: number; title: string; children: ReactNode }

/** One of a few steps, with its number. */
export function Step({ number, title, children }: Props) {
  const styles = useStyles()
  return (
    <section className={styles.step}>
      <h3 className={styles.title}>
        <span className={styles.number}>{number}</span>
        {title}
      </h3>
      {children}
    </section>
  )
}

const useStyles = makeStyles({
  step: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  title: {
    ...typographyStyles.body1Strong,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: 0,
  },
  number: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground3,
    ...typographyStyles.caption1Strong,
  },
})
