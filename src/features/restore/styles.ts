import { makeStyles, tokens } from '@fluentui/react-components'

/** The layout of restoring. */
export const useRestoreStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  quiet: { color: tokens.colorNeutralForeground2 },
})
