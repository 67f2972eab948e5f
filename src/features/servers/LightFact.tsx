import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { Lamp } from '#ui/Lamp.tsx'
import { Moment } from '#ui/Moment.tsx'
import { LIGHT_NAMES, LIGHT_WORDS } from './causes.ts'
import type { LightName } from '#rules/lights.ts'

type Props = { lights: Schema<'ServerLights'>; name: LightName }

/** One light of a server with its name, its word, its figure and, in trouble, since when. */
export function LightFact({ lights, name }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { state, value, since } = lights[name]
  const number = numberFormat(i18n.locale, {})
  const figure = value === null ? '' : number.format(value)
  const wanted = number.format(lights.wantedPorts)
  return (
    <span className={styles.light}>
      <Lamp state={state} />
      <span className={styles.words}>
        <span className={styles.name}>{t(LIGHT_NAMES[name])} </span>
        <span>{t(LIGHT_WORDS[name][state])}</span>
        <span className={styles.quiet}>
          {' '}
          {figure !== '' && (name === 'ports' ? t`${figure} of ${wanted}` : t`${figure} ms`)}
          {state !== 'green' && since !== null && (
            <>
              {' '}
              <Moment time={since} relative />
            </>
          )}
        </span>
      </span>
    </span>
  )
}

const useStyles = makeStyles({
  light: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0 },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
})
