import { useLingui } from '@lingui/react/macro'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import type { ServerDraft } from './draft.ts'

type Props = {
  before: ServerDraft
  theirs: ServerDraft
  mine: ServerDraft
  onTake: (draft: ServerDraft) => void
  onClose: () => void
}

/** Two admins changed the mail server: what the other changed, field by field. Passwords are not shown. */
export function ServerConflict(props: Props) {
  const { t } = useLingui()
  return (
    <ChangedMeanwhile<ServerDraft>
      {...props}
      unseen={t`They saved another password, which is shown to no one. One that you typed replaces it when merged.`}
      names={{
        host: t`Host`,
        security: t`Encryption`,
        port: t`Port`,
        user: t`User`,
        fromName: t`Name`,
        fromAddress: t`Address`,
        blackList: t`Addresses that may not sign up`,
      }}
    />
  )
}
