import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Schema } from '#contract'
import { canSharePort } from '#rules/ciphers2022.ts'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { Loading } from '#ui/Loading.tsx'
import { MonospaceField } from '#ui/MonospaceField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CipherField } from './CipherField.tsx'
import {
  hasSharedPort,
  isOwnTrojan,
  isOwnTunnel,
  type ServerDraft,
  serverDraftOf,
} from './draft.ts'
import { MachineField } from './MachineField.tsx'
import { NodeFields } from './NodeFields.tsx'
import { TrojanCard, TunnelCard } from './lazy.ts'
import { useFreeShift } from './useFreeShift.ts'

type Props = {
  form: ReturnType<typeof useDraft<ServerDraft>>
  /** The server that is being changed, if there is one. */
  server?: Schema<'Server'>
  /** Whether it is on a machine with a node of its own. */
  isElsewhere?: boolean
}

/** Everything there is to say about a server, new or not. Spec 5 and 9. */
export function ServerForm({ form, server, isElsewhere = false }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { address, shift, method, type, net, wgPort, ssPort } = form.draft
  const embedded = !isElsewhere && server?.plane !== 'manager'
  const isHere = embedded && form.draft.nodeId === ''
  const leaves = embedded && server && form.draft.nodeId !== String(server.nodeId ?? '')
  useFreeShift(form, embedded && !server && type === 'Shadowsocks')
  const isTunnel = isOwnTunnel(form.draft, isElsewhere || server?.plane === 'manager')
  const isTrojan = isOwnTrojan(form.draft, isElsewhere || server?.plane === 'manager')
  const isLocal = /^(localhost|127\.|0\.0\.0\.0)/.test(address.trim())
  const isMoved = isTunnel && (net !== server?.net || wgPort !== String(server.wgPort))
  const isDisguised = server && serverDraftOf(server).amnezia !== form.draft.amnezia
  const reopens =
    server &&
    (shift !== String(server.shift) ||
      method !== server.method ||
      ssPort !== serverDraftOf(server).ssPort ||
      isMoved ||
      isDisguised)

  return (
    <>
      <Card>
        <p className={styles.kind}>
          {isHere ? t`${type} on this machine` : t`${type} on another machine`}
        </p>
        {embedded && <MachineField form={form} isNew={!server} />}
        {leaves && (
          <Problem intent="info">
            <Trans>
              The ports open on the new machine before they close on the old one. Customers follow
              once the public address points to the new machine.
            </Trans>
          </Problem>
        )}
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
        <MonospaceField
          rows={3}
          maxLength={2_048}
          label={t`Spare addresses`}
          hint={t`One per line, in the order in which apps try them when the public address does not answer. They lead to the same machine.`}
          {...form.field('spares')}
        />
        {isElsewhere && <NodeFields form={form} />}
        {!isElsewhere && !server && (
          <SelectField
            label={t`Type`}
            value={type}
            choices={(['Shadowsocks', 'WireGuard', 'Trojan'] as const).map((value) => ({
              value,
              label: value,
            }))}
            onChange={(chosen) => form.change({ type: chosen })}
          />
        )}
        {type === 'Shadowsocks' && <CipherField embedded={embedded} {...form.field('method')} />}
        {embedded && type === 'Shadowsocks' && canSharePort(method) && (
          <TextField
            label={t`Port for all accounts`}
            inputMode="numeric"
            hint={t`One port, TCP and UDP, for all accounts; each is recognised by its key. Leave it empty for a port for each account.`}
            {...form.field('ssPort')}
          />
        )}
      </Card>
      {isTunnel && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <TunnelCard form={form} server={server} />
        </Suspense>
      )}
      {isTrojan && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <TrojanCard form={form} server={server} />
        </Suspense>
      )}
      <Card title={t`Ports and charging`}>
        <TextField
          label={t`Traffic multiplier`}
          inputMode="decimal"
          after="×"
          hint={t`1 charges what was used, 2 charges twice as much, 0 charges nothing.`}
          {...form.field('scale')}
        />
        {!isTunnel && !isTrojan && !hasSharedPort(form.draft) && (
          <TextField
            label={t`Port offset`}
            hint={t`Added to an account’s port to get its port here. Servers on one machine need different offsets, so that their ports do not collide.`}
            {...form.field('shift')}
          />
        )}
        <TextField
          label={t`Public port offset`}
          hint={t`Only where a router (NAT) or a relay passes other ports on to these: the public port minus the port here.`}
          {...form.field('publicShift')}
        />
        {(!embedded || isTrojan || server?.sni) && (
          <TextField
            label={t`Server name (SNI)`}
            maxLength={253}
            inputMode="url"
            autoComplete="off"
            hint={t`Sent by apps in TLS, as Trojan does. Leave it empty for the address.`}
            {...form.field('sni')}
          />
        )}
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
            All ports of this server close and reopen. Customers must update their settings before
            they can reconnect.
          </Trans>
        </Problem>
      )}
    </>
  )
}

const useStyles = makeStyles({ kind: { color: tokens.colorNeutralForeground2 } })
