import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { createNodeInviteRefusals } from '#features/nodes/messages.ts'
import { createNodeInvite } from '#features/nodes/operations.ts'
import { checkServerDraft, newServerDraft, tunnelOf } from '#features/servers/draft.ts'
import { TunnelCard } from '#features/servers/lazy.ts'
import { Card } from '#ui/Card.tsx'
import { useDraft } from '#ui/draft.ts'
import { Loading } from '#ui/Loading.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { JoinProgress } from './-JoinProgress.tsx'

/** Adds a machine by one line that is run on it. */
export default function JoinMachine() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const offline = !useOnline()
  const invite = useMutation(createNodeInvite)
  // Without an address the one the machine calls from is shown to customers.
  const form = useDraft(newServerDraft('', 0), (draft) => {
    const { address, ...rest } = checkServerDraft(draft)
    return draft.address.trim() === '' ? rest : { ...rest, ...(address && { address }) }
  })
  const { type } = form.draft
  const tunnel = type === 'WireGuard' ? tunnelOf(form.draft) : undefined
  const make = () => {
    const { name, address } = form.draft
    const host = address.trim()
    const kind = tunnel ? { type: 'WireGuard' as const, ...tunnel } : {}
    invite.mutate({ server: { name: name.trim(), ...kind, ...(host && { host }) } })
  }
  const problem = invite.error && i18n._(explain(invite.error, createNodeInviteRefusals))
  if (invite.data)
    return (
      <>
        {problem && <Problem>{problem}</Problem>}
        <JoinProgress
          key={invite.data.id}
          invite={invite.data}
          tunnel={tunnel}
          pending={invite.isPending || offline}
          onAgain={make}
        />
      </>
    )
  return (
    <form noValidate className={styles.form} onSubmit={form.submit(make)}>
      <Card title={t`Another machine`}>
        <TextField
          label={t`Name`}
          maxLength={255}
          required
          hint={t`Customers see it in their list of servers.`}
          {...form.field('name')}
        />
        <TextField
          label={t`Address shown to customers`}
          maxLength={255}
          autoComplete="off"
          hint={t`Leave empty to use the address the machine connects from.`}
          {...form.field('address')}
        />
        <SelectField
          label={t`Type`}
          value={type}
          choices={(['Shadowsocks', 'WireGuard'] as const).map((value) => ({
            value,
            label: value,
          }))}
          onChange={(chosen) => form.change({ type: chosen })}
        />
      </Card>
      {tunnel && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <TunnelCard form={form} toJoin />
        </Suspense>
      )}
      <Card>
        {problem && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabledFocusable={invite.isPending || offline}
          title={offline ? t`There is no network. What you typed stays here.` : undefined}
        >
          <Trans>Create the command</Trans>
        </Button>
        <ManualLink to="machines.html#join" />
      </Card>
    </form>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
