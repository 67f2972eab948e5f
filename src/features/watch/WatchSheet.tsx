import { Trans, useLingui } from '@lingui/react/macro'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { AttemptList } from './AttemptList.tsx'
import { useChecks } from './checks.tsx'
import { CheckRows } from './CheckRows.tsx'
import { Finding } from './Finding.tsx'
import { watchAccount, watchMyAccount } from './operations.ts'
import { Footer } from './Footer.tsx'
import type { Remedies } from './Remedy.tsx'
import { useSentence } from './sentences.tsx'
import { useWatch } from './useWatch.ts'

type Props = {
  account: Schema<'Account'>
  /** An admin is looking at a customer's account, and sees addresses. */
  isAdmin?: boolean
  remedies: Remedies
  /** Sends the result to support as text; left out where there is no support to read it. */
  onSupport?: ((text: string) => void) | undefined
  onClose: () => void
}

/** Watches one connection attempt, and says in one sentence what is wrong. */
export default function WatchSheet(props: Props) {
  const { account, isAdmin = false, remedies, onSupport, onClose } = props
  const { t, i18n } = useLingui()
  const { port } = account
  const watch = useWatch(isAdmin ? watchAccount : watchMyAccount, account.id)
  const { seen, before, watches, error } = watch
  const sentenceOf = useSentence()
  const checksOf = useChecks(account)
  const sentence = seen && sentenceOf(seen)
  const checks = seen && sentence && checksOf(seen, sentence, watches)
  const isAway = error !== null && (error.status === 0 || error.status >= 500)
  const title = t`Check account ${port}`
  const report = () =>
    [title, sentence?.says, ...(checks ?? []).map(({ label, detail }) => `${label}: ${detail}`)]
      .filter((line) => line && !line.endsWith(': '))
      .join('\n')

  return (
    <Sheet title={title} onClose={onClose}>
      {isAway && (
        <Problem intent="warning">
          <Trans>
            There is no answer right now. If the proxy is on for this device, turn it off; what
            happens meanwhile is not lost.
          </Trans>
        </Problem>
      )}
      {error && !isAway && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {seen && sentence && checks ? (
        <>
          <Finding {...watch} sentence={sentence} isFine={seen.verdict.word === 'fine'} />
          <CheckRows checks={checks} />
          {isAdmin && <AttemptList seen={before && before !== seen ? [before, seen] : [seen]} />}
          <Footer
            {...watch}
            seen={seen}
            remedies={remedies}
            onSupport={onSupport && (() => onSupport(report()))}
            onClose={onClose}
          />
        </>
      ) : (
        !error && <Loading count={4} />
      )}
    </Sheet>
  )
}
