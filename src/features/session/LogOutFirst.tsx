import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useStatus } from '#device/status.ts'
import { Heading } from '#ui/Heading.tsx'
import { logOut } from './logOut.ts'

/** A logged-in person followed a link for visitors: asks to log out first. Spec 2. */
export function LogOutFirst() {
  const [pending, setPending] = useState(false)
  const email = useStatus()?.email ?? ''
  return (
    <>
      <Heading>
        <Trans>Log out first</Trans>
      </Heading>
      <p>
        <Trans>You are logged in as {email}. This link is for visitors: log out to use it.</Trans>
      </p>
      <Button
        appearance="primary"
        size="large"
        disabledFocusable={pending}
        onClick={() => {
          setPending(true)
          void logOut(location.pathname)
        }}
      >
        <Trans>Log out</Trans>
      </Button>
    </>
  )
}
