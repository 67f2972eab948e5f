import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Key24Regular, Person24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { AccountForm } from './AccountForm.tsx'
import { type AccountDraft, checkAccountDraft, newAccountDraft, toNewAccount } from './draft.ts'
import { createAccountRefusals, getNewPortRefusals } from './messages.ts'
import { createAccount, getNewPort } from './operations.ts'

/** What can be added to a user from the list of accounts, by the names of spec 4. */
export type Addition = 'giftcard' | 'mac' | 'refCode'

type Props = {
  /** The owner of the new account; none unless given. */
  user?: { id: number; username: string }
  onClose: () => void
  onCreated: (accountId: number) => void
  /** Leads to what is added for a user, who is picked next; not offered unless given. */
  onForUser?: (what: Addition) => void
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The account was added just now, on the screen before. */
    added?: boolean
    /** The draft typed before the full form was opened. */
    newAccount?: { draft: AccountDraft; user?: { id: number; username: string } | undefined }
  }
}

/**
 * Adds an account in steps: its kind, then its required fields. Spec 4. For a
 * user there is one kind, and nothing to choose.
 */
export default function AddAccountSheet({ user, onClose, onCreated, onForUser }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<'choose' | 'edit'>(user ? 'edit' : 'choose')
  const [findingPort, setFindingPort] = useState(false)
  const [portHint, setPortHint] = useState<string>()
  const [initial] = useState(() => newAccountDraft(undefined, Date.now()))
  const form = useDraft(initial, (draft) => checkAccountDraft(draft))
  const creation = useMutation(createAccount)

  const chooseNewPort = async () => {
    setFindingPort(true)
    try {
      const { port } = await queryClient.fetchQuery(getNewPort())
      form.change({ port: String(port) })
      setPortHint(undefined)
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError(0, '')
      setPortHint(i18n._(explain(failure, getNewPortRefusals)))
    }
    setFindingPort(false)
    setStep('edit')
  }
  useEffect(() => {
    if (user) void chooseNewPort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as it opens
  }, [])

  const additions: [Addition, string][] = onForUser
    ? [
        ['giftcard', t`Recharge code`],
        ['mac', t`MAC address`],
        ['refCode', t`Invitation code`],
      ]
    : []
  if (step === 'choose')
    return (
      <Sheet title={t`Add account`} onClose={onClose}>
        <ul className={styles.choices}>
          <li>
            <button
              type="button"
              className={styles.choice}
              aria-busy={findingPort}
              onClick={() => void chooseNewPort()}
            >
              <Key24Regular />
              <span className={styles.words}>
                <span className={styles.name}>
                  <Trans>Account on a new port</Trans>
                </span>
                <span className={styles.quiet}>
                  {findingPort ? (
                    <Trans>Looking for a free port…</Trans>
                  ) : (
                    <Trans>With a free port and a random password</Trans>
                  )}
                </span>
              </span>
            </button>
          </li>
          {additions.map(([what, label]) => (
            <li key={what}>
              <button type="button" className={styles.choice} onClick={() => onForUser?.(what)}>
                <Person24Regular />
                <span className={styles.words}>
                  <span className={styles.name}>{label}</span>
                  <span className={styles.quiet}>
                    <Trans>For a user you choose next</Trans>
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    )
  return (
    <Sheet
      alert
      title={t`Account on a new port`}
      onClose={onClose}
      onSubmit={form.submit((draft) =>
        creation.mutate(
          { ...toNewAccount(draft, Date.now()), ...(user && { user: user.id }) },
          { onSuccess: ({ id }) => onCreated(id) },
        ),
      )}
      actions={
        <>
          {user ? (
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          ) : (
            <Button onClick={() => setStep('choose')}>
              <Trans>Back</Trans>
            </Button>
          )}
          <Button type="submit" appearance="primary" disabledFocusable={creation.isPending}>
            {creation.isPending ? <Trans>Adding…</Trans> : <Trans>Add account</Trans>}
          </Button>
        </>
      }
    >
      <AccountForm
        form={form}
        short
        portHint={findingPort ? t`Looking for a free port…` : portHint}
      />
      <Link
        to="/admin/addAccount"
        state={{ newAccount: { draft: form.draft, user } }}
        className={styles.whole}
      >
        <Trans>For servers, start or removal, use the full form</Trans>
      </Link>
      {creation.error && (
        <div ref={bringIntoView}>
          <Problem>{i18n._(explain(creation.error, createAccountRefusals))}</Problem>
        </div>
      )}
    </Sheet>
  )
}

/** The form may be scrolled to where a refusal would not be seen. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const useStyles = makeStyles({
  choices: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  choice: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    minHeight: '60px',
    padding: '8px 16px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    cursor: 'pointer',
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  words: { display: 'flex', flexDirection: 'column' },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  whole: {
    color: tokens.colorBrandForegroundLink,
    minHeight: '32px',
    display: 'inline-flex',
    alignItems: 'center',
  },
})
