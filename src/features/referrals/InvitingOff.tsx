import { ShareAndroid24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { Empty } from '#ui/Empty.tsx'

/** Said in place of codes while nobody can come by them. */
export function InvitingOff() {
  return (
    <Empty icon={<ShareAndroid24Regular />}>
      <Trans>Inviting is switched off at the moment. Nobody can sign up by a code.</Trans>
    </Empty>
  )
}
