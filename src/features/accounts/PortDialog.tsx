import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { parsePort } from '#rules/ports.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { changeAccountPortRefusals } from './messages.ts'
import { changeAccountPort, getNewPort } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Moves an account to another port; the old one closes first. */
export default function PortDialog({ account, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const move = useMutation(changeAccountPort)
  const { port: old } = account
  const form = useDraft({ port: String(old) }, ({ port }) =>
    parsePort(port) === undefined ? { port: msg`Enter a port from 1 to 65535.` } : {},
  )
  const suggest = async () => {
    const free = await queryClient.fetchQuery(getNewPort()).catch(() => undefined)
    if (free) form.change({ port: String(free.port) })
  }
  return (
    <Sheet
      title={t`Port of account ${old}`}
      onClose={onClose}
      onSubmit={form.submit(({ port }) => {
        if (move.isPending) return
        if (parsePort(port) === old) return onClose()
        move.mutate(
          { accountId: account.id, port: Number(port) },
          { onSuccess: () => onDone(t`The account is on port ${port} now.`) },
        )
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
      <TextField
        label={t`Port`}
        inputMode="numeric"
        hint={t`Port ${old} closes immediately. Anyone using the account has to enter the new port.`}
        {...form.field('port')}
      />
      {move.error && <Problem>{i18n._(explain(move.error, changeAccountPortRefusals))}</Problem>}
    </Sheet>
  )
}
