import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import { ChevronLeft24Regular, ChevronRight24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isTall } from '#rules/messagePicture.ts'
import { Sheet } from '#ui/Sheet.tsx'
import type { ShownPicture } from './PictureThumb.tsx'

type Props = { pictures: readonly ShownPicture[]; first: number; onClose: () => void }

/** The pictures of a message, one at a time and large; arrow keys lead to the others. */
export default function PictureViewer({ pictures, first, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [at, setAt] = useState(first)
  const count = pictures.length
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
      if (step) setAt((before) => Math.min(count - 1, Math.max(0, before + step)))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [count])
  const number = at + 1
  const picture = pictures[at]
  const label = t`Picture ${number} of ${count}`
  return (
    <Sheet
      title={label}
      wide
      onClose={onClose}
      actions={
        count > 1 && (
          <>
            <Button
              icon={<ChevronLeft24Regular />}
              aria-label={t`Previous picture`}
              disabledFocusable={at === 0}
              onClick={() => setAt(Math.max(0, at - 1))}
            />
            <Button
              icon={<ChevronRight24Regular />}
              aria-label={t`Next picture`}
              disabledFocusable={number === count}
              onClick={() => setAt(Math.min(count - 1, number))}
            />
          </>
        )
      }
    >
      {picture && (
        <img
          key={picture.id}
          className={mergeClasses(styles.picture, isTall(picture) ? styles.tall : styles.whole)}
          src={picture.url}
          crossOrigin="use-credentials"
          width={picture.width}
          height={picture.height}
          alt={label}
        />
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  picture: {
    display: 'block',
    width: 'auto',
    height: 'auto',
    marginInline: 'auto',
  },
  whole: { maxWidth: '100%', maxHeight: '70dvh' },
  // A screenshot of a phone, or a part of a longer one: it is read from top to bottom.
  tall: { maxWidth: 'min(100%, 480px)' },
})
