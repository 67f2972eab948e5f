import { makeStyles } from '@fluentui/react-components'
import type { ComponentProps, ReactNode } from 'react'
import { Lamp } from './Lamp.tsx'

type Props = Pick<ComponentProps<typeof Lamp>, 'state'> & { children: ReactNode }

/** A light with what it says, in a line that wraps. */
export function LampLine({ state, children }: Props) {
  const styles = useStyles()
  return (
    <div className={styles.line}>
      <Lamp state={state} />
      {children}
    </div>
  )
}

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '8px' },
})
