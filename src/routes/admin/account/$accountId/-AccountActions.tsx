import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import {
  CalendarAdd20Regular,
  Edit20Regular,
  MoreVertical24Regular,
  Pulse20Regular,
  QrCode20Regular,
} from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OperationId } from '#contract'
import { ROOMY, SHORT_BESIDE, SHORT_OF_ROOM } from '#ui/desktop.ts'
import { useMedia } from '#ui/media.ts'
import type { AccountDialog } from './-AccountDialogs.tsx'

type Props = {
  may: (id: OperationId) => boolean
  hasServer: boolean
  hasWireGuard: boolean
  /** Its end can be moved, and by this person. */
  mayMove: boolean
  onEdit: () => void
  onOpen: (dialog: AccountDialog) => void
}

/** What can be done with an account: the commonest actions at hand where there is room, the rest in a menu. */
export function AccountActions(props: Props) {
  const { may, hasServer, hasWireGuard, mayMove, onEdit, onOpen } = props
  const { t } = useLingui()
  const isRoomy = useMedia(ROOMY)
  const isShort = useMedia(`${SHORT_BESIDE}, ${SHORT_OF_ROOM}`)
  // Beside a list, and beside the menu on small screens, the number of the account needs the room.
  const named = (name: string) =>
    isShort ? { 'aria-label': name, title: name } : { children: name }
  return (
    <>
      {/* On a phone they are tiles below. */}
      {isRoomy && (
        <>
          <Button
            icon={<QrCode20Regular />}
            {...named(t`QR code`)}
            disabledFocusable={!hasServer}
            onClick={() => onOpen('qr')}
          />
          {mayMove && (
            <Button icon={<CalendarAdd20Regular />} onClick={() => onOpen('time')}>
              <Trans>Extend</Trans>
            </Button>
          )}
          {may('watchAccount') && (
            <Button
              icon={<Pulse20Regular />}
              {...named(t`Check now`)}
              onClick={() => onOpen('check')}
            />
          )}
          {may('editAccount') && (
            <Button icon={<Edit20Regular />} {...named(t`Edit`)} onClick={onEdit} />
          )}
        </>
      )}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreVertical24Regular />} aria-label={t`More`} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList aria-label={t`More`}>
            {!isRoomy && may('watchAccount') && (
              <MenuItem onClick={() => onOpen('check')}>
                <Trans>Check now</Trans>
              </MenuItem>
            )}
            {may('getAccountSubscription') && (
              <MenuItem onClick={() => onOpen('subscription')}>
                <Trans>Subscription link</Trans>
              </MenuItem>
            )}
            <MenuItem onClick={() => onOpen('ips')}>
              <Trans>Client IPs</Trans>
            </MenuItem>
            {hasWireGuard && (
              <MenuItem onClick={() => onOpen('wireguard')}>
                <Trans>WireGuard config</Trans>
              </MenuItem>
            )}
            {may('changeAccountPort') && (
              <MenuItem onClick={() => onOpen('port')}>
                <Trans>Change the port</Trans>
              </MenuItem>
            )}
            {may('banAccount') && hasServer && (
              <MenuItem onClick={() => onOpen('ban')}>
                <Trans>Ban</Trans>
              </MenuItem>
            )}
            {may('resetAccountFlow') && (
              <MenuItem onClick={() => onOpen('reset')}>
                <Trans>Reset traffic</Trans>
              </MenuItem>
            )}
            {may('deleteAccount') && (
              <MenuItem onClick={() => onOpen('delete')}>
                <Trans>Delete account</Trans>
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  )
}
