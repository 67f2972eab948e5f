import { Button, Caption1, FluentProvider, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { PALETTE, type ThemeColour } from '#rules/theme.ts'
import { luminanceOf, TEXT_LUMINANCE } from './ramps.ts'
import { themeOf } from './theme.ts'

/** A small piece of a screen in a colour, light and dark, as it will be. */
export function ThemePreview({ colour }: { colour: ThemeColour }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  // The ramps darken it for text: what is typed into the settings and what is seen differ.
  const isFaint = luminanceOf(PALETTE[colour]) > TEXT_LUMINANCE
  return (
    <>
      {isFaint && (
        <Caption1 className={styles.note}>
          <Trans>
            Text in this color would be hard to read on white. Text, links and buttons use a shade
            of it that can be read, as below.
          </Trans>
        </Caption1>
      )}
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
    </>
  )
}

const useStyles = makeStyles({
  note: { color: tokens.colorNeutralForeground2 },
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
