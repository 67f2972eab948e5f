import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { hasOwnPort, parsePort } from '#rules/ports.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { changeAccountPortRefusals } from './messages.ts'
import { changeAccountPort, getNewPort } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Moves an account to another port, gives it one, or takes it away; the old one closes first. */
export default function PortDialog({ account, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const mayGoWithout = useMay()('createAccount.noPort')
  const queryClient = useQueryClient()
  const move = useMutation(changeAccountPort)
  const { id: accountId, port: old } = account
  const had = hasOwnPort(account)
  const form = useDraft({ own: true, port: had ? String(old) : '' }, ({ own, port }) =>
    own && parsePort(port) === undefined ? { port: msg`Enter a port from 1 to 65535.` } : {},
  )
  const { own } = form.draft
  const suggest = async () => {
    const free = await queryClient.fetchQuery(getNewPort()).catch(() => undefined)
    if (free) form.change({ own: true, port: String(free.port) })
  }
  return (
    <Sheet
      title={t`Port of account ${old}`}
      onClose={onClose}
      onSubmit={form.submit(({ own: keeps, port: typed }) => {
        if (move.isPending) return
        const port = keeps ? Number(typed) : 0
        if (port === old || (port === 0 && !had)) return onClose()
        const sentence =
          port === 0
            ? t`The account has no port of its own now.`
            : t`The account is on port ${port} now.`
        move.mutate({ accountId, port }, { onSuccess: () => onDone(sentence) })
      })}
      actions={
        <>
          <Button onClick={() => void suggest()}>
            <Trans>Suggest a free one</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={move.isPending}>
            {move.isPending ? <Trans>Changing…</Trans> : <Trans>Change</Trans>}
          </Button>
        </>
      }
    >
      {mayGoWithout && <SwitchField label={t`Port of its own`} {...form.field('own')} />}
      {own ? (
        <TextField
          label={t`Port`}
          inputMode="numeric"
          hint={
            had
              ? t`Port ${old} closes immediately. Anyone using the account has to enter the new port.`
              : t`The account opens on every server it may use. On Trojan servers its password changes, and apps have to update their subscription.`
          }
          {...form.field('port')}
        />
      ) : (
        had && <Leaving port={old} />
      )}
      {move.error && <Problem>{i18n._(explain(move.error, changeAccountPortRefusals))}</Problem>}
    </Sheet>
  )
}

/** What it means for an account to be without a port. */
function Leaving({ port }: { port: number }) {
  return (
    <Problem intent="warning">
      <Trans>
        Port {port} closes immediately. The account is then only on servers where all accounts share
        one port, and gets a number instead. On Trojan servers its password changes, and apps have
        to update their subscription.
      </Trans>
    </Problem>
  )
}
