import { Field, makeStyles, tokens } from '@fluentui/react-components'
import { Checkmark20Filled } from '@fluentui/react-icons'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { isThemeColour, PALETTE, type ThemeColour } from '#rules/theme.ts'
import { luminanceOf } from './ramps.ts'

/** The labels of the 19 colours. */
export const COLOUR_NAMES: Record<ThemeColour, MessageDescriptor> = {
  red: msg`Red`,
  pink: msg`Pink`,
  purple: msg`Purple`,
  'deep-purple': msg`Deep purple`,
  indigo: msg`Indigo`,
  blue: msg`Blue`,
  'light-blue': msg`Light blue`,
  cyan: msg`Cyan`,
  teal: msg`Teal`,
  green: msg`Green`,
  'light-green': msg`Light green`,
  lime: msg`Lime`,
  yellow: msg`Yellow`,
  amber: msg`Amber`,
  orange: msg`Orange`,
  'deep-orange': msg`Deep orange`,
  brown: msg`Brown`,
  grey: msg`Gray`,
  'blue-grey': msg`Blue gray`,
}

type Props = {
  label: string
  hint?: string
  value: ThemeColour
  onChange: (colour: ThemeColour) => void
}

/** Chooses one of the 19 colours; arrow keys move, and the name of the choice is announced. */
export function ColourPicker({ label, hint, value, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const name = useId()
  const chosen = t(COLOUR_NAMES[value])
  return (
    <Field label={t`${label}: ${chosen}`} hint={hint}>
      {/* Fluent's field names a single control; these are many. */}
      <div role="radiogroup" aria-label={label} className={styles.palette}>
        {Object.entries(PALETTE).map(([colour, hex]) => (
          <label key={colour} className={styles.choice} style={{ backgroundColor: hex }}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              aria-label={isThemeColour(colour) ? t(COLOUR_NAMES[colour]) : colour}
              checked={colour === value}
              onChange={() => isThemeColour(colour) && onChange(colour)}
            />
            {colour === value && (
              <Checkmark20Filled
                style={{ color: luminanceOf(hex) > 0.3 ? '#000000' : '#ffffff' }}
              />
            )}
          </label>
        ))}
      </div>
    </Field>
  )
}

const useStyles = makeStyles({
  palette: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  choice: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: '44px',
    height: '44px',
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    forcedColorAdjust: 'none',
  },
  radio: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    appearance: 'none',
    borderRadius: 'inherit',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
})
