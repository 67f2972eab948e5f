import { Body1Strong, Button } from '@fluentui/react-components'
import { Edit20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { PERMITTED } from './permissions.ts'

type Props = { permissions: Schema<'Permissions'>; onEdit: (() => void) | undefined }

/** What an admin may do, and the limits of a reseller. */
export function PermissionsCard({ permissions, onEdit }: Props) {
  const { t, i18n } = useLingui()
  const { kind, maxCustomers, maxTraffic, plans } = permissions
  const { name, about } = PERMITTED[kind]
  return (
    <Card
      title={t`Permissions`}
      actions={
        onEdit && (
          <Button
            appearance="subtle"
            icon={<Edit20Regular />}
            aria-label={t`Change the permissions`}
            onClick={onEdit}
          />
        )
      }
    >
      <div>
        <Body1Strong block>{i18n._(name)}</Body1Strong>
        <span>{i18n._(about)}</span>
      </div>
      {kind === 'reseller' && (
        <Facts>
          <Fact name={t`Customers at most`}>{maxCustomers ?? <Trans>No limit</Trans>}</Fact>
          <Fact name={t`Traffic at most`}>
            {maxTraffic == null ? <Trans>No limit</Trans> : <Amount bytes={maxTraffic} />}
          </Fact>
          <Fact name={t`Plans`}>{plans ? plans.length : <Trans>All plans</Trans>}</Fact>
        </Facts>
      )}
    </Card>
  )
}
