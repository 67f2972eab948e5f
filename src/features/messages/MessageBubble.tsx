import { Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { Linked } from '#ui/Linked.tsx'
import { Moment } from '#ui/Moment.tsx'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import { MessagePictures } from './MessagePictures.tsx'

type Props = {
  /** Written on this side. */
  own: boolean
  /** When it was written, ms. */
  time: number
  /** Shown instead of the time: that it waits, or why it was refused. */
  state?: string
  actions?: ReactNode
  pictures?: readonly Schema<'MessagePicture'>[]
  pictureUrl?: (id: number) => string
  children: string
}

/** One message, on its writer's side. */
export function MessageBubble({
  own,
  time,
  state,
  actions,
  pictures,
  pictureUrl,
  children,
}: Props) {
  const styles = useStyles()
  return (
    <li className={mergeClasses(styles.message, own && styles.own)}>
      {pictures && pictureUrl && <MessagePictures pictures={pictures} urlOf={pictureUrl} />}
      {(children !== '' || !pictures) && (
        <p
          className={mergeClasses(styles.bubble, own && styles.ownBubble, state && styles.pending)}
        >
          {/* They go after half a year, and with a customer who was deleted. */}
          {children === '' ? <Trans>Picture deleted</Trans> : <Linked text={children} />}
        </p>
      )}
      <Caption1 className={styles.foot}>
        <ScreenReaderText>{own ? <Trans>Me</Trans> : <Trans>Them</Trans>}</ScreenReaderText>
        {state ? <span>{state}</span> : <Moment time={time} />}
        {actions}
      </Caption1>
    </li>
  )
}

const useStyles = makeStyles({
  message: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '2px',
    maxWidth: 'min(85%, 640px)',
  },
  own: { alignSelf: 'flex-end', alignItems: 'flex-end', justifyContent: 'flex-end' },
  bubble: {
    margin: 0,
    padding: '8px 12px',
    borderRadius: '12px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    '& a': { color: 'inherit', textDecorationLine: 'underline' },
  },
  ownBubble: {
    backgroundColor: tokens.colorBrandBackground2,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    color: tokens.colorNeutralForeground1,
  },
  pending: { opacity: 0.7 },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground2,
  },
})
