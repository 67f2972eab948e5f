import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { MoreVertical20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Amount } from '#ui/Amount.tsx'
import { Handshake } from './Handshake.tsx'
import { ProxyKey } from './ProxyKey.tsx'
import { useDeviceName } from './useDeviceName.ts'

/** What can be done with a device. */
export type DeviceAction = 'config' | 'link' | 'admit' | 'rename' | 'remove' | 'renew'

type Props = {
  device: Schema<'WireGuardDevice'>
  online: boolean
  /** When the device's data was requested, ms. */
  asOf: number
  /** Omits technical details. */
  isPlain: boolean
  onOpen: (action: DeviceAction) => void
}

/** One device: whether it is connected by its handshakes, its address in the tunnel, and its traffic. */
export function DeviceRow({ device, online, asOf, isPlain, onOpen }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { id, isConnected, lastHandshake, up, down, servers, privateKey, isKept, proxy } = device
  const shown = useDeviceName()(device)
  const hasTunnel = device.publicKey !== ''
  const addresses = [...new Set(servers.map(({ address }) => address))].join(', ')
  const endpoints = servers.flatMap(({ endpoint }) => endpoint ?? [])
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>{shown}</span>
        {proxy && <ProxyKey proxy={proxy} isOwn={id === 0} />}
        {!proxy && <Handshake at={lastHandshake} isConnected={isConnected} asOf={asOf} />}
        <span className={styles.details}>
          {!isPlain && addresses !== '' && (
            <span>
              {addresses}
              {endpoints.length > 0 && ` · ${endpoints.join(', ')}`}
            </span>
          )}
          <span>
            ↑ <Amount bytes={up} /> ↓ <Amount bytes={down} />
          </span>
          {hasTunnel && privateKey === null && (
            <span>
              <Trans>Its key is not kept: to set it up again it needs a new one.</Trans>
            </span>
          )}
        </span>
      </div>
      {proxy?.isWaiting && (
        <Button disabledFocusable={!online} onClick={() => onOpen('admit')}>
          <Trans>Let in</Trans>
        </Button>
      )}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            icon={<MoreVertical20Regular />}
            aria-label={t`Actions for ${shown}`}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {id !== 0 && proxy?.isWaiting === false && (
              <MenuItem onClick={() => onOpen('link')}>
                <Trans>Show link</Trans>
              </MenuItem>
            )}
            {privateKey !== null && (
              <MenuItem onClick={() => onOpen('config')}>
                <Trans>Show configuration</Trans>
              </MenuItem>
            )}
            {id !== 0 && (
              <MenuItem disabled={!online} onClick={() => onOpen('rename')}>
                <Trans>Rename</Trans>
              </MenuItem>
            )}
            {(id === 0 ? hasTunnel : isKept !== undefined) && (
              <MenuItem disabled={!online} onClick={() => onOpen('renew')}>
                <Trans>New key</Trans>
              </MenuItem>
            )}
            {id !== 0 && (
              <MenuItem disabled={!online} onClick={() => onOpen('remove')}>
                <Trans>Remove</Trans>
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  )
}

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
  words: { display: 'flex', flexDirection: 'column', gap: '2px', flexGrow: 1, minWidth: 0 },
  name: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  details: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '16px',
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
})
