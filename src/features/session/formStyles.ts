import { makeStyles, tokens } from '@fluentui/react-components'

/** The layout of the forms of the first screens. */
export const useFormStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  quiet: { color: tokens.colorNeutralForeground2 },
  link: {
    alignSelf: 'center',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})
