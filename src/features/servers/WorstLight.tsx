import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Lamp } from '#ui/Lamp.tsx'
import { LIGHT_WORDS } from './causes.ts'
import { LIGHTS, worstLight, worstState } from '#rules/lights.ts'

/** The worst of a server's lights in a word; where all is well, the last: customers get through. */
export function WorstLight({ lights }: { lights: Schema<'ServerLights'> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const state = worstState(lights)
  const same = LIGHTS.findLast((name) => lights[name].state === state) ?? 'handshake'
  const name = state === 'green' ? 'handshake' : (worstLight(lights) ?? same)
  return (
    <span className={styles.line}>
      <Lamp state={state} /> {t(LIGHT_WORDS[name][state])}
    </span>
  )
}

const useStyles = makeStyles({
  line: { display: 'inline-flex', alignItems: 'baseline', columnGap: '8px' },
})
