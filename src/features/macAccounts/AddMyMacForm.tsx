import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { useDraft } from '#ui/draft.ts'
import { MacField } from '#ui/MacField.tsx'
import { OutcomePending } from '#ui/OutcomePending.tsx'
import { Problem } from '#ui/Problem.tsx'
import { checkMacDraft } from './draft.ts'
import { addMyMacRefusals } from './messages.ts'
import { addMyMac } from './operations.ts'

/** Registers the one device a person may have. */
export function AddMyMacForm() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const add = useMutation(addMyMac)
  const form = useDraft({ mac: '' }, checkMacDraft)
  return (
    <Card title={t`Register a device`}>
      <p className={styles.text}>
        <Trans>
          A router or app can fetch its settings with its MAC address, without a password. You can
          register one device, and only support can remove it.
        </Trans>
      </p>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.submit(({ mac }) => online && add.mutate(mac))}
      >
        <MacField label={t`MAC address`} {...form.field('mac')} />
        {add.error && <Problem>{i18n._(explain(add.error, addMyMacRefusals))}</Problem>}
        <OutcomePending />
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.submit}
          disabledFocusable={add.isPending || !online}
        >
          {!online ? (
            <Trans>Register once you are online</Trans>
          ) : add.isPending ? (
            <Trans>Registering…</Trans>
          ) : (
            <Trans>Register</Trans>
          )}
        </Button>
      </form>
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  submit: { alignSelf: 'flex-end', '@media (max-width: 599px)': { alignSelf: 'stretch' } },
})
