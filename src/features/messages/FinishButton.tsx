import { Button } from '@fluentui/react-components'
import { ArrowUndo20Regular, Checkmark20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ROOMY } from '#ui/desktop.ts'
import { useMedia } from '#ui/media.ts'
import { finishConversation } from './operations.ts'

type Props = {
  userId: number
  /** The last message that is shown. */
  last: number
  isDone: boolean
}

/** Notes that nothing is left to do in a conversation, and takes it back. */
export function FinishButton({ userId, last, isDone }: Props) {
  const { t } = useLingui()
  const { mutate, isPending } = useMutation(finishConversation)
  // On a phone the name of the user needs the room.
  const isRoomy = useMedia(ROOMY)
  const label = isDone ? t`Reopen` : t`Resolve`
  return (
    <Button
      icon={isDone ? <ArrowUndo20Regular /> : <Checkmark20Regular />}
      disabled={isPending}
      aria-label={label}
      title={label}
      onClick={() => mutate({ userId, id: isDone ? 0 : last })}
    >
      {isRoomy && label}
    </Button>
  )
}
