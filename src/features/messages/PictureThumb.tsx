import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useOnline } from '#device/online.ts'

/** A picture with its address. */
export type ShownPicture = { id: number; width: number; height: number; url: string }

type Props = { picture: ShownPicture; number: number; count: number; onOpen: () => void }

/** How high all are, and how wide one is at most and at least, pixels. */
const HEIGHT = 144
const [NARROWEST, WIDEST] = [88, 256]

/** One picture, small: its room is known before it is there, so nothing moves when it comes. */
export function PictureThumb({ picture, number, count, onOpen }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const online = useOnline()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const natural = Math.round((HEIGHT * picture.width) / Math.max(1, picture.height))
  const width = Math.min(WIDEST, Math.max(NARROWEST, natural))
  if (failed)
    return (
      <div className={styles.failed}>
        <Caption1>
          {online ? (
            <Trans>The picture could not be loaded.</Trans>
          ) : (
            <Trans>You are offline. The picture is not on this device.</Trans>
          )}
        </Caption1>
        <Button
          size="small"
          onClick={() => {
            setFailed(false)
            setTries(tries + 1)
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  return (
    <button type="button" className={styles.button} onClick={onOpen}>
      <img
        key={tries}
        className={styles.picture}
        src={picture.url}
        // The console may be of another site than its server.
        crossOrigin="use-credentials"
        width={width}
        height={HEIGHT}
        alt={t`Picture ${number} of ${count}`}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    </button>
  )
}

const useStyles = makeStyles({
  button: {
    display: 'block',
    maxWidth: '100%',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '12px',
    overflow: 'hidden',
    cursor: 'zoom-in',
    backgroundColor: tokens.colorNeutralBackground3,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  picture: { display: 'block', maxWidth: '100%', objectFit: 'cover' },
  failed: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    boxSizing: 'border-box',
    width: '200px',
    maxWidth: '100%',
    height: `${HEIGHT + 2}px`,
    padding: '12px',
    textAlign: 'center',
    borderRadius: '12px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
  },
})
