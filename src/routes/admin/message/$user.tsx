import { Button, makeStyles } from '@fluentui/react-components'
import { PersonInfo20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { useMay } from '#api/may.ts'
import { Conversation } from '#features/messages/Conversation.tsx'
import { finishConversationRefusals, sendMessageRefusals } from '#features/messages/messages.ts'
import {
  getMessagePicture,
  findConversation,
  listMessages,
  listWaiting,
  readMessages,
  sendMessage,
} from '#features/messages/operations.ts'
import { FinishButton } from '#features/messages/FinishButton.tsx'
import { useOutbox } from '#features/messages/outbox.ts'
import type { Post } from '#features/messages/usePost.ts'
import { useFinishing } from '#features/messages/useFinishing.ts'
import { getUser } from '#features/users/operations.ts'
import { useMedia } from '#ui/media.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'
import { CustomerFacts } from './-CustomerFacts.tsx'
import { CustomerSheet } from './-CustomerSheet.tsx'
import { CustomerStrip } from './-CustomerStrip.tsx'
import { useOrderEvents } from './-useOrderEvents.tsx'

const SavedAnswers = lazy(() => import('#features/savedAnswers/SavedAnswers.tsx'))

/** Beside the list there is room for the talk and what is known of the customer. */
const WIDE = '(min-width: 1280px)'

export const Route = createFileRoute('/admin/message/$user')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(listMessages(Number(params.user))),
  component: ConversationScreen,
})

function ConversationScreen() {
  const { t, i18n } = useLingui()
  const userId = Number(Route.useParams().user)
  const queryClient = useQueryClient()
  const { data: messages, dataUpdatedAt } = useSuspenseQuery(listMessages(userId))
  const { data: conversation } = useQuery(findConversation(userId))
  const { waiting, send, sendAgain, drop } = useOutbox(userId)
  const may = useMay()
  const styles = useStyles()
  const navigate = Route.useNavigate()
  const view = Route.useSearch()
  const { data: user } = useQuery(getUser(userId))
  const name = conversation?.username ?? user?.username
  const last = messages.at(-1)?.id
  const finishing = useFinishing(userId, last, conversation?.state === 'done')
  const isWide = useMedia(WIDE)
  const [isTelling, setTelling] = useState(false)
  const events = useOrderEvents(userId)
  /** Who has waited longest for an answer takes the place of this one. */
  const takeNext = async () => {
    // This one may be among them: what was written is on its way.
    const waiting = await queryClient.fetchQuery(listWaiting(2)).catch(() => [])
    const next = waiting.find((one) => one.state === 'waiting' && one.userId !== userId)
    const search = { ...view }
    if (next)
      void navigate({ to: '/admin/message/$user', params: { user: String(next.userId) }, search })
    else void navigate({ to: '/admin/message', search })
  }
  const onRead = async (id: number) => {
    await readMessages(userId, id).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: ['getUnreadMessages'] })
    await queryClient.invalidateQueries({ queryKey: ['listConversations'] })
  }
  const box = {
    onSend: send,
    onPost: may('getMessagePicture')
      ? ({ text, key, done, pictures }: Post) => sendMessage(userId, text, key, done, pictures)
      : undefined,
    resolving:
      may('finishConversation') && last !== undefined
        ? { upTo: last, next: () => void takeNext() }
        : undefined,
    tools: (insert: (text: string) => void) =>
      may('getSavedAnswers') && (
        <Suspense>
          <SavedAnswers onInsert={insert} mayEdit={may('editSavedAnswers')} />
        </Suspense>
      ),
  }
  return (
    <Page
      title={name ?? t`Messages`}
      back="/admin/message"
      asOf={dataUpdatedAt}
      actions={
        <>
          {may('finishConversation') && last !== undefined && <FinishButton {...finishing} />}
          {isWide || !user ? (
            <MoreLink
              to="/admin/user/$userId"
              params={{ userId: String(userId) }}
            >{t`User`}</MoreLink>
          ) : (
            <Button
              appearance="subtle"
              icon={<PersonInfo20Regular />}
              aria-label={t`About this user`}
              title={t`About this user`}
              onClick={() => setTelling(true)}
            />
          )}
        </>
      }
    >
      {finishing.error && (
        <Problem>{i18n._(explain(finishing.error, finishConversationRefusals))}</Problem>
      )}
      <div className={styles.sides}>
        {user && (
          <div className={styles.facts}>
            <CustomerStrip accounts={user.account} />
            {isWide && <CustomerFacts user={user} />}
          </div>
        )}
        <Conversation
          key={userId}
          with={userId}
          messages={messages}
          waiting={waiting}
          side="admin"
          empty={t`No one has written here yet. What you write reaches the user in the console, and in Telegram if it is connected.`}
          explain={({ status, reason }) =>
            explain(new ApiError(status, reason), sendMessageRefusals)
          }
          box={may('sendMessage') ? box : undefined}
          pictureUrl={(id) => getMessagePicture(userId, id)}
          onSendAgain={sendAgain}
          onDrop={drop}
          events={events}
          onRead={(id) => void onRead(id)}
        />
      </div>
      {user && isTelling && <CustomerSheet user={user} onClose={() => setTelling(false)} />}
    </Page>
  )
}

const useStyles = makeStyles({
  sides: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    gap: '12px',
    width: '100%',
    minWidth: 0,
    [`@media ${WIDE}`]: { flexDirection: 'row-reverse', gap: '24px' },
  },
  facts: {
    [`@media ${WIDE}`]: {
      position: 'sticky',
      top: '88px',
      alignSelf: 'flex-start',
      display: 'flex',
      flexDirection: 'column',
      gap: '16px',
      width: '260px',
      flexShrink: 0,
      '& > ul': { flexDirection: 'column' },
      '& > ul > li': { flex: '0 0 auto' },
    },
  },
})
