import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Lamp } from '#ui/Lamp.tsx'
import { useFirstBytes } from './useFirstBytes.ts'

/** Waits for the first bytes of an account, and shows when they have arrived. */
export function ConnectedLight({ account }: { account: Schema<'Account'> }) {
  const styles = useStyles()
  const { came, server } = useFirstBytes(account)
  return (
    <div role="status" className={styles.row}>
      <Lamp state={came ? 'green' : 'grey'} size="large" />
      <span className={styles.words}>
        <span className={styles.says}>
          {came ? <Trans>Connected</Trans> : <Trans>Turn it on in the app</Trans>}
        </span>
        <span className={styles.why}>
          {came ? (
            server === undefined ? (
              <Trans>Traffic is coming in.</Trans>
            ) : (
              <Trans>Traffic is coming in through {server}.</Trans>
            )
          ) : (
            <Trans>Waiting for the first connection. The light then turns green.</Trans>
          )}
        </span>
      </span>
    </div>
  )
}

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '56px' },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  says: { ...typographyStyles.body1Strong },
  why: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})
