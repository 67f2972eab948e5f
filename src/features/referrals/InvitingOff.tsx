import { ShareAndroid24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { Empty } from '#ui/Empty.tsx'

/** Shown in place of codes while inviting is off. */
export function InvitingOff() {
  return (
    <Empty icon={<ShareAndroid24Regular />}>
      <Trans>Inviting is turned off right now. No one can sign up with a code.</Trans>
    </Empty>
  )
}
