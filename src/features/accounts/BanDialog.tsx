import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { banTime, DEFAULT_BAN_MINUTES } from '#rules/ban.ts'
import { BanLength } from '#ui/BanLength.tsx'
import { momentText, relativeText } from '#ui/moments.ts'
import { useNow } from '#ui/now.ts'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { banAccountRefusals } from './messages.ts'
import type { BanDone } from './BanToast.tsx'
import { banAccount, getAccountBan } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  /** The servers it may use, at least one. */
  servers: readonly Schema<'Server'>[]
  server: Schema<'Server'>
  onClose: () => void
  onDone: (done: BanDone) => void
}

/** Closes an account on one server for a while, or opens it again before the time. Spec 2 and 9. */
export default function BanDialog({ account, servers, server, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const now = useNow(1_000)
  const online = useOnline()
  const [serverId, setServerId] = useState(server.id)
  const [position, setPosition] = useState(DEFAULT_BAN_MINUTES)
  const { data, error } = useQuery({ ...getAccountBan(serverId, account.id), staleTime: 0 })
  const change = useMutation(banAccount)
  const { port } = account
  const name = servers.find(({ id }) => id === serverId)?.name ?? ''
  const until = data && data.banTime > now ? data.banTime : 0
  const untilText = momentText(until, i18n.locale)
  const left = relativeText(until, i18n.locale, now)
  const send = (time: number) => {
    if (change.isPending || !online) return
    const end = momentText(now + time, i18n.locale)
    const done =
      time > 0
        ? t`Account ${port} is banned on ${name} until ${end}.`
        : t`Account ${port} is open on ${name} again.`
    const about = { serverId, accountId: account.id }
    const result = { ...about, sentence: done, before: until }
    change.mutate({ ...about, time }, { onSuccess: () => onDone(result) })
  }

  return (
    <Sheet
      title={t`Ban account ${port}`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        send(banTime(position))
      }}
      actions={
        <>
          {until > 0 ? (
            <Button disabledFocusable={change.isPending || !online} onClick={() => send(0)}>
              <Trans>Lift the ban</Trans>
            </Button>
          ) : (
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={change.isPending || !online}
          >
            {change.isPending ? (
              <Trans>Saving…</Trans>
            ) : until > 0 ? (
              <Trans>Change ban</Trans>
            ) : (
              <Trans>Ban</Trans>
            )}
          </Button>
        </>
      }
    >
      <SelectField
        label={t`Server`}
        value={String(serverId)}
        choices={servers.map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={(id) => setServerId(Number(id))}
      />
      {until > 0 && (
        <Problem intent="warning">
          <Trans>
            Banned on {name} until {untilText} ({left}).
          </Trans>
        </Problem>
      )}
      {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
      <BanLength position={position} onChange={setPosition} />
      {!online && (
        <Problem intent="info">
          <Trans>Without a connection nothing can be changed.</Trans>
        </Problem>
      )}
      {change.error && <Problem>{i18n._(explain(change.error, banAccountRefusals))}</Problem>}
    </Sheet>
  )
}
