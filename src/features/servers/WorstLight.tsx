import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { worstState } from '#rules/lights.ts'
import { Lamp } from '#ui/Lamp.tsx'
import { worstWord } from './causes.ts'

/** The worst of a server's lights in a word; where all is well, the last: customers get through. */
export function WorstLight({ lights }: { lights: Schema<'ServerLights'> }) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <span className={styles.line}>
      <Lamp state={worstState(lights)} /> {t(worstWord(lights))}
    </span>
  )
}

const useStyles = makeStyles({
  line: { display: 'inline-flex', alignItems: 'baseline', columnGap: '8px' },
})
