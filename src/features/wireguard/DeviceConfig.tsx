import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schema } from '#contract'
import { chosenDns } from '#device/dns.ts'
import { deviceAccess, tunnelConfig, wireguardFileName } from '#rules/wireguard.ts'
import { FileActions } from '#ui/FileActions.tsx'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import type { Whose } from './calls.ts'
import ClientSteps from './ClientSteps.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import type { TunnelServer } from './tunnelServer.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  servers: readonly TunnelServer[]
}

/** What sets up one device on one server: a code to scan, and the same as a file. */
export function DeviceConfig({ accountId, whose, device, servers }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const places = device.servers.flatMap((place) => {
    const server = servers.find(({ id }) => id === place.serverId)
    return server ? [{ place, server }] : []
  })
  const [chosen, setChosen] = useState<string>()
  const at = places.find(({ server }) => String(server.id) === chosen) ?? places[0]
  const known = at && deviceAccess(device, at.place, at.server)
  if (!at || !known)
    return (
      <Problem intent="info">
        <Trans>There is no WireGuard server for this device.</Trans>
      </Problem>
    )
  const text = tunnelConfig({ ...known, dns: known.dns ?? chosenDns() })
  const { name } = at.server
  const entries = places.flatMap(({ place, server }) => {
    const access = deviceAccess(device, place, server)
    return access ? [{ ...access, name: server.name, port: access.wgPort }] : []
  })
  return (
    <>
      {places.length > 1 && (
        <SelectField
          label={t`Server`}
          value={String(at.server.id)}
          choices={places.map(({ server }) => ({ value: String(server.id), label: server.name }))}
          onChange={setChosen}
        />
      )}
      <div className={styles.code}>
        <QrCode
          text={text}
          label={t`WireGuard configuration for ${name}`}
          // As large as a small phone allows: the code holds a whole file.
          size={Math.min(288, window.innerWidth - 64)}
        />
      </div>
      <FileActions text={text} fileName={wireguardFileName(at.server, { device: device.id })}>
        <ProfileMenu accountId={accountId} whose={whose} device={device} entries={entries} />
      </FileActions>
      <ClientSteps isAmnezia={Boolean(at.server.amnezia)} />
    </>
  )
}

const useStyles = makeStyles({
  code: { display: 'flex', justifyContent: 'center' },
})
