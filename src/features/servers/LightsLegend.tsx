import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { LIGHT_NAMES } from './causes.ts'
import { LIGHTS } from '#rules/lights.ts'

const MEANINGS = {
  agent: msg`The program that runs the server answers this console, which checks every 15 seconds.`,
  ports: msg`Every account that may use it has its port open there.`,
  handshake: msg`We connect through it as a customer would, every minute.`,
}

/** What the three lights stand for. */
export function LightsLegend() {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <dl className={styles.legend}>
      {LIGHTS.map((light) => (
        <div key={light}>
          <dt className={styles.name}>{t(LIGHT_NAMES[light])}</dt>
          <dd className={styles.meaning}>{t(MEANINGS[light])}</dd>
        </div>
      ))}
    </dl>
  )
}

const useStyles = makeStyles({
  legend: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
    gap: '12px 24px',
    margin: 0,
    paddingInline: '16px',
  },
  name: typographyStyles.body1Strong,
  meaning: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground3 },
})
