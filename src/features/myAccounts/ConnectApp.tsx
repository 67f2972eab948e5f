import { Button, makeStyles, Spinner } from '@fluentui/react-components'
import { QrCode20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { type Platform, platformHere } from '#device/platform.ts'
import { useStatus } from '#device/status.ts'
import { getMySubscription } from '#features/subscriptions/operations.ts'
import { appsFor, type System, SYSTEMS } from '#rules/clientApps.ts'
import { subscriptionLink } from '#rules/links.ts'
import { Problem } from '#ui/Problem.tsx'
import { Segments } from '#ui/Segments.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { AppChoice } from './AppChoice.tsx'
import { ConnectedLight } from './ConnectedLight.tsx'
import { ImportHere } from './ImportHere.tsx'
import { ImportThere } from './ImportThere.tsx'
import { Step } from './Step.tsx'

type Props = {
  account: Schema<'Account'>
  /** Shows servers one by one instead. */
  onServers: () => void
  /** The steps on a system; empty where there is no guide. */
  guide: (system: System) => ReactNode
}

/** Gets a device connected: the app for it, one tap that imports all servers, and a light. */
export function ConnectApp({ account, onServers, guide }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const here = platformHere()
  const [where, setWhere] = useState<'here' | 'there'>('here')
  const [other, setOther] = useState<System>(() => otherThan(here))
  const system = where === 'here' ? here : other
  const apps = appsFor(system)
  const [appId, setAppId] = useState<string>()
  const app = apps.find(({ id }) => id === appId) ?? apps[0]
  const { site = location.origin, title = 'Sluice' } = useStatus() ?? {}
  const { data, error } = useQuery(getMySubscription(account.id))
  const linkOf = (type: string | undefined) =>
    data &&
    subscriptionLink(site || location.origin, data.subscribe, { type, ip: false, flow: false })
  const [link, anyLink] = [linkOf(app?.type), linkOf(undefined)]
  const names = useSystemNames()

  return (
    <>
      <Segments
        wide
        label={t`Which device?`}
        value={where}
        choices={[
          { value: 'here', label: isPhone(here) ? t`This phone` : t`This computer` },
          { value: 'there', label: t`Another device` },
        ]}
        onChange={setWhere}
      />
      {where === 'there' && (
        <SelectField
          label={t`Device`}
          value={other}
          choices={SYSTEMS.map((value) => ({ value, label: names[value] }))}
          onChange={setOther}
        />
      )}
      {app && (
        <Step number={1} title={t`Get the app`}>
          <AppChoice apps={apps} app={app} system={system} onChoose={({ id }) => setAppId(id)} />
        </Step>
      )}
      <Step number={2} title={t`Import all servers`}>
        {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
        {app && link && anyLink ? (
          where === 'here' ? (
            <ImportHere
              key={app.id}
              app={app}
              system={system}
              link={link}
              name={title}
              guide={guide}
            />
          ) : (
            <ImportThere app={app} system={system} link={link} anyLink={anyLink} guide={guide} />
          )
        ) : (
          !error && <Spinner label={t`Loading`} />
        )}
      </Step>
      <Step number={3} title={t`Connect`}>
        <ConnectedLight account={account} />
      </Step>
      <Button
        appearance="transparent"
        className={styles.more}
        icon={<QrCode20Regular />}
        onClick={onServers}
      >
        <Trans>Single servers and manual set-up</Trans>
      </Button>
    </>
  )
}

/** The labels of each system. */
function useSystemNames(): Record<System, string> {
  const { t } = useLingui()
  return {
    apple: 'iPhone, iPad',
    android: 'Android',
    windows: 'Windows',
    mac: 'Mac',
    linux: 'Linux',
    router: t`Router`,
  }
}

const isPhone = (platform: Platform) => platform === 'apple' || platform === 'android'
/** The other device of a person: a computer for a phone, and the other way round. */
const otherThan = (platform: Platform): System => (isPhone(platform) ? 'windows' : 'apple')

const useStyles = makeStyles({ more: { alignSelf: 'center', minHeight: '44px' } })
