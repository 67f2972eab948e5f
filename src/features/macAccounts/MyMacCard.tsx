import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { macConfigLink, macLoginLink } from '#rules/links.ts'
import { formatMac } from '#rules/mac.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Problem } from '#ui/Problem.tsx'

type Props = {
  /** Twelve digits. */
  mac: string
  site: string
  /** Whether there is an account it could use. */
  hasAccount: boolean
}

/** A person's registered device and what it can do. */
export function MyMacCard({ mac, site, hasAccount }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Card title={t`Your device`}>
      <dl className={styles.list}>
        <Part name={t`MAC address`} text={formatMac(mac)} label={t`MAC address`} />
        <Part
          name={t`Settings for a router`}
          text={macConfigLink(site, mac)}
          label={t`link to the settings`}
        />
        <Part
          name={t`Log in without a password`}
          text={macLoginLink(site, mac)}
          label={t`link to log in`}
        />
      </dl>
      {!hasAccount && (
        <Problem intent="warning">
          <Trans>You have no account yet, so there are no settings to read.</Trans>
        </Problem>
      )}
      <p className={styles.text}>
        <Trans>
          Anyone who knows this address can do the same, so keep it to yourself. Ask support to
          register another device.
        </Trans>
      </p>
    </Card>
  )
}

/** A name above what is copied: links are too long for the same line. */
function Part({ name, text, label }: { name: string; text: string; label: string }) {
  const styles = useStyles()
  return (
    <div>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <Copyable text={text} label={label} />
      </dd>
    </div>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0 },
  name: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0 },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
})
