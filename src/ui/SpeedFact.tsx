import { useLingui } from '@lingui/react/macro'
import { formatSpeed } from '#rules/speed.ts'
import { Fact } from './Facts.tsx'

type Props = {
  /** kbit/s; 0 is no limit. A server too old for one sends nothing. */
  speed: { up: number; down: number } | undefined
}

/** How fast an account may be; nothing where it is not limited. */
export function SpeedFact({ speed }: Props) {
  const { t, i18n } = useLingui()
  if (!speed || (speed.up === 0 && speed.down === 0)) return null
  const wordOf = (kbits: number) => (kbits > 0 ? formatSpeed(kbits, i18n.locale) : t`unlimited`)
  const [down, up] = [wordOf(speed.down), wordOf(speed.up)]
  return <Fact name={t`Speed`}>{up === down ? down : t`↓ ${down}, ↑ ${up}`}</Fact>
}
