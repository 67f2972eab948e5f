import { Button, makeStyles } from '@fluentui/react-components'
import { Key24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'

type Props = {
  /** Left out where nothing is sold for money. */
  onBuy?: () => void
  /** Left out where there are no recharge codes. */
  onRedeem?: () => void
}

/** What to do for people without an account. */
export function NoAccount({ onBuy, onRedeem }: Props) {
  const styles = useStyles()
  return (
    <Card>
      <Empty
        icon={<Key24Regular />}
        action={
          (onBuy || onRedeem) && (
            <div className={styles.actions}>
              {onBuy && (
                <Button appearance="primary" size="large" onClick={onBuy}>
                  <Trans>Choose a plan</Trans>
                </Button>
              )}
              {onRedeem && (
                <Button
                  appearance={onBuy ? 'secondary' : 'primary'}
                  size="large"
                  onClick={onRedeem}
                >
                  <Trans>Redeem a recharge code</Trans>
                </Button>
              )}
            </div>
          )
        }
      >
        {onBuy || onRedeem ? (
          <Trans>
            You have no account yet. It appears here automatically, with the code to connect, as
            soon as it is paid for.
          </Trans>
        ) : (
          <Trans>
            You have no account yet. Ask support for one: it appears here automatically, with the
            code to connect.
          </Trans>
        )}
      </Empty>
    </Card>
  )
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px' },
})
