import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useDraft } from '#ui/draft.ts'
import { Heading } from '#ui/Heading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkReferralDraft } from './draft.ts'
import { useFormStyles } from './formStyles.ts'

type Props = {
  /** The code that is not valid, and why. */
  code?: string
  problem?: string
}

/** The form for the code of an invitation. */
export function ReferralForm({ code = '', problem }: Props) {
  const styles = useFormStyles()
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useDraft({ code }, checkReferralDraft)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit((draft) => {
        const refId = draft.code.trim()
        void navigate({ to: '/home/ref/$refId', params: { refId } })
      })}
    >
      <Heading>
        <Trans>Invitation code</Trans>
      </Heading>
      {problem && <Problem>{problem}</Problem>}
      <TextField
        label={t`Invitation code`}
        autoComplete="off"
        maxLength={50}
        {...form.field('code')}
      />
      <Button type="submit" appearance="primary" size="large">
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
