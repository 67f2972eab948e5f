import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { explain } from '#api/refusals.ts'
import { Card } from '#ui/Card.tsx'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { RefSettingDraft } from './draft.ts'
import { editRefSettingRefusals } from './messages.ts'
import type { useRefSetting } from './useRefSetting.ts'

/** Whether users may invite others, and how many. */
export function RefSettingForm({ form }: { form: ReturnType<typeof useRefSetting> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { draft, field, error, state, conflict } = form
  return (
    <>
      {error && state === 'failed' && (
        <Problem>{i18n._(explain(error, editRefSettingRefusals))}</Problem>
      )}
      <Card title={t`Invitations`}>
        <SwitchField
          label={t`Users may invite others`}
          hint={t`When someone they invited pays, their own accounts last longer. Each plan says by how much.`}
          {...field('useRef')}
        />
        <SwitchField
          label={t`Codes work while sign-up is closed`}
          hint={t`While sign-up is closed, anyone with a code can still sign up.`}
          disabled={!draft.useRef}
          {...field('useWhenSignupClose')}
        />
        <div className={styles.pair}>
          <TextField
            label={t`Codes for each user`}
            inputMode="numeric"
            hint={t`Created when a user opens the page.`}
            {...field('refNumber')}
          />
          <TextField
            label={t`Maximum sign-ups per code`}
            inputMode="numeric"
            hint={t`Applies to new codes only.`}
            {...field('refUserNumber')}
          />
        </div>
      </Card>
      {conflict && (
        <ChangedMeanwhile<RefSettingDraft>
          {...conflict}
          savesItself
          names={{
            useRef: t`Users may invite others`,
            useWhenSignupClose: t`Codes work while sign-up is closed`,
            refNumber: t`Codes for each user`,
            refUserNumber: t`Maximum sign-ups per code`,
          }}
        />
      )}
    </>
  )
}

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
    gap: '16px',
    alignItems: 'start',
  },
})
