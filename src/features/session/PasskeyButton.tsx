import { Button } from '@fluentui/react-components'
import { Key24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { startAuthentication } from '@simplewebauthn/browser'
import { ApiError } from '#api/client.ts'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import type { Answer } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { logInByPasskeyRefusals } from './loginMessages.ts'
import { beginPasskeyLogIn, logInByPasskey } from './operations.ts'

type Props = { onEntered: (person: Answer<'logInByPasskey'>) => unknown }

/** Logs an admin in by a passkey of this device, in place of password and code. */
export default function PasskeyButton({ onEntered }: Props) {
  const { i18n } = useLingui()
  const login = useSubmit(logInWithDevice)
  return (
    <>
      {login.error && <Problem>{i18n._(explain(login.error, logInByPasskeyRefusals))}</Problem>}
      <Button
        size="large"
        icon={<Key24Regular />}
        disabledFocusable={login.pending}
        onClick={() => void login.run(undefined, onEntered)}
      >
        {login.pending ? <Trans>Waiting for the passkey…</Trans> : <Trans>Use a passkey</Trans>}
      </Button>
    </>
  )
}

async function logInWithDevice(_input: undefined) {
  const optionsJSON = await beginPasskeyLogIn()
  const signed = await startAuthentication({ optionsJSON }).catch(() => {
    // Closed by the person, or nothing to choose from: browsers do not report which.
    throw new ApiError(403, 'cancelled')
  })
  return logInByPasskey(signed)
}
