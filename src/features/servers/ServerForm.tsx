import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CipherField } from './CipherField.tsx'
import { isOwnTunnel, type ServerDraft, serverDraftOf } from './draft.ts'
import { MachineField } from './MachineField.tsx'
import { NodeFields } from './NodeFields.tsx'
import { TunnelCard } from './lazy.ts'
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
  const { address, shift, method, type, net, wgPort } = form.draft
  const embedded = !isElsewhere && server?.plane !== 'manager'
  const isHere = embedded && form.draft.nodeId === ''
  const leaves = embedded && server && form.draft.nodeId !== String(server.nodeId ?? '')
  useFreeShift(form, embedded && !server && type === 'Shadowsocks')
  const isTunnel = isOwnTunnel(form.draft, isElsewhere || server?.plane === 'manager')
  const isLocal = /^(localhost|127\.|0\.0\.0\.0)/.test(address.trim())
  const isMoved = isTunnel && (net !== server?.net || wgPort !== String(server.wgPort))
  const isDisguised = server && serverDraftOf(server).amnezia !== form.draft.amnezia
  const reopens =
    server && (shift !== String(server.shift) || method !== server.method || isMoved || isDisguised)

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
        {isElsewhere && <NodeFields form={form} />}
        {!isElsewhere && !server && (
          <SelectField
            label={t`Type`}
            value={type}
            choices={(['Shadowsocks', 'WireGuard'] as const).map((value) => ({
              value,
              label: value,
            }))}
            onChange={(chosen) => form.change({ type: chosen })}
          />
        )}
        {type === 'Shadowsocks' && <CipherField embedded={embedded} {...form.field('method')} />}
      </Card>
      {isTunnel && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <TunnelCard form={form} server={server} />
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
        {!isTunnel && (
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
        {(!embedded || server?.sni) && (
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
