import { Button, Caption1, makeStyles, Text, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Amount } from '#ui/Amount.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { notTaken, removeUploadedReleaseRefusals } from './messages.ts'
import { removeUploadedRelease } from './operations.ts'

const OfferNotes = lazy(() => import('./OfferNotes.tsx'))

type Offer = Schema<'ReleaseOffer'>
type Props = {
  offer: Offer
  /** Whether this page puts it in place, or the command does. */
  isHere: boolean
  isBusy: boolean
  onStart: (offer: Offer) => void
}

/** A release that was found: whose it is, what is new in it, and how it is put in place. */
export function OfferRow({ offer, isHere, isBusy, onStart }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const removing = useMutation(removeUploadedRelease)
  const [isOpen, setOpen] = useState(false)
  const { id, from, version, problem, why, command } = offer
  return (
    <div className={styles.offer}>
      <OfferFacts {...offer} />
      {problem !== null && <Problem>{why ? i18n._(notTaken[why]) : problem}</Problem>}
      {removing.error && (
        <Problem>{i18n._(explain(removing.error, removeUploadedReleaseRefusals))}</Problem>
      )}
      <div className={styles.actions}>
        {isHere && problem === null && (
          <Button
            appearance="primary"
            disabledFocusable={isBusy || !online}
            onClick={() => onStart(offer)}
          >
            <Trans>Upgrade to {version}</Trans>
          </Button>
        )}
        {problem === null && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <Trans>Hide what is new</Trans> : <Trans>What is new</Trans>}
          </Button>
        )}
        {from === 'upload' && (
          <Button
            disabledFocusable={isBusy || removing.isPending || !online}
            onClick={() => removing.mutate()}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      {!isHere && problem === null && <Copyable text={command} label={t`command`} />}
      {isOpen && (
        <Suspense fallback={<Loading shape="cards" count={1} />}>
          <OfferNotes id={id} />
        </Suspense>
      )}
    </div>
  )
}

function OfferFacts({ version, file, from, bytes, problem }: Offer) {
  const styles = useStyles()
  return (
    <>
      <Text weight="semibold">{version ?? file}</Text>
      <Caption1 className={styles.quiet}>
        {version !== null && `${file} · `}
        {from === 'upload' ? <Trans>uploaded</Trans> : <Trans>from the folder</Trans>} ·{' '}
        <Amount bytes={bytes} />
        {problem === null && (
          <>
            {' · '}
            <Trans>whole, and signed with the key of this release</Trans>
          </>
        )}
      </Caption1>
    </>
  )
}

const useStyles = makeStyles({
  offer: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    minWidth: 0,
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  quiet: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
