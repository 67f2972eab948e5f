import { Button, makeStyles } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#contract'
import { listText } from '#rules/formats.ts'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getServerUse } from './operations.ts'

type Props = { serverId: number; onMove: () => void; onDelete: () => void }

/** Who would miss a server: its accounts are moved first, and then it can go. */
export function RetireCard({ serverId, onMove, onDelete }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  // Where nobody says it, deleting is offered all the same.
  const { data: use } = useQuery(getServerUse(serverId))
  const listed = use ? use.onlyHere + use.alsoElsewhere : 0
  return (
    <Card title={t`Retire this server`}>
      {use && <Missing use={use} />}
      <p className={styles.line}>
        <Trans>
          When it is deleted its ports close and its traffic charts are lost. Accounts stay.
        </Trans>
      </p>
      <div className={styles.actions}>
        {use && listed > 0 && !use.lastServer && (
          <Button onClick={onMove}>
            <Trans>Move accounts…</Trans>
          </Button>
        )}
        <Button onClick={onDelete}>
          <Trans>Delete server</Trans>
        </Button>
      </div>
    </Card>
  )
}

/** What deleting would do, counted. */
function Missing({ use }: { use: Answer<'getServerUse'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { onlyHere, alsoElsewhere, everywhere, lastServer, plans } = use
  const names = listText(plans, i18n.locale)
  return (
    <div className={styles.lines} role="status">
      {onlyHere > 0 && (
        <Problem intent="warning">
          {t`${plural(onlyHere, {
            one: '# account has no other server and would be cut off.',
            other: '# accounts have no other server and would be cut off.',
          })}`}
        </Problem>
      )}
      {alsoElsewhere > 0 && (
        <p className={styles.line}>
          {t`${plural(alsoElsewhere, {
            one: '# account has other servers as well.',
            other: '# accounts have other servers as well.',
          })}`}
        </p>
      )}
      {everywhere > 0 && !lastServer && (
        <p className={styles.line}>
          {t`${plural(everywhere, {
            one: '# account may use all servers and loses this one.',
            other: '# accounts may use all servers and lose this one.',
          })}`}
        </p>
      )}
      {everywhere > 0 && lastServer && (
        <Problem intent="warning">
          {t`${plural(everywhere, {
            one: 'It is the last server: # more account would be cut off.',
            other: 'It is the last server: # more accounts would be cut off.',
          })}`}
        </Problem>
      )}
      {plans.length > 0 && (
        <p className={styles.line}>
          <Trans>These plans include it and would still list it: {names}</Trans>
        </p>
      )}
      {onlyHere + alsoElsewhere + everywhere === 0 && (
        <p className={styles.line}>
          <Trans>No account uses it.</Trans>
        </p>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  lines: { display: 'flex', flexDirection: 'column', gap: '8px' },
  line: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
