import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { dateFormat } from '#rules/formats.ts'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { MonospaceField } from '#ui/MonospaceField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ServerDraft } from './draft.ts'
import { CONSOLE } from './trojanDraft.ts'

type Props = {
  form: ReturnType<typeof useDraft<ServerDraft>>
  server?: Schema<'Server'> | undefined
}

/** Where Trojan listens, what everybody else sees there, with which certificate, and by WebSocket. */
export default function TrojanCard({ form, server }: Props) {
  const { t } = useLingui()
  const { wsWay, site, nodeId } = form.draft
  const isHere = nodeId === ''
  const isConsole = site === CONSOLE
  const isProxied = wsWay === 'proxied'
  return (
    <Card title="Trojan">
      <TextField
        label={t`Trojan port`}
        inputMode="numeric"
        required
        hint={
          isProxied
            ? t`TCP, on 127.0.0.1 alone: the web server passes the secret path on to it, without TLS.`
            : t`TCP. All accounts of this server connect here; 443 looks like any web site. No other program may have it.`
        }
        {...form.field('tjPort')}
      />
      {isHere && (
        <Checkbox
          label={t`This console is the web site behind`}
          checked={isConsole}
          onChange={(_event, { checked }) => form.change({ site: checked ? CONSOLE : '' })}
        />
      )}
      {!(isHere && isConsole) && (
        <TextField
          label={t`Web site behind`}
          maxLength={255}
          required
          inputMode="url"
          autoComplete="off"
          hint={t`Everybody who is no customer sees this site, as if it answered here. As the machine reaches it, such as http://127.0.0.1:8080.`}
          {...form.field('site')}
        />
      )}
      {!isProxied && <CertificateFields form={form} server={server} />}
      <SelectField
        label="WebSocket"
        value={wsWay}
        choices={[
          { value: '', label: t`Off` },
          { value: 'beside', label: t`Beside Trojan` },
          { value: 'only', label: t`In place of Trojan, as behind a CDN` },
          { value: 'proxied', label: t`Behind a web server on the machine` },
        ]}
        hint={t`Customers come by an ordinary web address that nobody knows, which CDNs and web servers pass on.`}
        onChange={(chosen) => form.change({ wsWay: chosen })}
      />
      {wsWay !== '' && <WebSocketFields form={form} />}
    </Card>
  )
}

function CertificateFields({ form, server }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { certificate } = server ?? {}
  const names = certificate?.names.replaceAll('DNS:', '') ?? ''
  const end = certificate
    ? dateFormat(i18n.locale, { dateStyle: 'medium' }).format(certificate.until)
    : ''
  const orders = (
    <Checkbox
      label={t`The console orders the certificate and renews it`}
      checked={form.draft.ordersCert}
      onChange={(_event, { checked }) => form.change({ ordersCert: checked === true })}
    />
  )
  if (form.draft.ordersCert)
    return (
      <>
        {orders}
        <p className={styles.note}>
          <Trans>
            From Let’s Encrypt, whose terms you accept by it. Each address, or else the server name,
            must be a name that leads to this machine, and TCP port 80 of the machine must be open
            and free.
          </Trans>
        </p>
      </>
    )
  return (
    <>
      {orders}
      <MonospaceField
        rows={5}
        maxLength={65_536}
        label={t`Certificate with its chain`}
        hint={
          certificate
            ? t`It has one for ${names} until ${end}. Leave empty to keep it.`
            : t`PEM, for the server name or else the public address.`
        }
        {...form.field('cert')}
      />
      <MonospaceField
        rows={5}
        maxLength={65_536}
        label={t`Private key of the certificate`}
        hint={t`PEM. It is stored sealed and never shown again.`}
        {...form.field('certKey')}
      />
    </>
  )
}

function WebSocketFields({ form }: Pick<Props, 'form'>) {
  const { t } = useLingui()
  return (
    <>
      <SelectField
        label={t`Inside the WebSocket`}
        value={form.draft.wsInside}
        choices={[
          { value: 'trojan', label: 'Trojan' },
          { value: 'shadowsocks', label: 'Shadowsocks (v2ray-plugin)' },
          { value: 'both', label: t`Trojan and Shadowsocks` },
        ]}
        hint={t`With Shadowsocks the CDN cannot read what it passes on, but UDP does not work. A web server in front must also pass on what is below the secret path.`}
        onChange={(chosen) => form.change({ wsInside: chosen })}
      />
      <TextField
        label={t`Secret path`}
        maxLength={101}
        autoComplete="off"
        hint={t`Leave empty for a new one. A changed path cuts off customers until they update their subscription.`}
        {...form.field('wsPath')}
      />
      <TextField
        label={t`Address for links`}
        maxLength={255}
        inputMode="url"
        autoComplete="off"
        hint={t`Host of the CDN or web server, with :port where it is not 443. Leave empty for the address of this server.`}
        {...form.field('wsAddress')}
      />
      <TextField
        label={t`Name in TLS`}
        maxLength={253}
        inputMode="url"
        autoComplete="off"
        hint={t`Sent as SNI and Host. Leave empty for the address for links.`}
        {...form.field('wsName')}
      />
      <MonospaceField
        rows={5}
        maxLength={65_536}
        label={t`Networks of the CDN`}
        hint={t`IP addresses or networks, a line each, that are believed when they name a customer’s address (X-Forwarded-For). Others are not.`}
        {...form.field('wsTrusted')}
      />
    </>
  )
}

const useStyles = makeStyles({ note: { margin: 0, color: tokens.colorNeutralForeground2 } })
