import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronRight20Regular, GiftCard24Regular, Payment24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { methodName } from '#features/providers/registry.ts'
import { StepBody } from './StepBody.tsx'
import type { PaymentMethod } from './paymentMethods.ts'

type Props = { ways: readonly PaymentMethod[]; onMoney: () => void; onGiftcard: () => void }

/** The choice to pay with money or with a recharge code. */
export function TypeStep({ ways, onMoney, onGiftcard }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const rows = [
    {
      icon: <Payment24Regular />,
      label: t`Choose a plan and pay`,
      note: ways.map((way) => i18n._(methodName(way))).join(' · '),
      go: onMoney,
    },
    {
      icon: <GiftCard24Regular />,
      label: t`Redeem a recharge code`,
      note: t`It is delivered immediately.`,
      go: onGiftcard,
    },
  ]
  return (
    <StepBody>
      <ul className={styles.list}>
        {rows.map(({ icon, label, note, go }) => (
          <li key={label}>
            <button type="button" className={styles.row} onClick={go}>
              <span className={styles.icon}>{icon}</span>
              <span className={styles.words}>
                <span>{label}</span>
                <Caption1 className={styles.quiet}>{note}</Caption1>
              </span>
              <ChevronRight20Regular className={styles.icon} />
            </button>
          </li>
        ))}
      </ul>
    </StepBody>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '8px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '64px',
    padding: '12px 16px',
    textAlign: 'start',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  icon: { display: 'inline-flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground2 },
})
