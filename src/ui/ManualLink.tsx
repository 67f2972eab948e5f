import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'

/** A link to the page of the manual that helps here, such as `mail.html#what-the-test-says`. */
export function ManualLink({ to }: { to: string }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  // It is in two languages.
  const language = i18n.locale === 'zh-CN' ? 'zh' : 'en'
  return (
    <a href={`/guide/${language}/${to}`} target="_blank" rel="noopener" className={styles.link}>
      <Trans>Open the manual</Trans>
    </a>
  )
}

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'flex-start',
    minHeight: '32px',
    '@media (pointer: coarse)': { minHeight: '44px' },
    color: tokens.colorBrandForegroundLink,
  },
})
