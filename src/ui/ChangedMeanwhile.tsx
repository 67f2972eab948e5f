import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { changedFields, mergedDraft } from './merge.ts'
import { Sheet } from './Sheet.tsx'

/** What two people made of one thing, and what becomes of it. */
export type Conflict<Draft extends object> = {
  /** What the form was opened with, what someone else saved meanwhile, and what is typed here. */
  before: Draft
  theirs: Draft
  mine: Draft
  /** Continues with this draft, over what they saved. */
  onTake: (draft: Draft) => void
  onClose: () => void
}

type Props<Draft extends object> = Conflict<Draft> & {
  /** The labels of the fields; those without a name are not shown. */
  names: Partial<Record<keyof Draft, string>>
  /** What they changed when no field shows it, such as a password. */
  unseen?: string
  /** The form saves itself, and has no button for it. */
  savesItself?: boolean
  /** What a value reads like, where it is neither a text nor a switch. */
  show?: (name: keyof Draft, draft: Draft) => string | undefined
}

/** Two people changed one thing: shows what the other did, and lets this one choose. */
export function ChangedMeanwhile<Draft extends object>(props: Props<Draft>) {
  const { names, before, theirs, mine, unseen, savesItself, show, onTake, onClose } = props
  const styles = useStyles()
  const { t } = useLingui()
  const own = changedFields(before, mine)
  const shown = changedFields(before, theirs).filter((name) => names[name] !== undefined)
  const textOf = (name: keyof Draft, draft: Draft) => {
    const value = show?.(name, draft) ?? draft[name]
    if (typeof value === 'boolean') return value ? t`On` : t`Off`
    return value === '' || value === null ? '–' : String(value)
  }
  return (
    <Sheet
      alert
      wide
      title={t`Someone else changed this`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onTake(theirs)}>
            <Trans>Use theirs</Trans>
          </Button>
          <Button appearance="primary" onClick={() => onTake(mergedDraft(before, theirs, mine))}>
            <Trans>Merge both</Trans>
          </Button>
        </>
      }
    >
      <p>
        {savesItself ? (
          <Trans>
            Someone else saved it while you were editing. Your last changes are not saved yet, but
            nothing is lost.
          </Trans>
        ) : (
          <Trans>
            Someone else saved it after you opened this page. Your changes are not saved yet, but
            nothing is lost.
          </Trans>
        )}
      </p>
      <ul className={styles.list} aria-label={t`What they changed`}>
        {shown.map((name) => (
          <li key={String(name)} className={styles.row}>
            <span className={styles.name}>{names[name]}</span>
            <span className={styles.pair}>
              <span className={styles.who}>
                <Trans>Theirs</Trans>
              </span>
              <span className={styles.value}>{textOf(name, theirs)}</span>
            </span>
            {own.includes(name) && (
              <span className={styles.pair}>
                <span className={styles.who}>
                  <Trans>Yours, kept when merged</Trans>
                </span>
                <span className={styles.value}>{textOf(name, mine)}</span>
              </span>
            )}
          </li>
        ))}
        {shown.length === 0 && unseen && <li className={styles.row}>{unseen}</li>}
      </ul>
      <p className={styles.who}>
        {savesItself ? (
          <Trans>The form then shows the result and saves it.</Trans>
        ) : (
          <Trans>The form then shows the result. It is saved when you press Save.</Trans>
        )}
      </p>
    </Sheet>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    paddingBlock: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  pair: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  who: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: {
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    maxHeight: '120px',
    overflowY: 'auto',
  },
})
