import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { Dismiss16Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import type { Attachment } from './attachments.ts'

type Props = {
  attached: readonly Attachment[]
  /** Being made smaller. */
  isWorking: boolean
  isSending: boolean
  onRemove: (id: string) => void
}

const EDGE = 104

/** The pictures of the message that is being written, each with a way to take it out. */
export function AttachmentTray({ attached, isWorking, isSending, onRemove }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const count = attached.length
  return (
    <ul className={styles.tray} aria-label={t`Pictures`} aria-busy={isSending}>
      {attached.map(({ id, url }, at) => {
        const number = at + 1
        return (
          <li key={id} className={styles.item}>
            <img
              className={styles.picture}
              src={url}
              width={EDGE}
              height={EDGE}
              alt={t`Picture ${number} of ${count}`}
            />
            <Button
              className={styles.remove}
              size="small"
              shape="circular"
              icon={<Dismiss16Regular />}
              disabled={isSending}
              aria-label={t`Remove picture ${number}`}
              onClick={() => onRemove(id)}
            />
          </li>
        )
      })}
      {isWorking && (
        <li className={styles.item}>
          <Spinner size="tiny" aria-label={t`Preparing the picture…`} />
        </li>
      )}
      {isSending && (
        <li className={styles.sending} role="status">
          <Spinner size="tiny" label={t`Sending…`} />
        </li>
      )}
    </ul>
  )
}

const useStyles = makeStyles({
  tray: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: `${EDGE}px`,
    height: `${EDGE}px`,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  picture: { objectFit: 'cover', borderRadius: tokens.borderRadiusLarge },
  remove: {
    position: 'absolute',
    insetInlineEnd: '-10px',
    top: '-10px',
    minWidth: '28px',
    width: '28px',
    height: '28px',
    boxShadow: tokens.shadow4,
  },
  sending: { display: 'flex', alignItems: 'center' },
})
