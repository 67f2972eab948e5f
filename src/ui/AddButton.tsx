import { Button, makeStyles } from '@fluentui/react-components'
import { Add24Regular } from '@fluentui/react-icons'
import { use } from 'react'
import { createPortal } from 'react-dom'
import { ROOMY } from './desktop.ts'
import { FrameContext } from './frame-context.ts'
import { useMedia } from './media.ts'

type Props = {
  label: string
  onClick: () => void
  /** Where the list would be, as long as there is nothing in it. */
  inPage?: boolean
}

/** Adds to a list, among the actions of its page: named there on large screens, at the thumb on phones. */
export default function AddButton({ label, onClick, inPage }: Props) {
  const styles = useStyles()
  const { addSlot } = use(FrameContext)
  const isRoomy = useMedia(ROOMY)
  if (isRoomy || inPage)
    return (
      <Button appearance="primary" icon={<Add24Regular />} onClick={onClick}>
        {label}
      </Button>
    )
  return (
    addSlot &&
    createPortal(
      <Button
        appearance="primary"
        shape="circular"
        className={styles.round}
        icon={<Add24Regular />}
        aria-label={label}
        title={label}
        onClick={onClick}
      />,
      addSlot,
    )
  )
}

const useStyles = makeStyles({
  round: { width: '48px', height: '48px', minWidth: '48px', maxWidth: 'none', padding: 0 },
})
