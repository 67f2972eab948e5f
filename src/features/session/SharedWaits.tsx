import { Trans } from '@lingui/react/macro'
import { Problem } from '#ui/Problem.tsx'

/** What becomes of something that was shared here before anybody had logged in. */
export default function SharedWaits() {
  return (
    <Problem intent="info">
      <Trans>
        What you shared waits on this device for an hour. Log in to put it into a message.
      </Trans>
    </Problem>
  )
}
