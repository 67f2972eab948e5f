import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Problem } from '#ui/Problem.tsx'
import { testMail } from './operations.ts'

/**
 * Sends oneself a mail to see whether the server works. Why it does not is said by the screen of
 * the mail settings, whose words Home does not wait for.
 */
export function TestMailButton({ recipient }: { recipient: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, data, error } = useMutation(testMail)
  const send = () => {
    // A second tap comes before the button says that it is busy.
    const { mutationKey } = testMail
    if (mutationKey && queryClient.isMutating({ mutationKey }) === 0) mutate(recipient)
  }
  return (
    <>
      <div>
        <Button disabledFocusable={isPending} onClick={send}>
          {isPending ? <Trans>Sending…</Trans> : <Trans>Send a test email</Trans>}
        </Button>
      </div>
      {data?.sent && !isPending && (
        <Problem intent="success">
          <Trans>The server accepted the email to {recipient}. Check whether it has arrived.</Trans>
        </Problem>
      )}
      {(error ?? data?.sent === false) && !isPending && (
        <Problem>
          <Trans>The test email was not sent. Try it in the mail settings, which say why.</Trans>
        </Problem>
      )}
    </>
  )
}
