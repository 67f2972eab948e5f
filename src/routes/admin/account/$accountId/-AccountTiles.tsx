import { Button, makeStyles, tokens } from '@fluentui/react-components'
import {
  CalendarAdd20Regular,
  Chat24Regular,
  Edit20Regular,
  QrCode20Regular,
} from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import type { OperationId } from '#contract'
import type { AccountDialog } from './-AccountDialogs.tsx'

type Props = {
  may: (id: OperationId) => boolean
  hasServer: boolean
  /** Its end can be moved, and by this person. */
  mayMove: boolean
  onEdit: () => void
  /** Opens the talk with its user; undefined where it belongs to nobody. */
  onWrite: (() => void) | undefined
  onOpen: (dialog: AccountDialog) => void
}

/** The commonest actions on a phone: a tile for each, with its word under its picture. */
export function AccountTiles({ may, hasServer, mayMove, onEdit, onWrite, onOpen }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const tile = { className: styles.tile, size: 'large' } as const
  return (
    <div role="group" aria-label={t`Actions`} className={styles.tiles}>
      {mayMove && (
        <Button {...tile} icon={<CalendarAdd20Regular />} onClick={() => onOpen('time')}>
          {t`Extend`}
        </Button>
      )}
      <Button
        {...tile}
        icon={<QrCode20Regular />}
        disabledFocusable={!hasServer}
        onClick={() => onOpen('qr')}
      >
        {t`QR code`}
      </Button>
      {onWrite && may('listMessages') && (
        <Button {...tile} icon={<Chat24Regular />} onClick={onWrite}>
          {t`Message`}
        </Button>
      )}
      {may('editAccount') && (
        <Button {...tile} icon={<Edit20Regular />} onClick={onEdit}>
          {t`Edit`}
        </Button>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  // As wide as their words need, and alike where there is room.
  tiles: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(min-content, 1fr)',
    gap: '8px',
  },
  tile: {
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    minHeight: '60px',
    padding: '6px 4px',
    borderRadius: tokens.borderRadiusXLarge,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& > .fui-Button__icon': { margin: 0 },
  },
})
