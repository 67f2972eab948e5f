import { makeStyles, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isRemembered, presenceOf } from '#rules/presence.ts'
import { LampLine } from './LampLine.tsx'
import { relativeText } from './moments.ts'

type Props = {
  /** When it was last used, ms; 0 for never. */
  lastConnect: number
  /** From how many addresses; left out, or 0, where nobody knows. */
  addresses?: number | undefined
  now: number
  /** What can be done about it, at the end of the line. */
  children?: ReactNode
}

/** That something is in use, or when it last was, and from how many addresses if that is known. */
export function ConnectedLine({ children, ...use }: Props) {
  const styles = useStyles()
  const words = useWords(use)
  const isNow = presenceOf(use.lastConnect, use.now) === 'now'
  return (
    <LampLine state={isNow ? 'green' : 'grey'}>
      <span className={styles.words}>{words}</span>
      {children}
    </LampLine>
  )
}

function useWords({ lastConnect, addresses: count = 0, now }: Omit<Props, 'children'>): string {
  const { t, i18n } = useLingui()
  const presence = presenceOf(lastConnect, now)
  const ago = relativeText(Math.min(lastConnect, now), i18n.locale, now)
  if (presence === 'never') return t`Not connected yet`
  if (count === 0 || !isRemembered(presence))
    return presence === 'now' ? t`Connected` : t`Last connected ${ago}`
  return presence === 'now'
    ? t`Connected, from ${plural(count, { one: '# address', other: '# addresses' })}`
    : t`Connected ${ago}, from ${plural(count, { one: '# address', other: '# addresses' })}`
}

const useStyles = makeStyles({
  words: { color: tokens.colorNeutralForeground2 },
})
