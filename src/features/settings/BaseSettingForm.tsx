import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowSync20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { WIREGUARD_DNS } from '#rules/wireguard.ts'
import { Card } from '#ui/Card.tsx'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { COLOUR_NAMES, ColourPicker } from '#ui/ColourPicker.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { type Choice, SelectField } from '#ui/SelectField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ThemePreview } from '#ui/ThemePreview.tsx'
import { AppDownloadsCard } from './AppDownloadsCard.tsx'
import { AppFilesCard } from './AppFilesCard.tsx'
import type { BaseDraft } from './baseDraft.ts'
import { FrontPageCard } from './FrontPageCard.tsx'
import { editBaseSettingRefusals } from './messages.ts'
import type { useBaseSetting } from './useBaseSetting.ts'
import { zoneNames } from './zoneNames.ts'

const BrandCard = lazy(() => import('./BrandCard.tsx'))

type Props = {
  form: ReturnType<typeof useBaseSetting>
  languages: readonly Choice<Schema<'Language'>>[]
}

/** The name, looks and language of the site, and how browsers cache it. */
export function BaseSettingForm({ form, languages }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { draft, field, change, error, state, conflict } = form
  const may = useMay()
  const { timeZone } = draft
  const names = useMemo(() => zoneNames(timeZone), [timeZone])
  const home = form.homeTimeZone ?? 'UTC'
  const zones = [
    { value: '', label: t`As on the server: ${home}` },
    ...names.map((name) => ({ value: name, label: name })),
  ]

  return (
    <div className={styles.form}>
      {error && state === 'failed' && (
        <Problem>{i18n._(explain(error, editBaseSettingRefusals))}</Problem>
      )}
      <Card title={t`Site`}>
        <TextField label={t`Name of the site`} maxLength={100} {...field('title')} />
        <TextField
          label={t`Short name`}
          maxLength={50}
          hint={t`Shown under the icon when the console is installed as an app.`}
          {...field('shortTitle')}
        />
        <SelectField
          label={t`Language`}
          choices={languages}
          hint={t`For everyone who has not chosen one.`}
          {...field('language')}
        />
        <SelectField
          label={t`Time zone`}
          choices={zones}
          hint={t`Of the dates in emails, Telegram, subscriptions and tables. The console itself shows those of the device.`}
          {...field('timeZone')}
        />
        <SwitchField
          label={t`Visitors see the language of their browser`}
          hint={t`If it is one of the four; otherwise the language above.`}
          value={draft.browserLanguage}
          onChange={(browserLanguage) => change({ browserLanguage })}
        />
      </Card>
      <Card title={t`Colors`}>
        <ColourPicker label={t`Theme color`} {...field('themePrimary')} />
        <ThemePreview colour={draft.themePrimary} />
        <ColourPicker
          label={t`Accent color`}
          hint={t`This console does not use it; others that work with this server do.`}
          {...field('themeAccent')}
        />
      </Card>
      {may('editBrand') && (
        <Suspense>
          <BrandCard />
        </Suspense>
      )}
      <Card title={t`For customers`}>
        <TextField
          label={t`Support`}
          maxLength={200}
          placeholder="@example"
          hint={t`A web address, an email address or a Telegram name. Shown in the customers’ area, on the help page, on the page of a subscription link, and in apps that have a place for it.`}
          {...field('support')}
        />
        <TextField
          label={t`Announcement in apps`}
          maxLength={200}
          hint={t`Shown on the page of a subscription link and in apps that show announcements, until you delete it.`}
          {...field('announcement')}
        />
        <TextField
          label={t`Email footer`}
          maxLength={500}
          hint={t`For example the name of the site and where to get help. Emails have no pictures. The sender’s name is under Mail; left empty it is the name of the site.`}
          {...field('mailFooter')}
        />
      </Card>
      <FrontPageCard value={draft.frontPage} onChange={(frontPage) => change({ frontPage })} />
      <AppDownloadsCard {...field('appDownloads')} />
      {may('uploadAppFile') && <AppFilesCard />}
      <Card title="WireGuard">
        <TextField
          label={t`DNS servers`}
          maxLength={200}
          placeholder={WIREGUARD_DNS}
          hint={t`Addresses that look up names once you are connected.`}
          {...field('wireguardDns')}
        />
      </Card>
      <Card title={t`Service status page`}>
        <SwitchField
          label={t`Show everyone the service status`}
          value={draft.statusPage}
          hint={t`Under Help, without logging in: the names of the servers, whether they work, and outages of the last 30 days. No addresses, no figures.`}
          onChange={(statusPage) => change({ statusPage })}
        />
      </Card>
      <Card title={t`Service worker`}>
        <SwitchField
          label={t`Keep the console in the browser`}
          value={draft.serviceWorker}
          hint={t`It then starts faster, and without a network.`}
          onChange={(serviceWorker) => change({ serviceWorker, serviceWorkerTime: Date.now() })}
        />
        <div className={styles.refresh}>
          <Button
            icon={<ArrowSync20Regular />}
            onClick={() => change({ serviceWorkerTime: Date.now() })}
          >
            <Trans>Reload all browsers</Trans>
          </Button>
          <span className={styles.quiet}>
            {draft.serviceWorkerTime > 0 ? (
              <Trans>
                Last refreshed: <Moment time={draft.serviceWorkerTime} />
              </Trans>
            ) : (
              <Trans>Every browser then downloads the console again.</Trans>
            )}
          </span>
        </div>
      </Card>
      {conflict && (
        <ChangedMeanwhile<BaseDraft>
          {...conflict}
          savesItself
          names={{
            title: t`Name of the site`,
            shortTitle: t`Short name`,
            language: t`Language`,
            timeZone: t`Time zone`,
            themePrimary: t`Theme color`,
            themeAccent: t`Accent color`,
            serviceWorker: t`Keep the console in the browser`,
            serviceWorkerTime: t`Reload all browsers`,
            support: t`Support`,
            announcement: t`Announcement in apps`,
            mailFooter: t`Email footer`,
            statusPage: t`Show everyone the service status`,
            appDownloads: t`Apps for customers`,
            frontPage: t`Plans for visitors`,
            browserLanguage: t`Visitors see the language of their browser`,
          }}
          show={(name, of) => {
            if (name === 'language')
              return languages.find(({ value }) => value === of.language)?.label
            if (name === 'timeZone')
              return zones.find(({ value }) => value === of.timeZone)?.label ?? of.timeZone
            if (name === 'themePrimary' || name === 'themeAccent')
              return i18n._(COLOUR_NAMES[of[name]])
            if (name === 'appDownloads')
              return of.appDownloads.map(({ url }) => url).join(' ') || '–'
            if (name === 'frontPage') return of.frontPage.isEnable ? t`On` : t`Off`
            if (name === 'serviceWorkerTime')
              return i18n.date(of.serviceWorkerTime, { dateStyle: 'medium', timeStyle: 'short' })
            return undefined
          }}
        />
      )}
    </div>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
  refresh: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
  quiet: { color: tokens.colorNeutralForeground3 },
})
