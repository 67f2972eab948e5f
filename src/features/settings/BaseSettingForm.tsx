import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowSync20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
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
import type { BaseDraft } from './baseDraft.ts'
import { editBaseSettingRefusals } from './messages.ts'
import type { useBaseSetting } from './useBaseSetting.ts'

type Props = {
  form: ReturnType<typeof useBaseSetting>
  languages: readonly Choice<Schema<'Language'>>[]
}

/** The name, looks and language of the site, and how browsers keep it. */
export function BaseSettingForm({ form, languages }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { draft, field, change, error, state, conflict } = form

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
          hint={t`For everybody who has not chosen one.`}
          {...field('language')}
        />
      </Card>
      <Card title={t`Colours`}>
        <ColourPicker label={t`Theme colour`} {...field('themePrimary')} />
        <ThemePreview colour={draft.themePrimary} />
        <ColourPicker
          label={t`Accent colour`}
          hint={t`This console does not use it; others that work with this server do.`}
          {...field('themeAccent')}
        />
      </Card>
      <Card title="WireGuard">
        <TextField
          label={t`DNS servers`}
          maxLength={200}
          placeholder={WIREGUARD_DNS}
          hint={t`Addresses that look up names once you are connected.`}
          {...field('wireguardDns')}
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
            <Trans>Refresh all clients</Trans>
          </Button>
          <span className={styles.quiet}>
            {draft.serviceWorkerTime > 0 ? (
              <Trans>
                Last refreshed: <Moment time={draft.serviceWorkerTime} />
              </Trans>
            ) : (
              <Trans>Every browser then fetches the console anew.</Trans>
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
            themePrimary: t`Theme colour`,
            themeAccent: t`Accent colour`,
            serviceWorker: t`Keep the console in the browser`,
            serviceWorkerTime: t`Refresh all clients`,
          }}
          show={(name, of) => {
            if (name === 'language')
              return languages.find(({ value }) => value === of.language)?.label
            if (name === 'themePrimary' || name === 'themeAccent')
              return i18n._(COLOUR_NAMES[of[name]])
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
    maxWidth: '640px',
    marginInline: 'auto',
  },
  refresh: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px' },
  quiet: { color: tokens.colorNeutralForeground3 },
})
