import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

/** The way to the operator of the site, where only they can help. */
export function SupportLink() {
  return (
    <Link to="/user/message" className={useStyles().link}>
      <Trans>Contact support</Trans>
    </Link>
  )
}

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    // Room for a thumb that does not push the lines apart.
    marginBlock: '-12px',
    color: tokens.colorBrandForegroundLink,
  },
})
