import { Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getCertificateStatus } from './operations.ts'

/** Warns that browsers will soon not open the console; nothing while they do. */
export function CertificateCard() {
  const { t } = useLingui()
  const { data } = useQuery(getCertificateStatus())
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
