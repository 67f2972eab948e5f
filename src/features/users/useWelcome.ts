import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useStatus } from '#device/status.ts'
import { sendUserEmail } from './operations.ts'

/** What a new user needs to log in, as a text, and the mail that brings it. */
export function useWelcome() {
  const { t } = useLingui()
  const sending = useMutation(sendUserEmail)
  const status = useStatus()
  const link = status?.site || location.origin
  const title = status?.title ?? 'Sluice'
  const textFor = (email: string, password: string) =>
    [t`Log in: ${link}`, t`Email: ${email}`, t`Password: ${password}`].join('\n')
  return {
    link,
    textFor,
    sending,
    send: (userId: number, email: string, password: string) =>
      sending.mutate({
        userId,
        title: t`Your login for ${title}`,
        content: textFor(email, password),
        secret: true,
      }),
  }
}

export type Welcome = ReturnType<typeof useWelcome>
