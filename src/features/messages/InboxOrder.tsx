import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowSortRegular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import type { InboxSort } from './conversationState.ts'

type Props = { sort: InboxSort; onSort: (sort: InboxSort) => void }

/** In which order those who wait for an answer stand; pressed, it is the other one. */
export function InboxOrder({ sort, onSort }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const isOldest = sort === 'oldest'
  return (
    <Button
      appearance="subtle"
      size="small"
      className={styles.order}
      icon={<ArrowSortRegular />}
      onClick={() => onSort(isOldest ? 'newest' : 'oldest')}
    >
      {isOldest ? t`Waiting longest first` : t`Latest message first`}
    </Button>
  )
}

const useStyles = makeStyles({ order: { alignSelf: 'flex-start', minHeight: '32px' } })
