import { useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#api/client.ts'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import { Conversation } from '#features/messages/Conversation.tsx'
import { sendMyMessageRefusals } from '#features/messages/messages.ts'
import {
  getMyMessagePicture,
  listMyMessages,
  readMyMessages,
  sendMyMessage,
} from '#features/messages/operations.ts'
import type { Post } from '#features/messages/usePost.ts'
import { useOutbox } from '#features/messages/outbox.ts'
import { seenIn } from '#device/status.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/message')({
  loader: ({ context }) => context.queryClient.ensureQueryData(listMyMessages()),
  component: MyMessagesScreen,
})

function MyMessagesScreen() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const isSeen = seenIn(Route.useRouteContext().status) !== undefined
  const { data: messages, dataUpdatedAt } = useSuspenseQuery(listMyMessages())
  const may = useMay()
  const { waiting, send, sendAgain, drop } = useOutbox(null)
  const post = ({ text, key, pictures }: Post) => sendMyMessage(text, key, pictures)
  const onRead = async (id: number) => {
    // An admin who only sees the conversation has not read it for the customer.
    if (isSeen) return
    await readMyMessages(id).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: ['getMyUnreadMessages'] })
  }
  return (
    <Page title={t`Messages`} back="/user/index" asOf={dataUpdatedAt}>
      <Conversation
        with={null}
        messages={messages}
        waiting={waiting}
        side="user"
        empty={t`Ask us anything: what you see, since when, and on which device. We answer here.`}
        explain={({ status, reason }) =>
          explain(new ApiError(status, reason), sendMyMessageRefusals)
        }
        box={{ onSend: send, onPost: may('getMyMessagePicture') ? post : undefined }}
        pictureUrl={getMyMessagePicture}
        onSendAgain={sendAgain}
        onDrop={drop}
        onRead={(id) => void onRead(id)}
      />
    </Page>
  )
}
