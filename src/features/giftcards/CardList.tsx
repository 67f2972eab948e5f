import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Copyable } from '#ui/Copyable.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Moment } from '#ui/Moment.tsx'
import { BatchState } from './BatchState.tsx'

const NO_MORE = { has: false, loading: false, load: () => undefined }

/** The codes of a batch, and who used them. */
export function CardList({ cards }: { cards: readonly Schema<'Giftcard'>[] }) {
  const { t } = useLingui()
  return (
    <InfiniteList
      label={t`Codes`}
      items={cards}
      total={cards.length}
      keyOf={({ id }) => String(id)}
      more={NO_MORE}
    >
      {(card) => <CardRow card={card} />}
    </InfiniteList>
  )
}

function CardRow({ card }: { card: Schema<'Giftcard'> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { password, status, usedTime, userEmail, portNumber } = card
  return (
    <div className={styles.row}>
      <span className={styles.code}>
        <Copyable text={password} label={t`recharge code`} />
      </span>
      <span className={styles.about}>
        <BatchState status={status} />
        {usedTime !== null && (
          <span>
            {userEmail ?? <Trans>Deleted user</Trans>}
            {portNumber !== null && (
              <>
                {' · '}
                <Trans>Account {portNumber}</Trans>
              </>
            )}
            {' · '}
            <Moment time={usedTime} />
          </span>
        )}
      </span>
    </div>
  )
}

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '16px',
    padding: '4px 16px',
    minHeight: '56px',
  },
  code: { minWidth: 0 },
  about: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '12px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
})
