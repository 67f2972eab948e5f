import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Empty } from '#ui/Empty.tsx'
import { SupportLink } from './SupportLink.tsx'

const ANSWERS = ['listMyAccounts', 'listMyServers']

/** Where an account has no server to connect to: a look whether that is still so, and whom to ask. */
export function NoServer() {
  const queryClient = useQueryClient()
  const looking = useIsFetching({ predicate: ({ queryKey: [name] }) => isAsked(name) }) > 0
  return (
    <Empty
      action={
        <Button
          disabledFocusable={looking}
          onClick={() =>
            void queryClient.invalidateQueries({
              predicate: ({ queryKey: [name] }) => isAsked(name),
            })
          }
        >
          {looking ? <Trans>Looking…</Trans> : <Trans>Look again</Trans>}
        </Button>
      }
    >
      <Trans>
        No server is open to this account right now. Your time and traffic stay as they are.
      </Trans>{' '}
      <SupportLink />
    </Empty>
  )
}

const isAsked = (name: unknown) => ANSWERS.includes(String(name))
