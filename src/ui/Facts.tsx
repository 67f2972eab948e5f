import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

/** Names and values, one pair a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={useStyles().list}>{children}</dl>
}

/** One pair of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.pair}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  pair: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '16px',
    minHeight: '40px',
    paddingBlock: '4px',
    // Rows with a button are as high as those without.
    '@media (pointer: coarse)': { minHeight: '44px', paddingBlock: 0 },
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  name: { color: tokens.colorNeutralForeground2, flexShrink: 0, maxWidth: '50%' },
  value: {
    textAlign: 'right',
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
})
