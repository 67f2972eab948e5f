import { Button, Field, makeStyles, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { CipherField } from './CipherField.tsx'
import { checkServerDraft, type ServerDraft } from './draft.ts'

type Props = {
  initial: ServerDraft
  /** The server that is being changed, if there is one. */
  server?: Schema<'Server'>
  pending: boolean
  problem?: string | null
  action: ReactNode
  onSend: (draft: ServerDraft) => void
  /** What somebody else has made of the server since the form was opened. */
  conflict?: { theirs: ServerDraft; onTaken: () => void; onClose: () => void } | null
}

/** Everything there is to say about a server, new or not. Spec 5 and 9. */
export function ServerForm(props: Props) {
  const { initial, server, pending, problem, action, onSend, conflict } = props
  const styles = useStyles()
  const { t } = useLingui()
  const [first, setFirst] = useState(initial)
  const form = useDraft(first, checkServerDraft)
  const [sent, setSent] = useState(false)
  const embedded = server?.plane !== 'manager'
  const { address, shift, method } = form.draft
  const isLocal = /^(localhost|127\.|0\.0\.0\.0)/.test(address.trim())
  const reopens = server && (shift !== first.shift || method !== first.method)

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit((draft) => {
        setSent(true)
        onSend(draft)
      })}
    >
      <UnsavedChanges when={() => form.draft !== first && !(sent && !problem)} />
      {conflict && (
        <ChangedMeanwhile<ServerDraft>
          names={{
            name: t`Name`,
            address: t`Public address`,
            method: t`Cipher`,
            scale: t`Traffic multiplier`,
            shift: t`Port shift`,
            comment: t`Comment`,
          }}
          before={first}
          theirs={conflict.theirs}
          mine={form.draft}
          onTake={(draft) => {
            setFirst(conflict.theirs)
            form.change(draft)
            conflict.onTaken()
          }}
          onClose={conflict.onClose}
        />
      )}
      <Card>
        <Field label={t`Type`}>
          <RadioGroup value={server?.type ?? 'Shadowsocks'}>
            <Radio value="Shadowsocks" label="Shadowsocks" />
            <Radio value="WireGuard" disabled label={t`WireGuard (comes with a later release)`} />
          </RadioGroup>
        </Field>
        <Field label={t`Where it runs`}>
          <RadioGroup value={embedded ? 'embedded' : 'manager'}>
            <Radio value="embedded" label={t`This machine`} disabled={!embedded} />
            <Radio
              value="manager"
              disabled
              label={t`Another machine, by a node agent (comes with a later release)`}
            />
          </RadioGroup>
        </Field>
        <TextField
          label={t`Name`}
          maxLength={255}
          required
          hint={t`Customers see it in their list of servers.`}
          {...form.field('name')}
        />
        <TextField
          label={t`Public address`}
          maxLength={255}
          required
          inputMode="url"
          autoComplete="off"
          hint={
            isLocal
              ? t`With this address only this machine itself can connect. Enter the host name or IP address that customers reach it by.`
              : t`The host name or IP address that customers connect to.`
          }
          {...form.field('address')}
        />
        <CipherField embedded={embedded} {...form.field('method')} />
      </Card>
      <Card title={t`Ports and charging`}>
        <TextField
          label={t`Traffic multiplier`}
          inputMode="decimal"
          after="×"
          hint={t`1 charges what was used, 2 charges twice as much, 0 charges nothing.`}
          {...form.field('scale')}
        />
        <TextField
          label={t`Port shift`}
          hint={t`Added to an account's port to get its port here. Servers on one machine need different shifts, so that their ports do not meet.`}
          {...form.field('shift')}
        />
        <TextField
          label={t`Comment`}
          maxLength={255}
          hint={t`Customers see it beside the name.`}
          {...form.field('comment')}
        />
      </Card>
      {reopens && (
        <Problem intent="warning">
          <Trans>
            All ports of this server close and open anew. Customers have to take over the new
            settings before they can connect again.
          </Trans>
        </Problem>
      )}
      {problem && <Problem>{problem}</Problem>}
      <div className={styles.actions}>
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.submit}
          disabledFocusable={pending}
        >
          {pending ? <Trans>Saving…</Trans> : action}
        </Button>
      </div>
    </form>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
    maxWidth: '640px',
    marginInline: 'auto',
  },
  actions: { display: 'flex', justifyContent: 'flex-end' },
  submit: { '@media (max-width: 599px)': { width: '100%', minHeight: '44px' } },
})
