import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { listNodes } from './operations.ts'

const EditNodeDialog = lazy(() => import('./EditNodeDialog.tsx'))
const RevokeNodeDialog = lazy(() => import('./RevokeNodeDialog.tsx'))
const UpgradeNodeDialog = lazy(() => import('./UpgradeNodeDialog.tsx'))

/** The machine that carries a server, and what can be done to it; for the main admin. */
export function NodeCard({ nodeId }: { nodeId: number }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data } = useQuery(listNodes())
  const [dialog, setDialog] = useState<'edit' | 'upgrade' | 'revoke' | null>(null)
  const node = data?.find(({ id }) => id === nodeId)
  if (!node) return null
  const close = () => setDialog(null)
  return (
    <Card title={t`Machine`}>
      {node.state === 'revoked' && (
        <Problem intent="warning">
          <Trans>
            This machine was revoked: its key is never accepted again. Once its servers are deleted
            or moved, it can be removed from the list of servers.
          </Trans>
        </Problem>
      )}
      {node.duplicateTime !== null && (
        <Problem intent="warning">
          <Trans>
            Two machines use this node’s key: one is a copy of the other, last seen{' '}
            <Moment time={node.duplicateTime} />. Turn the copy off, or add it as a server of its
            own.
          </Trans>
        </Problem>
      )}
      {node.lieTime !== null && (
        <Problem intent="warning">
          <Trans>
            This machine reported something impossible, last <Moment time={node.lieTime} />. It was
            not billed. If it happens again, someone else may control the machine: revoke it and set
            it up again.
          </Trans>
        </Problem>
      )}
      <NodeFacts node={node} />
      {node.state === 'active' && (
        <div className={styles.actions}>
          <Button onClick={() => setDialog('edit')}>
            <Trans>Name and allowance</Trans>
          </Button>
          <Button disabledFocusable={!node.isLinked} onClick={() => setDialog('upgrade')}>
            <Trans>Upgrade the agent</Trans>
          </Button>
          <Button onClick={() => setDialog('revoke')}>
            <Trans>Revoke</Trans>
          </Button>
        </div>
      )}
      <Suspense>
        {dialog === 'edit' && <EditNodeDialog node={node} onClose={close} />}
        {dialog === 'upgrade' && <UpgradeNodeDialog node={node} onClose={close} />}
        {dialog === 'revoke' && <RevokeNodeDialog node={node} onClose={close} />}
      </Suspense>
    </Card>
  )
}

function NodeFacts({ node }: { node: Schema<'Node'> }) {
  const { t, i18n } = useLingui()
  const { name, address, version, lastSeen, trafficLimit, skewMs, roundTripMs, machine } = node
  const number = numberFormat(i18n.locale, { maximumFractionDigits: 2 })
  const ms = (value: number) => {
    const figure = number.format(value)
    return t`${figure} ms`
  }
  return (
    <Facts>
      <Fact name={t`Name`}>{name}</Fact>
      <Fact name={t`Connects from`}>{address}</Fact>
      <Fact name={t`Last seen`}>
        <Moment time={lastSeen} relative />
      </Fact>
      <Fact name={t`Agent version`}>{version}</Fact>
      {machine && (
        <>
          <Fact name={t`System`}>
            {machine.os} · {machine.arch}
          </Fact>
          <Fact name={t`Cores`}>{number.format(machine.cores)}</Fact>
          <Fact name={t`Load`}>{number.format(machine.load)}</Fact>
          <Fact name={t`Memory free`}>
            <Amount bytes={machine.memory.free} /> / <Amount bytes={machine.memory.total} />
          </Fact>
          <Fact name={t`Disk free`}>
            <Amount bytes={machine.disk.free} /> / <Amount bytes={machine.disk.total} />
          </Fact>
        </>
      )}
      {skewMs !== null && <Fact name={t`Clock difference`}>{ms(skewMs)}</Fact>}
      {roundTripMs !== null && <Fact name={t`Round trip`}>{ms(roundTripMs)}</Fact>}
      <Fact name={t`Monthly allowance`}>
        {trafficLimit === null ? t`No limit` : <Amount bytes={trafficLimit} />}
      </Fact>
    </Facts>
  )
}

const useStyles = makeStyles({ actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' } })
