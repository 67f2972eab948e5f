import {
  Button,
  makeStyles,
  Menu,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { getAccountSubscription, getMySubscription } from '#features/subscriptions/operations.ts'
import { appLink, subscriptionLink } from '#rules/links.ts'
import { mihomoFile, singboxFile, type TunnelEntry } from '#rules/tunnelProfiles.ts'
import type { Whose } from './calls.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  /** The device on each of its servers. */
  entries: readonly TunnelEntry[]
}

/** The other apps that speak WireGuard, each with its own names. */
const APPS = [
  {
    type: 'singbox',
    name: 'sing-box',
    ending: 'sing-box.json',
    write: singboxFile,
    hasAmnezia: false,
  },
  {
    type: 'mihomo',
    name: 'Clash (Mihomo)',
    ending: 'mihomo.yaml',
    write: mihomoFile,
    hasAmnezia: true,
  },
] as const

/**
 * The device in apps other than WireGuard's own: opened by a link, which needs its key to be kept, or
 * saved as a file.
 */
export function ProfileMenu({ accountId, whose, device, entries }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { site, title = 'Sluice', subscribe } = useStatus() ?? {}
  // An answer of before may be there for a device whose key is not.
  const hasLink = subscribe === true && device.isKept === true
  const { data } = useQuery({
    ...(whose === 'mine' ? getMySubscription(accountId) : getAccountSubscription(accountId)),
    enabled: hasLink,
  })
  const name = device.id === 0 ? title : `${title} ${device.name}`
  const base = device.id === 0 ? 'wireguard' : device.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  const apps = APPS.flatMap((app) => {
    const known = entries.filter(({ amnezia }) => app.hasAmnezia || !amnezia)
    return known.length > 0 ? { ...app, known } : []
  })
  const openings = apps.flatMap(({ type, name: app }) => {
    const options = { type, ip: false, flow: false, device: device.id }
    const link =
      hasLink && data && subscriptionLink(site || location.origin, data.subscribe, options)
    const href = link && appLink(type, link, name.toWellFormed())
    return href ? [{ app, href }] : []
  })
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button className={styles.button}>
          <Trans>For other apps</Trans>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {openings.map(({ app, href }) => (
            <MenuItemLink key={href} href={href}>{t`Open in ${app}`}</MenuItemLink>
          ))}
          {apps.map(({ name: app, ending, write, known }) => (
            <MenuItemLink
              key={ending}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(write(known))}`}
              download={`${base}-${ending}`}
            >{t`Save for ${app}`}</MenuItemLink>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

const useStyles = makeStyles({
  button: { flex: '1 1 auto', minHeight: '44px', whiteSpace: 'nowrap' },
})
