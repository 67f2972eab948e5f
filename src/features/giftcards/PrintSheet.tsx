import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Print24Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import type { Schema } from '#contract'
import { usePageMark } from '#ui/pageMark.ts'
import { QrCode } from '#ui/QrCode.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { availableCards, redeemLink } from './cards.ts'

type Props = { batch: Schema<'GiftcardBatchDetail'>; site: string; onClose: () => void }

/** How many codes the preview shows; the paper has them all. */
const PREVIEW_LIMIT = 2

/** The codes that can be used as cards to print and cut out, each with a QR code that redeems it. */
export default function PrintSheet({ batch, site, onClose }: Props) {
  const styles = useStyles()
  usePageMark('printing')
  const { t } = useLingui()
  const cards = availableCards(batch)
  const { length } = cards
  const { orderName } = batch
  return (
    <>
      <Sheet
        wide
        title={t`Print codes`}
        onClose={onClose}
        actions={
          <Button
            appearance="primary"
            icon={<Print24Regular />}
            disabledFocusable={length === 0}
            onClick={() => print()}
          >
            {t`${plural(length, { one: 'Print # card', other: 'Print # cards' })}`}
          </Button>
        }
      >
        <p>
          <Trans>
            Each card leads to the page where it is redeemed, with the code filled in. Keep the
            paper as safe as money.
          </Trans>
        </p>
        <div className={styles.preview}>
          {cards.slice(0, PREVIEW_LIMIT).map(({ id, password }) => (
            <PaperCard key={id} site={site} code={password} plan={orderName} />
          ))}
        </div>
      </Sheet>
      {createPortal(
        <div className={styles.paper} aria-hidden data-print>
          {cards.map(({ id, password }) => (
            <PaperCard key={id} site={site} code={password} plan={orderName} />
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}

function PaperCard({ site, code, plan }: { site: string; code: string; plan: string | null }) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <div className={styles.card}>
      <QrCode text={redeemLink(site, code)} label={t`Redeems the code ${code}`} size={132} />
      <div className={styles.words}>
        <strong>{plan ?? t`Recharge code`}</strong>
        <span className={styles.code}>{code}</span>
        <span className={styles.site}>{site.replace(/^https?:\/\//, '')}</span>
      </div>
    </div>
  )
}

const useStyles = makeStyles({
  preview: { display: 'flex', flexDirection: 'column', gap: '8px' },
  paper: {
    display: 'none',
    // Outside the theme, and on paper: dark on light in either theme.
    colorScheme: 'light',
    fontFamily: 'sans-serif',
    '@media print': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, 1fr)',
      gap: '4mm',
    },
  },
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minWidth: 0,
    padding: '8px',
    border: '1px dashed currentColor',
    borderRadius: tokens.borderRadiusLarge,
    breakInside: 'avoid',
  },
  words: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  site: { fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
})
