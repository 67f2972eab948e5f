import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { Chat24Regular, Mail24Regular, MoreVertical24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OperationId } from '#contract'
import { ROOMY, SHORT_BESIDE } from '#ui/desktop.ts'
import { useMedia } from '#ui/media.ts'
import type { UserDialog } from './-UserDialogs.tsx'

type Props = {
  /** Whether the login of this user requires a second step. */
  secondFactor: boolean | undefined
  may: (id: OperationId) => boolean
  onOpen: (dialog: UserDialog) => void
  onWrite: () => void
}

/** Who may none of these has no menu. */
const HAS_MORE = [
  'sendUserEmail',
  'seeAsCustomer',
  'assignAccount',
  'sellPlan',
  'deleteUser',
] as const

/** What can be done with a user: the commonest actions at hand, named where there is room, the rest in a menu. */
export function UserActions({ secondFactor, may, onOpen, onWrite }: Props) {
  const { t } = useLingui()
  // On a phone the person's name needs the room.
  const isRoomy = useMedia(ROOMY)
  const isShort = useMedia(SHORT_BESIDE)
  const named = (name: string) =>
    isRoomy && !isShort ? { children: name } : { 'aria-label': name, title: name }
  return (
    <>
      {may('listMessages') && (
        <Button icon={<Chat24Regular />} {...named(t`Messages`)} onClick={onWrite} />
      )}
      {isRoomy && may('sendUserEmail') && (
        <Button
          icon={<Mail24Regular />}
          {...named(t`Send an email`)}
          onClick={() => onOpen('mail')}
        />
      )}
      {HAS_MORE.some(may) && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button appearance="subtle" icon={<MoreVertical24Regular />} aria-label={t`More`} />
          </MenuTrigger>
          <MenuPopover>
            <MenuList aria-label={t`More`}>
              {!isRoomy && may('sendUserEmail') && (
                <MenuItem onClick={() => onOpen('mail')}>
                  <Trans>Send an email</Trans>
                </MenuItem>
              )}
              {may('seeAsCustomer') && (
                <MenuItem onClick={() => onOpen('see')}>
                  <Trans>View as this customer</Trans>
                </MenuItem>
              )}
              {may('assignAccount') && (
                <MenuItem onClick={() => onOpen('assign')}>
                  <Trans>Add account</Trans>
                </MenuItem>
              )}
              {may('sellPlan') && (
                <MenuItem onClick={() => onOpen('plan')}>
                  <Trans>Give a plan</Trans>
                </MenuItem>
              )}
              {may('redeemGiftcardForUser') && (
                <MenuItem onClick={() => onOpen('redeem')}>
                  <Trans>Redeem a recharge code</Trans>
                </MenuItem>
              )}
              {may('setUserPassword') && (
                <MenuItem onClick={() => onOpen('password')}>
                  <Trans>Set a password</Trans>
                </MenuItem>
              )}
              {may('sendUserResetLink') && (
                <MenuItem onClick={() => onOpen('resetLink')}>
                  <Trans>Send a reset link</Trans>
                </MenuItem>
              )}
              {may('endUserSessions') && (
                <MenuItem onClick={() => onOpen('sessions')}>
                  <Trans>Log out everywhere</Trans>
                </MenuItem>
              )}
              {secondFactor && may('removeUserFactors') && (
                <MenuItem onClick={() => onOpen('factors')}>
                  <Trans>Turn off two-step login</Trans>
                </MenuItem>
              )}
              {may('setUserGroup') && (
                <MenuItem onClick={() => onOpen('group')}>
                  <Trans>Change the group</Trans>
                </MenuItem>
              )}
              {may('editUserComment') && (
                <MenuItem onClick={() => onOpen('comment')}>
                  <Trans>Edit the comment</Trans>
                </MenuItem>
              )}
              {may('deleteUser') && (
                <MenuItem onClick={() => onOpen('delete')}>
                  <Trans>Delete user</Trans>
                </MenuItem>
              )}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </>
  )
}
