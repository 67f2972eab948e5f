import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordForm } from '#features/session/ChangePasswordForm.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/changePassword')({ component: ChangePasswordScreen })

function ChangePasswordScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Page title={t`Change password`} back="/user/settings">
      <div className={styles.column}>
        <ChangePasswordForm />
      </div>
    </Page>
  )
}

const useStyles = makeStyles({ column: { width: '100%', maxWidth: '480px' } })
