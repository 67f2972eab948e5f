import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useBrand } from '#device/brand.ts'
import { logoSize } from '#rules/logo.ts'
import { Card } from '#ui/Card.tsx'
import { BrandPicture } from './BrandPicture.tsx'

/** The site's own logo and icon, on the grounds they will stand on. */
export default function BrandCard() {
  const styles = useStyles()
  const { t } = useLingui()
  const { logo, icon } = useBrand()
  return (
    <Card title={t`Logo and icon`}>
      <BrandPicture
        part="logo"
        label={t`Logo`}
        hint={t`Shown at the login, in the menu, to visitors and on the page of a subscription link. A logo at least twice as wide as it is high replaces the name. It should be readable on light and dark.`}
        isSet={logo !== undefined}
      >
        {logo && (
          <div className={styles.pair}>
            {[styles.light, styles.dark].map((ground) => (
              <span key={ground} className={`${styles.ground} ${ground}`}>
                <img src={logo.url} alt="" {...logoSize(logo, 40)} />
              </span>
            ))}
          </div>
        )}
      </BrandPicture>
      <BrandPicture
        part="icon"
        label={t`Icon`}
        hint={t`Shown in the browser’s tab and on the home screen. A square picture of 512 pixels is best; phones cut it to their own shape.`}
        isSet={icon !== undefined}
      >
        {icon && (
          <div className={styles.pair}>
            <img src={icon} alt="" width={56} height={56} />
            <img src={icon} alt="" width={56} height={56} className={styles.round} />
          </div>
        )}
      </BrandPicture>
    </Card>
  )
}

const useStyles = makeStyles({
  pair: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
  ground: {
    ...typographyStyles.body1,
    display: 'inline-flex',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  light: { backgroundColor: '#ffffff' },
  dark: { backgroundColor: '#1f1f1f' },
  round: { borderRadius: tokens.borderRadiusCircular },
})
