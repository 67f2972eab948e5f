import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Lamp } from '#ui/Lamp.tsx'
import { LIGHT_WORDS } from './causes.ts'
import { LIGHTS, worstLight, worstState } from '#rules/lights.ts'

type Props = {
  lights: Schema<'ServerLights'>
  /** Whether all three are shown before the word, in the order of the list. */
  each?: boolean
}

/** The worst of a server's lights in a word; where all is well, the last: customers get through. */
export function WorstLight({ lights, each = false }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const state = worstState(lights)
  const same = LIGHTS.findLast((name) => lights[name].state === state) ?? 'handshake'
  const name = state === 'green' ? 'handshake' : (worstLight(lights) ?? same)
  return (
    <span className={styles.line}>
      {each ? (
        <span className={styles.each}>
          {LIGHTS.map((one) => (
            <Lamp key={one} state={lights[one].state} />
          ))}
        </span>
      ) : (
        <Lamp state={state} />
      )}{' '}
      {t(LIGHT_WORDS[name][state])}
    </span>
  )
}

const useStyles = makeStyles({
  line: { display: 'inline-flex', alignItems: 'baseline', columnGap: '8px' },
  each: { display: 'inline-flex', gap: '4px', flexShrink: 0 },
})
