import { Body1, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Open20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isPaid } from '#rules/orderStates.ts'
import { wordsOfKind } from '#rules/providers/registry.ts'
import { useNow } from '#ui/now.ts'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { HeldPayment, isHeld } from './HeldPayment.tsx'
import { wayOf } from './provider/operations.ts'
import { stateOf } from './orderState.ts'
import { type Bought, type Placed, priceOf, type Purchase } from './step.ts'
import { StepBody } from './StepBody.tsx'
import { priceText } from './priceText.ts'
import type { PayWords } from './way.ts'

type Props = {
  purchase: Purchase
  placed: Placed
  words: Extract<PayWords, { by: 'code' }>
  onPaid: (bought: Bought) => void
  /** Starts again, with a new order. */
  onAgain: () => void
  onClose: () => void
}

const SECOND_MS = 1_000

/** The code to pay with, and whether the money has arrived; polled every 5 s. */
export function CodeStep({ purchase, placed, words, onPaid, onAgain, onClose }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { way, id, payAt } = placed
  const now = useNow(SECOND_MS)
  const { data, error } = useQuery(wayOf(way).follow(id))
  const status = data?.status ?? ''
  const hasPaid = isPaid(status)
  useEffect(() => {
    if (hasPaid) onPaid({ way, id })
  }, [hasPaid, onPaid, way, id])

  // The newest answer counts: the clock of this device may have been corrected meanwhile.
  const { expireTime = placed.expireTime ?? Infinity } = data ?? {}
  const left = Math.max(0, expireTime - now)
  const price = priceText(priceOf(purchase, placed), way, i18n.locale)
  const planName = purchase.plan.name
  const state = data?.state && stateOf(data)
  if (isHeld(state))
    return (
      <StepBody onClose={onClose}>
        <HeldPayment state={state} />
      </StepBody>
    )
  const states = wordsOfKind(way)
  const ended = status === states.closed || left === 0
  if (ended)
    return (
      <StepBody
        onClose={onClose}
        actions={
          <>
            <Button appearance="primary" size="large" onClick={onAgain}>
              <Trans>Start again</Trans>
            </Button>
          </>
        }
      >
        <Problem intent="warning">{i18n._(words.ended)}</Problem>
      </StepBody>
    )
  return (
    <StepBody onClose={onClose}>
      <div className={styles.column}>
        <Caption1 className={styles.quiet}>{planName}</Caption1>
        <span className={styles.price}>{price}</span>
        <QrCode text={payAt} label={i18n._(words.label)} size={sizeHere()} />
        <Body1 className={styles.centred}>{i18n._(words.scan)}</Body1>
        <Button
          as="a"
          href={payAt}
          target="_blank"
          rel="noopener noreferrer"
          appearance="primary"
          size="large"
          icon={<Open20Regular />}
          className={styles.open}
        >
          {i18n._(words.open)}
        </Button>
        <div role="status" className={styles.centred}>
          {error ? (
            <Trans>No answer right now. We keep asking; if you have paid, nothing is lost.</Trans>
          ) : states.open.indexOf(status) > 0 ? (
            i18n._(words.seen)
          ) : (
            <Trans>Waiting for the payment…</Trans>
          )}
        </div>
        {left < Infinity && (
          <Caption1 className={styles.quiet}>
            <Trans>
              This code works for another <Countdown left={left} />
            </Trans>
          </Caption1>
        )}
        <Caption1 className={styles.quiet}>
          <Trans>
            You can close this. The order stays under Orders and is delivered once paid.
          </Trans>
        </Caption1>
      </div>
    </StepBody>
  )
}

function Countdown({ left }: { left: number }) {
  const seconds = Math.ceil(left / SECOND_MS)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <span className={useStyles().count}>{text}</span>
}

/** As large as the screen allows, px. */
const sizeHere = () =>
  Math.round(Math.max(144, Math.min(280, window.innerWidth - 64, window.innerHeight * 0.34)))

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground2, textAlign: 'center' },
  centred: { textAlign: 'center' },
  price: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  // A code cannot be scanned by the phone that shows it; a link opens nothing on a desktop.
  open: {
    display: 'none',
    '@media (pointer: coarse)': { display: 'inline-flex', minHeight: '48px', width: '100%' },
  },
  count: { fontVariantNumeric: 'tabular-nums' },
})
