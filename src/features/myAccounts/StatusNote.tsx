import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { cycleOf, expireOf } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { isHealthy, partOf, type AccountStatus } from '#rules/accountStatus.ts'
import { momentText, relativeText } from '#ui/moments.ts'
import { Problem } from '#ui/Problem.tsx'
import { isRunningLow, type Usage } from './accountStatus.ts'
import { SupportLink } from './SupportLink.tsx'
import { listText } from '#rules/formats.ts'

type Props = {
  account: Schema<'Account'>
  status: AccountStatus
  now: number
  /** Its usage, where that is worth a warning by itself. */
  usage?: Usage
}

/** Where only the operator can help. */
const FOR_SUPPORT: readonly AccountStatus[] = ['banned', 'serverDown', 'unreachable', 'noServer']

/** Why an account does not connect, or soon will not, and the remedy; nothing if all is well. */
export function StatusNote(props: Props) {
  const { account, status, now, usage } = props
  const { i18n } = useLingui()
  const words = useWords(props)
  if (words)
    return (
      <Problem intent={status === 'opening' ? 'info' : 'warning'}>
        {words} {FOR_SUPPORT.includes(status) && <SupportLink />}
      </Problem>
    )
  const next = cycleOf(account, now)?.to ?? 0
  const renewed = momentText(next, i18n.locale, now)
  return usage && isRunningLow(usage) ? (
    <LowNote usage={usage} until={next > now ? renewed : undefined} />
  ) : null
}

function useWords({ account, status, now }: Props): ReactNode {
  const { i18n } = useLingui()
  const { connection, connections = [] } = account
  const expire = expireOf(account) ?? 0
  const next = cycleOf(account, now)?.to ?? 0
  const ends = relativeText(expire, i18n.locale, now)
  const renewed = momentText(next, i18n.locale, now)
  const starts = momentText(account.data?.create ?? now, i18n.locale, now)
  const until = connection?.until ? momentText(connection.until, i18n.locale, now) : undefined
  const isWell = isHealthy(status)
  const affected = connections.filter(({ state }) => (isWell ? state !== 'open' : state === status))
  const names = listText(
    affected.map(({ name }) => name),
    i18n.locale,
  )
  const part = partOf(status, connection) && <PartWords {...{ status, names, until }} />
  if (part && status !== 'expiring') return part
  const down = (
    <Trans>
      The servers of this account cannot be reached right now. Try again in a few minutes.
    </Trans>
  )
  const words: Record<AccountStatus, ReactNode> = {
    expiring: (
      <>
        <Trans>This account expires {ends}. Renew it to stay connected.</Trans> {part}
      </>
    ),
    expired: <Trans>This account expired {ends}. Renew it to connect again.</Trans>,
    over:
      next > now && (expire === 0 || next < expire) ? (
        <Trans>This cycle’s traffic is used up. It resets {renewed}.</Trans>
      ) : (
        <Trans>The traffic of this account is used up. Renew it to connect again.</Trans>
      ),
    banned: until ? (
      <Trans>This account is suspended until {until}.</Trans>
    ) : (
      <Trans>This account is suspended. Contact support to find out why.</Trans>
    ),
    pending: <Trans>This account starts {starts}. It cannot connect before then.</Trans>,
    inactive: <Trans>This account is not active yet. Activate it to connect.</Trans>,
    opening: <Trans>This account is being opened. It connects in a few seconds.</Trans>,
    noServer: <Trans>No server is open to this account right now.</Trans>,
    serverDown: down,
    unreachable: down,
    portTaken: down,
    portFailed: down,
    unsupported: down,
    paused: down,
    open: null,
    // A line of its own says it, which most accounts never load.
    slowed: null,
    unlimited: null,
  }
  return words[status]
}

/** What holds on some servers, while the others connect. */
function PartWords(props: { status: AccountStatus; names: string; until: string | undefined }) {
  const { status, names, until } = props
  if (status === 'over')
    return <Trans>The traffic on {names} is used up. The other servers connect.</Trans>
  if (status === 'banned' && until)
    return (
      <Trans>
        This account is suspended on {names} until {until}. The other servers connect.
      </Trans>
    )
  return <Trans>This account does not connect on {names}. The other servers connect.</Trans>
}

function LowNote({ usage, until }: { usage: Usage; until: string | undefined }) {
  const { i18n } = useLingui()
  const left = formatFlow((usage.quota ?? 0) - usage.used, i18n.locale)
  return (
    <Problem intent="warning">
      {until === undefined ? (
        <Trans>Only {left} of traffic is left.</Trans>
      ) : (
        <Trans>
          Only {left} of traffic is left until {until}.
        </Trans>
      )}
    </Problem>
  )
}
