import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useStatus } from '#device/status.ts'
import { getServiceStatus } from '#features/servers/operations.ts'
import { MoreLink } from '#ui/MoreLink.tsx'

/** Lead to the state of the service, where the shop shows it, and to its support, where it has one. */
export default function HelpLinks() {
  const styles = useStyles()
  const { data } = useQuery(getServiceStatus())
  const support = useStatus()?.support
  if (!data?.isOn && !support) return null
  return (
    <div className={styles.links}>
      {data?.isOn && (
        <MoreLink to="/help/service">
          <Trans>Service status</Trans>
        </MoreLink>
      )}
      {support && (
        <a href={support} target="_blank" rel="noreferrer" className={styles.link}>
          <Trans>Contact support</Trans>
        </a>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  links: { display: 'flex', flexWrap: 'wrap', columnGap: '24px' },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
