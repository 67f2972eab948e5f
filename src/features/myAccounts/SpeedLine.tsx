import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { formatSpeed } from '#rules/speed.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SpeedFact } from '#ui/SpeedFact.tsx'

/** How fast an account may be; and that it goes on slowly, where its quota is used up. */
export default function SpeedLine({ account }: { account: Schema<'Account'> }) {
  const { i18n } = useLingui()
  const { speed: usual, connection } = account
  const speed = formatSpeed(connection?.slowedTo ?? 0, i18n.locale)
  if (connection?.slowedTo)
    return (
      <Problem intent="warning">
        <Trans>
          The traffic of this account is used up. It goes on at {speed}. With more traffic it is
          fast again at once.
        </Trans>
      </Problem>
    )
  return (
    <Facts>
      <SpeedFact speed={usual} />
    </Facts>
  )
}
