import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Empty } from '#ui/Empty.tsx'
import { SupportLink } from './SupportLink.tsx'

const ANSWERS = ['listMyAccounts', 'listMyServers']

/** For an account without a server to connect to: a button to check again, and the support link. */
export function NoServer() {
  const queryClient = useQueryClient()
  const looking = useIsFetching({ predicate: ({ queryKey: [name] }) => isRefetched(name) }) > 0
  return (
    <Empty
      action={
        <Button
          disabledFocusable={looking}
          onClick={() =>
            void queryClient.invalidateQueries({
              predicate: ({ queryKey: [name] }) => isRefetched(name),
            })
          }
        >
          {looking ? <Trans>Checking…</Trans> : <Trans>Check again</Trans>}
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

const isRefetched = (name: unknown) => ANSWERS.includes(String(name))
