import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { isLanguage } from '#locales/activate.ts'
import { getIpInfo } from './operations.ts'

/** Where an address is, and whose network it belongs to, as far as it is known. */
export function IpPlace({ ip }: { ip: string }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const language = isLanguage(i18n.locale) ? i18n.locale : undefined
  const { data, isPending } = useQuery(getIpInfo(ip, language))
  const known = data?.filter((part) => part !== '').join(' · ')
  return (
    <span className={styles.place}>{isPending ? '…' : known || <Trans>Unknown place</Trans>}</span>
  )
}

const useStyles = makeStyles({
  place: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
})
