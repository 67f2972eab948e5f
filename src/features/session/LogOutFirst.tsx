import { Body1, Button, Title3 } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useStatus } from '#device/status.ts'
import { leave } from './visit.ts'

/** Somebody who is logged in followed a link for visitors: asks to log out first. Spec 2. */
export function LogOutFirst() {
  const [pending, setPending] = useState(false)
  const email = useStatus()?.email ?? ''
  return (
    <>
      <Title3 as="h1">
        <Trans>Log out first</Trans>
      </Title3>
      <Body1>
        <Trans>You are logged in as {email}. This link is for visitors: log out to use it.</Trans>
      </Body1>
      <Button
        appearance="primary"
        size="large"
        disabledFocusable={pending}
        onClick={() => {
          setPending(true)
          void leave(location.pathname)
        }}
      >
        <Trans>Log out</Trans>
      </Button>
    </>
  )
}
