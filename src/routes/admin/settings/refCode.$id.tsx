import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { fetchToEdit } from '#api/editing.ts'
import { useStatus } from '#device/status.ts'
import { DeleteCodeDialog } from '#features/referrals/DeleteCodeDialog.tsx'
import { getRefCode } from '#features/referrals/operations.ts'
import { RefCodeForm } from '#features/referrals/RefCodeForm.tsx'
import { idIn } from '#rules/ids.ts'
import { referralLink } from '#rules/links.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/refCode/$id')({
  params: {
    parse: ({ id }) => ({ id: idIn(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  // A code that cannot be loaded leads back to the list. Spec 4.
  loader: ({ context, params }) =>
    fetchToEdit(context.queryClient, getRefCode(params.id)).catch(() => {
      throw redirect({ to: '/admin/settings/refCodeList', replace: true })
    }),
  component: RefCodeScreen,
})

function RefCodeScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const { site = location.origin } = useStatus() ?? {}
  const { data: row } = useSuspenseQuery(getRefCode(id))
  const { code, email, visit, count, maxUser } = row
  const [deleting, setDeleting] = useState(false)
  const leave = () => void navigate({ to: '/admin/settings/refCodeList', replace: true })
  return (
    <Page form title={t`Code ${code}`} back="/admin/settings/refCodeList">
      <div className={styles.column}>
        <Card title={t`Invitation code`}>
          <Facts>
            <Fact name={t`Owner`}>{email}</Fact>
            <Fact name={t`Link`}>
              <Copyable text={referralLink(site, code)} label={t`link`} />
            </Fact>
            <Fact name={t`Sign-ups used`}>
              <Trans>
                {count} of {maxUser}
              </Trans>
            </Fact>
            <Fact name={t`Link opened`}>{visit}</Fact>
          </Facts>
        </Card>
        <RefCodeForm code={row} onSaved={leave} />
        <Card title={t`Delete`}>
          <Button className={styles.delete} onClick={() => setDeleting(true)}>
            <Trans>Delete the code</Trans>
          </Button>
        </Card>
      </div>
      {deleting && (
        <DeleteCodeDialog
          code={code}
          count={count}
          onClose={() => setDeleting(false)}
          onDeleted={leave}
        />
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
  delete: { alignSelf: 'flex-start', minHeight: '44px' },
})
