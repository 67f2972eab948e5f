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
      <Card title={t`Inviting`}>
        <SwitchField
          label={t`Users may invite others`}
          hint={t`When somebody they invited pays, their own accounts last longer. Each plan says by how much.`}
          {...field('useRef')}
        />
        <SwitchField
          label={t`A code opens closed registration`}
          hint={t`While registration is closed, whoever has a code can still sign up.`}
          disabled={!draft.useRef}
          {...field('useWhenSignupClose')}
        />
        <div className={styles.pair}>
          <TextField
            label={t`Codes for each user`}
            inputMode="numeric"
            hint={t`Missing ones are made when a user looks at them.`}
            {...field('refNumber')}
          />
          <TextField
            label={t`People each code may bring`}
            inputMode="numeric"
            hint={t`For new codes; the ones there are stay.`}
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
            useWhenSignupClose: t`A code opens closed registration`,
            refNumber: t`Codes for each user`,
            refUserNumber: t`People each code may bring`,
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
