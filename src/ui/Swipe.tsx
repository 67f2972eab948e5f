import { makeStyles } from '@fluentui/react-components'
import { type PointerEvent, type ReactNode, useRef } from 'react'

type Props = {
  /** Called after a swipe towards the start of the line; left out when there is nothing more. */
  onNext?: () => void
  /** Called after a swipe towards its end. */
  onPrevious?: () => void
  children: ReactNode
}

/** How far a finger has to go sideways, in px; less is a tap or a scroll. */
const MIN_SWIPE_PX = 60

/** Swipes to the next or the previous one; buttons for everyone else are elsewhere. */
export function Swipe({ onNext, onPrevious, children }: Props) {
  const styles = useStyles()
  const start = useRef<{ x: number; y: number } | null>(null)
  const end = (event: PointerEvent) => {
    const from = start.current
    start.current = null
    if (!from) return
    const across = event.clientX - from.x
    if (Math.abs(across) < MIN_SWIPE_PX || Math.abs(across) < 2 * Math.abs(event.clientY - from.y))
      return
    if (across < 0) onNext?.()
    else onPrevious?.()
  }
  return (
    <div
      className={styles.area}
      onPointerDown={(event) => {
        const ignored = event.pointerType === 'mouse' || keepsSideways(event.target)
        start.current = ignored ? null : { x: event.clientX, y: event.clientY }
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        start.current = null
      }}
    >
      {children}
    </div>
  )
}

/** Charts, sliders and horizontal scrollers handle the gesture themselves. */
function keepsSideways(target: EventTarget) {
  return target instanceof Element && target.closest('canvas, pre, input, table') !== null
}

// The browser scrolls vertically; horizontal gestures are ours.
const useStyles = makeStyles({ area: { touchAction: 'pan-y pinch-zoom', minWidth: 0 } })
