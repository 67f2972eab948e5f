import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { DESKTOP } from '#ui/desktop.ts'
import { Lamp } from '#ui/Lamp.tsx'
import { Moment } from '#ui/Moment.tsx'
import { LIGHT_NAMES, LIGHT_WORDS } from './causes.ts'
import type { LightName } from '#rules/lights.ts'

type Props = { lights: Schema<'ServerLights'>; name: LightName }

/** One light in a row: its figure where all is well, else what is the matter and since when. */
export function LightCell({ lights, name }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { state, value, since } = lights[name]
  const number = numberFormat(i18n.locale, {})
  const figure = value === null ? '' : number.format(value)
  const wanted = number.format(lights.wantedPorts)
  const ports = name === 'ports' && value !== null
  const word = t(LIGHT_WORDS[name][state])
  return (
    <span className={styles.cell}>
      <Lamp state={state} />
      <span className={styles.words}>
        <span className={styles.name}>{t(LIGHT_NAMES[name])} </span>
        {ports ? (
          <span>{t`${figure} of ${wanted}`}</span>
        ) : (
          <span>{state === 'green' && figure !== '' ? t`${figure} ms` : word}</span>
        )}
        {(state === 'red' || state === 'amber') && since !== null && (
          <span className={styles.quiet}>
            {' '}
            <Moment time={since} relative />
          </span>
        )}
      </span>
    </span>
  )
}

const useStyles = makeStyles({
  cell: { display: 'flex', alignItems: 'baseline', gap: '8px', minWidth: 0 },
  words: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
    // Three beside each other on a phone, in any language.
    ...typographyStyles.caption1,
    [DESKTOP]: typographyStyles.body1,
  },
  // On a desktop the column's head names it, for screen readers the cell does.
  name: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    [DESKTOP]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})
