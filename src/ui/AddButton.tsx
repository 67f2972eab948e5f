import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Add24Filled } from '@fluentui/react-icons'
import { DESKTOP } from './desktop.ts'

type Props = { label: string; onClick: () => void }

/**
 * Adds to a list, always visible: floating at the thumb on phones, where the list ends above it;
 * in the bar on large screens, where floating would cover the last column of some row.
 */
export default function AddButton({ label, onClick }: Props) {
  const styles = useStyles()
  return (
    <>
      <div className={styles.room} />
      <Button
        appearance="primary"
        size="large"
        className={styles.add}
        icon={<Add24Filled />}
        aria-label={label}
        onClick={onClick}
      >
        <span className={styles.label}>{label}</span>
      </Button>
    </>
  )
}

const useStyles = makeStyles({
  room: { height: '56px', flexShrink: 0, [DESKTOP]: { display: 'none' } },
  add: {
    position: 'fixed',
    zIndex: 3,
    right: 'max(16px, env(safe-area-inset-right))',
    bottom: 'calc(16px + env(safe-area-inset-bottom))',
    minWidth: '56px',
    width: '56px',
    height: '56px',
    maxWidth: 'none',
    padding: 0,
    borderRadius: tokens.borderRadiusCircular,
    boxShadow: tokens.shadow16,
    [DESKTOP]: {
      // Over the bar, which stays in view.
      zIndex: 5,
      top: 'calc(16px + env(titlebar-area-height, 0px))',
      right: '24px',
      bottom: 'auto',
      width: 'auto',
      height: '32px',
      padding: '0 12px 0 8px',
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      borderRadius: tokens.borderRadiusMedium,
      boxShadow: 'none',
      '& .fui-Button__icon': { fontSize: '20px' },
      '& svg': { width: '20px', height: '20px' },
    },
  },
  label: { display: 'none', [DESKTOP]: { display: 'inline', marginInlineStart: '6px' } },
})
