import { Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useStatus } from '#device/status.ts'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getCertificateStatus } from './operations.ts'

/** Warns that browsers will soon not open the console, or that it is read along; else nothing. */
export function CertificateCard() {
  const { t } = useLingui()
  const { data } = useQuery(getCertificateStatus())
  const { site = '' } = useStatus() ?? {}
  if (data?.state === 'off' && isOpenToOthers(site)) return <NoHttps />
  if (!data || data.state === 'off' || data.state === 'ok') return null
  const { state, problem, expires, nextTry = null } = data
  const words = {
    missing: t`There is no certificate yet: browsers cannot open the console by HTTPS.`,
    failing: t`The certificate could not be renewed. It is tried again automatically.`,
    expiring: t`The certificate expires soon and could not be renewed. Once it has expired, browsers refuse to open the console.`,
  }
  return (
    <Card title={t`Certificate`}>
      <Problem>
        {words[state]} {problem}
      </Problem>
      <ManualLink to="trouble.html#the-certificate" />
      {nextTry !== null && (
        <Text>
          <Trans>
            Next try: <Moment time={nextTry} />
          </Trans>
        </Text>
      )}
      {expires !== null && (
        <Text>
          <Trans>
            Valid until <Moment time={expires} />
          </Trans>
        </Text>
      )}
    </Card>
  )
}

/** Whether others reach an address, and without HTTPS: not a name of this machine or of a network. */
function isOpenToOthers(site: string): boolean {
  if (!site.startsWith('http://')) return false
  const { hostname } = new URL(site)
  return hostname.includes('.') && !hostname.startsWith('127.')
}

function NoHttps() {
  const { t } = useLingui()
  return (
    <Card title={t`Certificate`}>
      <Problem intent="warning">
        <Trans>
          The address of this console begins with http://. Whoever is on the way can read passwords.
        </Trans>
      </Problem>
      <ManualLink to="settings.html#https-by-the-console-itself" />
    </Card>
  )
}
