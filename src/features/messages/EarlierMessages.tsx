import { Button, makeStyles, Spinner } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { Problem } from '#ui/Problem.tsx'
import type { useEarlier } from './useEarlier.ts'

type Props = { history: ReturnType<typeof useEarlier>; children: ReactNode }

/** The messages before the latest ones, which come as one scrolls up to them, or by the button. */
export function EarlierMessages({ history, children }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { earlier, isBegin, isPending, error, load } = history
  const top = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  const isAway = useRef(false)
  const count = earlier.length
  // What was being read stays where it is, also where a browser would not see to that by itself.
  useLayoutEffect(() => {
    const { scrollHeight } = document.documentElement
    if (height.current > 0) window.scrollBy(0, scrollHeight - height.current)
    height.current = 0
  }, [count])
  const more = () => {
    height.current = document.documentElement.scrollHeight
    load()
  }
  const isWatching = !isBegin && !isPending && !error
  const wanted = useRef(more)
  useEffect(() => {
    wanted.current = more
  })
  useEffect(() => {
    if (!isWatching || !top.current) return
    const watch = new IntersectionObserver((seen) => {
      // At first it may be in view until the last message is scrolled to, which wants nothing.
      // A busy device reports both in one call.
      if (seen.some(({ isIntersecting }) => !isIntersecting)) isAway.current = true
      if (isAway.current && seen.at(-1)?.isIntersecting) wanted.current()
    })
    watch.observe(top.current)
    return () => watch.disconnect()
  }, [isWatching])

  return (
    <>
      {!isBegin && (
        <div ref={top} className={styles.more}>
          {error && <Problem>{i18n._(explainLoad(error))}</Problem>}
          <Button
            appearance="subtle"
            disabledFocusable={isPending}
            icon={isPending ? <Spinner size="tiny" /> : null}
            onClick={more}
          >
            <Trans>Earlier messages</Trans>
          </Button>
        </div>
      )}
      {count > 0 && (
        <ol className={styles.list} aria-label={t`Earlier messages`}>
          {children}
        </ol>
      )}
    </>
  )
}

const useStyles = makeStyles({
  more: { display: 'flex', flexDirection: 'column', alignItems: 'center', paddingBlock: '8px' },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: '0 0 8px',
    listStyleType: 'none',
    overflowAnchor: 'none',
  },
})
