import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Answer, Schema } from '#contract'
import type { tunnelOf } from '#features/servers/draft.ts'
import { getNodeInvite } from '#features/nodes/operations.ts'
import { CAUSES, LIGHT_NAMES } from '#features/servers/causes.ts'
import { LIGHTS } from '#rules/lights.ts'
import { TunnelJoined } from '#features/servers/lazy.ts'
import { listServerLights } from '#features/servers/operations.ts'
import { NODE_JOIN_REFRESH_MS } from '#rules/timing.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Lamp } from '#ui/Lamp.tsx'
import { useNow } from '#ui/now.ts'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'

type Props = {
  invite: Answer<'createNodeInvite'>
  /** Of WireGuard: what was asked for, which the machine may not have room for. */
  tunnel?: ReturnType<typeof tunnelOf> | undefined
  pending: boolean
  onAgain: () => void
}

/** An address at which another machine would call itself. */
const LOCAL = /\/\/(?:localhost|127\.|\[::1\])/

const PROBLEMS: Record<NonNullable<Schema<'NodeInvite'>['problem']>, MessageDescriptor> = {
  used: msg`A machine tried a command that was used before. Create a new command for each machine.`,
  late: msg`A machine used the command after it had expired. Create a new command.`,
  revoked: msg`A revoked machine tried to join. Remove the agent there first.`,
  'other node': msg`This machine is another node already. Remove the agent there first.`,
}

/** Watches a machine come: from the line that was made to the first traffic through it. */
export function JoinProgress({ invite, tunnel, pending, onAgain }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const navigate = useNavigate()
  const now = useNow(1000)
  const [explained, setExplained] = useState(false)
  const { data } = useQuery({
    ...getNodeInvite(invite.id),
    refetchInterval: ({ state }) => state.data?.state !== 'joined' && NODE_JOIN_REFRESH_MS,
  })
  const serverId = data?.server ?? null
  const { data: fleet } = useQuery({
    ...listServerLights(),
    enabled: serverId !== null,
    refetchInterval: NODE_JOIN_REFRESH_MS,
  })
  const lights = fleet?.find((one) => one.serverId === serverId)
  const hasJoined = data?.state === 'joined'
  const left = Math.max(0, Math.ceil((invite.expireTime - now) / 1000))
  const isExpired = !hasJoined && (data?.state === 'expired' || left === 0)
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  const isFetched = data?.state === 'fetched'
  const wgPort = tunnel?.wgPort
  const ports = tunnel ? t`UDP port ${wgPort}` : t`the ports of their accounts, TCP and UDP`
  const works = lights?.handshake.state === 'green'
  const state = works ? 'green' : isExpired ? 'red' : isFetched || hasJoined ? 'amber' : 'grey'
  const words = works
    ? t`It carries traffic.`
    : hasJoined
      ? t`The machine has joined. Its health checks follow.`
      : isExpired
        ? t`The command has expired.`
        : isFetched
          ? t`The machine is setting itself up.`
          : t`Waiting for the machine.`
  const cause = LIGHTS.map((name) => lights?.[name].cause).find(Boolean)
  return (
    <>
      {!hasJoined && !isExpired && (
        <Card title={t`Run this command on the machine, as root`}>
          <Copyable text={invite.command} label={t`The command`} />
          {LOCAL.test(invite.command) && (
            <Problem intent="warning">
              <Trans>
                The command names an address that only this machine reaches. Set SITE to one that
                others reach, and restart.
              </Trans>
            </Problem>
          )}
          <p className={styles.quiet}>
            <Trans>It works once, for another {clock}.</Trans>
          </p>
          <Button
            appearance="subtle"
            aria-expanded={explained}
            onClick={() => setExplained(!explained)}
          >
            <Trans>What does it do?</Trans>
          </Button>
          {explained && (
            <p>
              <Trans>
                It downloads a program from this console, verifies it, sets it up as a service and
                connects to this console. The machine needs no open port for that; customers need{' '}
                {ports}.
              </Trans>
            </p>
          )}
        </Card>
      )}
      <Card>
        <div className={styles.lamp}>
          <Lamp state={state} size="large" />
          <div role="status">
            <strong className={styles.words}>{words}</strong>
          </div>
        </div>
        {hasJoined && (
          <ol className={styles.steps}>
            {LIGHTS.map((name) => (
              <li key={name} className={styles.step}>
                <Lamp state={lights?.[name].state ?? 'grey'} /> {t(LIGHT_NAMES[name])}
                {lights?.[name].state === 'green' && ' ✓'}
              </li>
            ))}
          </ol>
        )}
        {cause && !works && (
          <p>
            {t(CAUSES[cause].what)} {t(CAUSES[cause].remedy)}
          </p>
        )}
        {tunnel && serverId !== null && (
          <Suspense>
            <TunnelJoined serverId={serverId} wanted={tunnel} />
          </Suspense>
        )}
        {data?.problem && !hasJoined && <Problem>{t(PROBLEMS[data.problem])}</Problem>}
        {isExpired && (
          <Button appearance="primary" disabledFocusable={pending} onClick={onAgain}>
            <Trans>Create a new command</Trans>
          </Button>
        )}
        {!hasJoined && <ManualLink to="machines.html#when-it-does-not-join" />}
        {hasJoined && serverId !== null && (
          <div className={styles.step}>
            <Button
              appearance="primary"
              onClick={() => void navigate({ to: '/admin/server/$serverId', params: { serverId } })}
            >
              <Trans>Open the server</Trans>
            </Button>
            <Button
              onClick={() =>
                void navigate({ to: '/admin/server/$serverId/edit', params: { serverId } })
              }
            >
              <Trans>Name and traffic</Trans>
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  lamp: { display: 'flex', alignItems: 'center', gap: '16px' },
  words: typographyStyles.subtitle1,
  steps: { margin: 0, padding: 0, listStyleType: 'none' },
  step: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', minHeight: '36px' },
})
