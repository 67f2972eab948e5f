import { makeStyles, tokens } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Platform, platformHere, PLATFORMS } from '#device/platform.ts'
import { SelectField } from '#ui/SelectField.tsx'

const NAMES: Record<Platform, string> = {
  apple: 'iPhone, iPad',
  android: 'Android',
  windows: 'Windows',
  mac: 'Mac',
  linux: 'Linux',
}

/** Where the app comes from, and how it takes the code or the file: in the app's own words. */
const STEPS = {
  apple: [
    msg`Install WireGuard from the App Store.`,
    msg`From another screen: tap + in the app, “Create from QR code”, and scan the code above.`,
    msg`On the device itself: save the file, tap + in the app, “Create from file or archive”, and choose it.`,
  ],
  android: [
    msg`Install WireGuard from Google Play or F-Droid.`,
    msg`From another screen: tap + in the app, “Scan from QR code”, and scan the code above.`,
    msg`On the device itself: save the file, tap + in the app, “Import from file or archive”, and choose it.`,
  ],
  windows: [
    msg`Install WireGuard from wireguard.com/install.`,
    msg`Save the file, choose “Import tunnel(s) from file” in the app, and open it.`,
  ],
  mac: [
    msg`Install WireGuard from the Mac App Store.`,
    msg`Save the file, choose “Import tunnel(s) from file” in the app, and open it.`,
  ],
  linux: [
    msg`Install the package wireguard-tools.`,
    msg`Save the file as /etc/wireguard/wg0.conf, and run as root: wg-quick up wg0`,
  ],
} satisfies Record<Platform, unknown>

/** How WireGuard is set up on a device, in a few steps. */
export default function ClientSteps({ isAmnezia = false }) {
  const styles = useStyles()
  const { t } = useLingui()
  const [platform, setPlatform] = useState(platformHere)
  const isPhone = platform === 'apple' || platform === 'android'
  return (
    <section aria-label={t`How to set it up`} className={styles.guide}>
      <SelectField
        label={t`Set it up on`}
        value={platform}
        choices={PLATFORMS.map((value) => ({ value, label: NAMES[value] }))}
        onChange={setPlatform}
      />
      {isAmnezia && (
        <p className={styles.other}>
          <Trans>
            This server uses AmneziaWG: install the AmneziaWG app instead of WireGuard. WireGuard’s
            own app does not connect to it.
          </Trans>
        </p>
      )}
      <ol className={styles.steps}>
        {STEPS[platform].map((step) => (
          <li key={step.id}>{t(step)}</li>
        ))}
        {platform !== 'linux' && (
          <li>
            {isPhone ? (
              <Trans>Turn the tunnel on; allow the VPN when asked.</Trans>
            ) : (
              <Trans>Press “Activate”.</Trans>
            )}
          </li>
        )}
      </ol>
    </section>
  )
}

const useStyles = makeStyles({
  guide: { display: 'flex', flexDirection: 'column', gap: '8px' },
  other: { margin: 0 },
  steps: {
    margin: 0,
    paddingInlineStart: '20px',
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
    '& > li + li': { marginBlockStart: '4px' },
  },
})
