import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'

type Props = {
  /** Cards of facts, or rows of a list. */
  shape?: 'cards' | 'rows'
  count?: number
}

/** The placeholder shape of content that is loading. */
export function Loading({ shape = 'rows', count = 8 }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Skeleton aria-label={t`Loading`} className={shape === 'rows' ? styles.rows : styles.cards}>
      {Array.from({ length: shape === 'rows' ? count : Math.min(count, 4) }, (_, at) => (
        <SkeletonItem key={at} className={shape === 'rows' ? styles.row : styles.card} />
      ))}
    </Skeleton>
  )
}

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '16px', width: '100%' },
  row: { height: '48px', borderRadius: '8px' },
  cards: {
    display: 'grid',
    gap: '16px',
    padding: '16px',
    width: '100%',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
  },
  card: { height: '220px', borderRadius: '12px' },
})
