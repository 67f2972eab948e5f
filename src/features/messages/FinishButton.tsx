import { Button } from '@fluentui/react-components'
import { ArrowUndo20Regular, Checkmark20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { ROOMY } from '#ui/desktop.ts'
import { useMedia } from '#ui/media.ts'

type Props = { isDone: boolean; isPending: boolean; toggle: () => void }

/** Notes that nothing is left to do in a conversation, and takes it back. */
export function FinishButton({ isDone, isPending, toggle }: Props) {
  const { t } = useLingui()
  // On a phone the name of the user needs the room.
  const isRoomy = useMedia(ROOMY)
  const label = isDone ? t`Reopen` : t`Resolve`
  return (
    <Button
      icon={isDone ? <ArrowUndo20Regular /> : <Checkmark20Regular />}
      disabled={isPending}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      {isRoomy && label}
    </Button>
  )
}
