import { Button, FluentProvider, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ThemeColour } from '#rules/theme.ts'
import { themeOf } from './theme.ts'

/** A small piece of a screen in a colour, light and dark, as it will be. */
export function ThemePreview({ colour }: { colour: ThemeColour }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  return (
    <div className={styles.pair} aria-hidden inert>
      {[false, true].map((dark) => (
        <FluentProvider
          key={String(dark)}
          theme={themeOf(colour, dark, i18n.locale)}
          className={styles.piece}
        >
          <span className={styles.link}>{dark ? <Trans>Dark</Trans> : <Trans>Light</Trans>}</span>
          <Button appearance="primary">
            <Trans>Button</Trans>
          </Button>
        </FluentProvider>
      ))}
    </div>
  )
}

const useStyles = makeStyles({
  pair: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '8px' },
  piece: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  link: { color: tokens.colorBrandForegroundLink },
})
