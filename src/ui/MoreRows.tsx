import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'

/** Stands below a list for the rows that are on their way. */
export function MoreRows({ label }: { label: string }) {
  const styles = useStyles()
  return (
    <Skeleton aria-label={label} className={styles.more}>
      <SkeletonItem className={styles.row} />
      <SkeletonItem className={styles.row} />
    </Skeleton>
  )
}

const useStyles = makeStyles({
  more: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '8px 16px 16px' },
  row: { height: '44px' },
})
