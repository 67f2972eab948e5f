import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { listNodes } from './operations.ts'

const DeleteNodeDialog = lazy(() => import('./DeleteNodeDialog.tsx'))

/** The machines that carry no server, which can be removed; nothing where there is none. */
export function IdleNodesCard({ mayDelete }: { mayDelete: boolean }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data = [] } = useQuery(listNodes())
  const [chosen, setChosen] = useState<number | null>(null)
  const idle = data.filter(({ servers }) => servers.length === 0)
  const node = idle.find(({ id }) => id === chosen)
  if (idle.length === 0) return null
  return (
    <Card title={t`Machines without a server`}>
      <ul className={styles.list} aria-label={t`Machines without a server`}>
        {idle.map(({ id, name, state, lastSeen }) => (
          <li key={id} className={styles.item}>
            <div className={styles.what}>
              <div>{name}</div>
              <div className={styles.quiet}>
                {state === 'revoked' ? <Trans>Key revoked</Trans> : <Trans>Retired</Trans>} ·{' '}
                <Trans>
                  last seen <Moment time={lastSeen} relative />
                </Trans>
              </div>
            </div>
            {mayDelete && (
              <Button aria-label={t`Remove ${name}`} onClick={() => setChosen(id)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {node && <DeleteNodeDialog node={node} onClose={() => setChosen(null)} />}
      </Suspense>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '52px',
  },
  what: { minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
})
