import { makeStyles } from '@fluentui/react-components'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { PictureThumb } from './PictureThumb.tsx'

const PictureViewer = lazy(() => import('./PictureViewer.tsx'))

type Props = { pictures: readonly Schema<'MessagePicture'>[]; urlOf: (id: number) => string }

/** The pictures of a message: small ones of known height, each opened large. */
export function MessagePictures({ pictures, urlOf }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState<number>()
  const shown = pictures.map((picture) => ({ ...picture, url: urlOf(picture.id) }))
  return (
    <div className={styles.row}>
      {shown.map((picture, at) => (
        <PictureThumb
          key={picture.id}
          picture={picture}
          number={at + 1}
          count={pictures.length}
          onOpen={() => setOpen(at)}
        />
      ))}
      {open !== undefined && (
        <Suspense>
          <PictureViewer pictures={shown} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: '4px', justifyContent: 'inherit' },
})
