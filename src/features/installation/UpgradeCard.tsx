import { Button, makeStyles, Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explainLoad } from '#api/refusals.ts'
import { NOT_OFFERED } from '#api/serverInfo.ts'
import type { Answer, Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Loading } from '#ui/Loading.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getUpgrade, isUpgrading } from './operations.ts'
import { OfferRow } from './OfferRow.tsx'
import { ReleaseUpload } from './ReleaseUpload.tsx'
import { UpgradeState } from './UpgradeState.tsx'

type Upgrade = Answer<'getUpgrade'>
type Props = {
  onStart: (offer: Schema<'ReleaseOffer'>) => void
  onBack: (version: string) => void
}

/** Newer releases, how far an upgrade has come, and the way back. */
export function UpgradeCard({ onStart, onBack }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { data, error } = useQuery(getUpgrade())
  if (error && (error.status === 501 || error.reason === NOT_OFFERED)) return null
  if (!data)
    return (
      <Card title={t`Upgrade`} id="upgrade">
        {error ? (
          <Problem>{i18n._(explainLoad(error))}</Problem>
        ) : (
          <Loading shape="cards" count={1} />
        )}
      </Card>
    )
  const isBusy = isUpgrading(data) || data.plan !== null
  const isHere = data.way === 'page'
  const { before } = data
  return (
    <Card title={t`Upgrade`} id="upgrade">
      <UpgradeState upgrade={data} isAway={error !== null} />
      {!isUpgrading(data) && <OtherWay upgrade={data} />}
      {!isUpgrading(data) && data.way !== 'sources' && (
        <>
          {data.offers.map((offer) => (
            <OfferRow key={offer.id} {...{ offer, isHere, isBusy, onStart }} />
          ))}
          {data.offers.length === 0 && <NoOffer folder={data.folder} />}
          {!isBusy && <ReleaseUpload />}
        </>
      )}
      {isHere && !isBusy && before !== null && (
        <div className={styles.actions}>
          <Button disabledFocusable={!online} onClick={() => onBack(before)}>
            {t`Back to ${before}`}
          </Button>
        </div>
      )}
      <ManualLink to="service.html#upgrade-from-the-page" />
    </Card>
  )
}

function NoOffer({ folder }: { folder: string | null }) {
  return (
    <Text>
      {folder === null ? (
        <Trans>No newer release is here. This console asks nobody on the internet for one.</Trans>
      ) : (
        <Trans>No newer release is in {folder}.</Trans>
      )}
    </Text>
  )
}

/** What an operator does where this page cannot, in a sentence with the command. */
function OtherWay({ upgrade: { way, key } }: { upgrade: Upgrade }) {
  const { t } = useLingui()
  if (way === 'page')
    return key === null ? (
      <Problem intent="warning">
        <Trans>
          This release has no key built in, so it trusts none: only the command can be given one.
        </Trans>
      </Problem>
    ) : null
  const ways: Record<typeof way, { text: string; command: string }> = {
    command: {
      text: t`The service that upgrades from this page is not switched on. Switch it on, or use the command below a release, as root.`,
      command: 'systemctl enable --now sluice-upgrade.path',
    },
    container: {
      text: t`This console runs without systemd, as in a container: build its image of the newer package, then start it again.`,
      command: 'podman compose up --detach --build',
    },
    npm: {
      text: t`This release was put there by npm or by hand, and is upgraded as it was installed.`,
      command: 'npm install --global ./sluice-*.tgz && systemctl restart sluice',
    },
    sources: {
      text: t`This console runs from its sources: fetch the newer ones, then start it again.`,
      command: 'git pull && npm ci && npm start',
    },
  }
  return (
    <>
      <Text>{ways[way].text}</Text>
      <Copyable text={ways[way].command} label={t`command`} />
    </>
  )
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
