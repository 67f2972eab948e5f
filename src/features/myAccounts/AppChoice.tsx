import {
  Link,
  makeStyles,
  mergeClasses,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useStatus } from '#device/status.ts'
import { type ClientApp, downloadOf, type System } from '#rules/clientApps.ts'

type Props = {
  apps: readonly ClientApp[]
  app: ClientApp
  system: System
  onChoose: (app: ClientApp) => void
}

/** The apps for a system, the easiest first, each with the way to get it. */
export function AppChoice({ apps, app, system, onChoose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const mirrors = useStatus()?.appDownloads
  return (
    <RadioGroup
      aria-label={t`App`}
      value={app.id}
      className={styles.list}
      onChange={(_event, { value }) => onChoose(apps.find(({ id }) => id === value) ?? app)}
    >
      {apps.map((one, index) => {
        const { id, name, paid } = one
        const download = downloadOf(one, system, mirrors)
        const about = [index === 0 && t`recommended`, paid ? t`paid` : t`free`]
        return (
          <div key={id} className={mergeClasses(styles.row, id === app.id && styles.chosen)}>
            <Radio
              value={id}
              className={styles.choice}
              label={
                <span className={styles.words}>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.about}>{about.filter(Boolean).join(' · ')}</span>
                </span>
              }
            />
            {download && (
              <Link
                href={download}
                target="_blank"
                rel="noreferrer"
                className={styles.download}
                aria-label={t`Download ${name}`}
              >
                <ArrowDownload20Regular />
                <Trans>Download</Trans>
              </Link>
            )}
          </div>
        )
      })}
    </RadioGroup>
  )
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '8px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '56px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  chosen: {
    border: `1px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
  },
  choice: { flexGrow: 1, minWidth: 0 },
  words: { display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  about: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  download: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '44px',
    padding: '0 16px',
  },
})
