import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { TEST_WORDS, testProviderRefusals } from './messages.ts'
import { testProvider } from './operations.ts'

type Props = {
  kind: Schema<'ProviderKind'>
  /** What the test does. */
  about: string
  tested: Schema<'ProviderTest'> | null
  /** There are unsaved changes, which would not be tested. */
  unsaved: boolean
  /** There are saved keys to test with. */
  ready: boolean
}

/** Tests the saved keys with the provider, and shows the last result. */
export function TestCard({ kind, about, tested, unsaved, ready }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const test = useMutation(testProvider)
  const reason = !online
    ? t`There is no network.`
    : !ready
      ? t`Save the keys first.`
      : unsaved
        ? t`Save first: the test uses what is saved.`
        : undefined
  const last = test.data ?? tested

  return (
    <Card title={t`Test`}>
      {last && !test.isPending && !unsaved && (
        <Problem intent={last.result === 'works' ? 'success' : 'error'}>
          {i18n._(TEST_WORDS[last.result])}
          <div className={styles.quiet}>
            {last.detail && <code className={styles.code}>{last.detail}</code>}{' '}
            <Moment time={last.time} />
          </div>
        </Problem>
      )}
      {test.error && <Problem>{i18n._(explain(test.error, testProviderRefusals))}</Problem>}
      <div className={styles.row}>
        <Button
          disabledFocusable={reason !== undefined || test.isPending}
          onClick={() => test.mutate(kind)}
        >
          {test.isPending ? <Trans>Asking…</Trans> : <Trans>Test it</Trans>}
        </Button>
        <span className={styles.quiet}>{reason ?? about}</span>
      </div>
    </Card>
  )
}

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 12px',
    '& > button': { minHeight: '44px' },
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
})
