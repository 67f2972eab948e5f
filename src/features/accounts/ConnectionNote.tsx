import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { endOf } from '#rules/accountStatus.ts'
import { momentText, relativeText } from '#ui/moments.ts'
import { Problem } from '#ui/Problem.tsx'
import { banAccountRefusals } from './messages.ts'
import { banAccount } from './operations.ts'
import { groupsOf, type Trouble } from './troubles.ts'
import { listText } from '#rules/formats.ts'

/** The actions that repair an account; each is omitted for people without the permission. */
type Actions = {
  onExtend?: () => void
  onEdit?: () => void
  onChangePort?: () => void
  onReset?: () => void
  mayBan: boolean
}
type Props = Actions & { account: Schema<'Account'>; now: number }

/** Why clients cannot connect with an account, one sentence for each reason, with its remedy. */
export function ConnectionNote({ account, now, ...actions }: Props) {
  const groups = groupsOf(account, now)
  return groups.map((trouble) => (
    <Note
      key={[trouble.state, trouble.until, trouble.reason].join(' ')}
      account={account}
      now={now}
      trouble={trouble}
      {...actions}
    />
  ))
}

function Note({ account, now, trouble, ...actions }: Props & { trouble: Trouble }) {
  const styles = useStyles()
  const { i18n, t } = useLingui()
  const { state, servers, until, reason } = trouble
  const names = listText(
    servers.map(({ name }) => name),
    i18n.locale,
  )
  const when = until === null ? '' : momentText(until, i18n.locale, now)
  const ended = relativeText(endOf(account) ?? now, i18n.locale, now)
  const { port } = account
  const first = servers[0]?.serverId
  const words: Record<Trouble['state'], ReactNode> = {
    expired: <Trans>Expired {ended}. Its ports are closed.</Trans>,
    inactive: <Trans>Not started yet. Its owner starts it, and its time begins then.</Trans>,
    pending: <Trans>Starts {when}. Its ports are closed until then.</Trans>,
    noServer: <Trans>There is no server that this account may use.</Trans>,
    banned: (
      <Trans>
        Cannot connect on {names}: banned until {when}.
      </Trans>
    ),
    over: when ? (
      <Trans>
        Cannot connect on {names}: the traffic is used up. It resets {when}.
      </Trans>
    ) : (
      <Trans>Cannot connect on {names}: the traffic is used up, and no cycle follows.</Trans>
    ),
    portTaken: (
      <Trans>
        Cannot connect on {names}: another program uses the port of account {port}.
      </Trans>
    ),
    portFailed: reason ? (
      <Trans>
        Cannot connect on {names}: the port could not be opened ({reason}).
      </Trans>
    ) : (
      <Trans>Cannot connect on {names}: the port with the server’s offset is above 65535.</Trans>
    ),
    unsupported: (
      <Trans>Cannot connect on {names}: this server’s engine does not know the cipher.</Trans>
    ),
    serverDown: <Trans>Cannot connect on {names}: the server does not answer.</Trans>,
    unreachable:
      reason === 'noWayOut' ? (
        <Trans>Cannot connect on {names}: the server itself reaches nothing.</Trans>
      ) : (
        <Trans>Cannot connect on {names}: connections do not get through to it.</Trans>
      ),
    lacksUdp: (
      <Trans>UDP does not get through on {names}: calls, games and HTTP/3 fail there.</Trans>
    ),
    paused: <Trans>Cannot connect on {names}: the server is paused by its tag.</Trans>,
    opening: <Trans>The port is being opened on {names}.</Trans>,
  }
  const button = (label: string, onClick: (() => void) | undefined) =>
    onClick && <Button onClick={onClick}>{label}</Button>
  const server = first !== undefined && (
    <Link to="/admin/server/$serverId" params={{ serverId: first }} className={styles.link}>
      <Trans>Open the server</Trans>
    </Link>
  )
  const action: Partial<Record<Trouble['state'], ReactNode>> = {
    expired: button(t`Extend`, actions.onExtend),
    pending: button(t`Edit`, actions.onEdit),
    noServer: button(t`Edit`, actions.onEdit),
    banned: actions.mayBan && <LiftBan accountId={account.id} servers={servers} />,
    over: button(t`Reset traffic`, actions.onReset),
    portTaken: button(t`Change the port`, actions.onChangePort),
    portFailed: button(t`Change the port`, actions.onChangePort),
    unsupported: server,
    serverDown: server,
    unreachable: server,
    lacksUdp: server,
    paused: server,
  }
  return (
    <Problem intent={state === 'opening' ? 'info' : 'warning'}>
      <div className={styles.note}>
        <span className={styles.words}>{words[state]}</span>
        {action[state]}
      </div>
    </Problem>
  )
}

/** Opens an account again on every server where it is banned. */
function LiftBan({ accountId, servers }: { accountId: number; servers: Trouble['servers'] }) {
  const { i18n } = useLingui()
  const lift = useMutation(banAccount)
  const liftAll = async () => {
    for (const { serverId } of servers) await lift.mutateAsync({ accountId, serverId, time: 0 })
  }
  return (
    <>
      <Button disabledFocusable={lift.isPending} onClick={() => void liftAll().catch(() => {})}>
        <Trans>Lift the ban</Trans>
      </Button>
      {lift.error && <span role="alert">{i18n._(explain(lift.error, banAccountRefusals))}</span>}
    </>
  )
}

const useStyles = makeStyles({
  note: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '16px',
    rowGap: '8px',
    '& > button': { minHeight: '44px' },
  },
  words: { flex: '1 1 240px', minWidth: 0 },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
  },
})
