import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { TEST_MARKS } from './messages.ts'
import { methodName } from './registry.ts'
import { settingOf } from './settings.ts'

/** The ways of paying with money: which are on, where they lead, and whether they were tested. */
export function ProvidersCard({ providers }: { providers: readonly Schema<'Provider'>[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const placeWord = (provider: Schema<'Provider'>) => {
    const place = settingOf(provider.kind)?.place(provider)
    if (place === 'own') return t`Another address`
    return place === 'live' ? t`Live` : t`Sandbox`
  }
  const testWord = ({ tested }: Schema<'Provider'>) =>
    tested ? (
      <>
        <span className={tested.result === 'works' ? undefined : styles.failed}>
          {i18n._(TEST_MARKS[tested.result])}
        </span>
        , <Moment time={tested.time} />
      </>
    ) : (
      <Trans>Not tested</Trans>
    )

  return (
    <Card title={t`Payment methods`} flush>
      <ul className={styles.list} aria-label={t`Payment methods`}>
        {providers.map((provider) => (
          <li key={provider.kind} className={styles.item}>
            <Link
              to="/admin/settings/editPayment/$paymentType"
              params={{ paymentType: provider.kind }}
              className={styles.row}
            >
              <span className={styles.words}>
                <span className={styles.name}>{i18n._(methodName(provider.kind))}</span>
                <span className={styles.about}>
                  {isSetUp(provider) ? (
                    <>
                      {placeWord(provider)} · {testWord(provider)}
                    </>
                  ) : (
                    <Trans>Not set up</Trans>
                  )}
                </span>
              </span>
              <span className={styles.state}>{provider.on ? t`On` : t`Off`}</span>
              <ChevronRight20Regular className={styles.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const isSetUp = (provider: Schema<'Provider'>) =>
  settingOf(provider.kind)?.isSetUp(provider) === true

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '64px',
    padding: '8px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: { overflowWrap: 'anywhere' },
  about: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  state: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
  chevron: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
})
