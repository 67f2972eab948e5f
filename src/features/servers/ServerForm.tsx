import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CipherField } from './CipherField.tsx'
import type { ServerDraft } from './draft.ts'
import { NodeFields } from './NodeFields.tsx'

type Props = {
  form: ReturnType<typeof useDraft<ServerDraft>>
  /** The server that is being changed, if there is one. */
  server?: Schema<'Server'>
  /** Whether it is on a machine with a node of its own, as all servers of older consoles are. */
  isElsewhere?: boolean
}

/** Everything there is to say about a server, new or not. Spec 5 and 9. */
export function ServerForm({ form, server, isElsewhere = false }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { address, shift, method, type } = form.draft
  const embedded = !isElsewhere && server?.plane !== 'manager'
  const isLocal = /^(localhost|127\.|0\.0\.0\.0)/.test(address.trim())
  const reopens = server && (shift !== String(server.shift) || method !== server.method)

  return (
    <>
      <Card>
        <p className={styles.kind}>
          {embedded ? t`${type} on this machine` : t`${type} on another machine`}
        </p>
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
        {isElsewhere && <NodeFields form={form} />}
        {(embedded || type === 'Shadowsocks') && (
          <CipherField embedded={embedded} {...form.field('method')} />
        )}
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
    </>
  )
}

const useStyles = makeStyles({ kind: { color: tokens.colorNeutralForeground2 } })
