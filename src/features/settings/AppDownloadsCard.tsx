import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { appsFor, type Mirror, type System, SYSTEMS } from '#rules/clientApps.ts'
import { Card } from '#ui/Card.tsx'
import { TextField } from '#ui/TextField.tsx'
import { isWebAddress } from './baseDraft.ts'

type Props = {
  value: readonly Mirror[]
  problem?: MessageDescriptor
  onChange: (value: readonly Mirror[]) => void
}

/** Where customers download each app: its makers' place, or a mirror of the operator. */
export function AppDownloadsCard({ value, problem, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const names: Record<System, string> = {
    apple: 'iPhone, iPad',
    android: 'Android',
    windows: 'Windows',
    mac: 'Mac',
    linux: 'Linux',
    router: t`Router`,
  }
  const change = (app: string, system: System, url: string) =>
    onChange([
      ...value.filter((one) => one.app !== app || one.system !== system),
      ...(url === '' ? [] : [{ app, system, url }]),
    ])
  return (
    <Card title={t`Apps for customers`}>
      <Caption1 className={styles.quiet}>
        <Trans>
          Where customers download an app. Leave empty for its makers’ page, or enter a mirror that
          customers can reach.
        </Trans>
      </Caption1>
      {SYSTEMS.map((system) => (
        <details key={system} className={styles.system}>
          <summary className={styles.name}>{names[system]}</summary>
          <div className={styles.fields}>
            {appsFor(system).map(({ id, name, from }) => {
              const mirror = value.find((one) => one.app === id && one.system === system)
              const url = mirror?.url ?? ''
              return (
                <TextField
                  key={id}
                  label={name}
                  type="url"
                  inputMode="url"
                  maxLength={500}
                  placeholder={from[system]}
                  value={url}
                  problem={url !== '' && !isWebAddress(url) ? problem : undefined}
                  onChange={(next) => change(id, system, next.trim())}
                />
              )
            })}
          </div>
        </details>
      ))}
    </Card>
  )
}

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground2 },
  system: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  name: { minHeight: '44px', lineHeight: '44px', cursor: 'pointer' },
  fields: { display: 'flex', flexDirection: 'column', gap: '12px', paddingBottom: '12px' },
})
