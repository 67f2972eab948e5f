import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getInstallation } from './operations.ts'

/** Who serves HTTPS, whose certificate it is and until when, or that nobody does. */
export function HttpsCard() {
  const { t } = useLingui()
  const { by, name, issuer, expires } = useSuspenseQuery(getInstallation()).data.certificate
  const servers = {
    console: t`This console`,
    proxy: t`A proxy before this console`,
    nobody: t`Nobody`,
  }
  return (
    <Card title={t`Certificate`} id="https">
      {by === 'nobody' && (
        <>
          <Problem intent="warning">
            {t`The address of this console begins with http://. Whoever is on the way can read passwords.`}
          </Problem>
          <ManualLink to="settings.html#https-by-the-console-itself" />
        </>
      )}
      <Facts>
        <Fact name={t`Address`}>{name}</Fact>
        <Fact name={t`HTTPS is served by`}>{servers[by]}</Fact>
        {issuer !== null && <Fact name={t`Issued by`}>{issuer}</Fact>}
        {expires !== null && (
          <Fact name={t`Valid until`}>
            <Moment time={expires} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}
