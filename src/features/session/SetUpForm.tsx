import { Button, Field, Select, Spinner } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import { choose } from '#device/choices.ts'
import { useStatus } from '#device/status.ts'
import { activate, isLanguage, type Language } from '#locales/activate.ts'
import { typedEmail } from '#rules/pasted.ts'
import { useDraft, withRefusal } from '#ui/draft.ts'
import { OutcomePending } from '#ui/OutcomePending.tsx'
import { Problem } from '#ui/Problem.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Heading } from '#ui/Heading.tsx'
import { deviceZone } from '#ui/now.ts'
import { checkSetUpDraft } from './draft.ts'
import { languageNames } from '#locales/languageNames.ts'
import { useFormStyles } from './formStyles.ts'
import { LogOutFirst } from './LogOutFirst.tsx'
import { setUpRefusals, TOO_COMMON } from './messages.ts'
import { getSetup, setUp } from './operations.ts'
import { fetchOwnStatus } from './visit.ts'

/** The page behind the one-time link: makes the main admin, names the site, picks the language. */
export function SetUpForm({ token }: { token: string }) {
  const styles = useFormStyles()
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const setup = useSubmit(setUp)
  const [works, setWorks] = useState<boolean | ApiError>(false)
  const language: Language = isLanguage(i18n.locale) ? i18n.locale : 'zh-CN'
  const form = useDraft(
    { title: '', email: '', password: '', repeated: '', language },
    checkSetUpDraft,
  )
  const isCommon = setup.error?.reason === 'password too common'
  useEffect(() => {
    getSetup(token).then(
      () => setWorks(true),
      (error: unknown) => setWorks(error instanceof ApiError ? error : new ApiError(0, '')),
    )
  }, [token])

  const loggedIn = useStatus()?.status
  if (loggedIn && !setup.pending) return <LogOutFirst />
  if (works === false) return <Spinner label={t`Checking the link…`} />
  if (works !== true) return <Problem>{i18n._(explain(works, setUpRefusals))}</Problem>
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ title, email, password, language: chosen }) => {
        const body = {
          token,
          title: title.trim(),
          email: typedEmail(email),
          password,
          language: chosen,
          // The admin's own clock, where the browser knows its zone: a rented server is in UTC.
          timeZone: deviceZone(),
        }
        void setup.run(body, async () => {
          await fetchOwnStatus()
          await navigate({ to: '/admin/index', replace: true })
        })
      })}
    >
      <Heading>
        <Trans>Set up your site</Trans>
      </Heading>
      <Field label={t`Language`}>
        <Select
          size="large"
          value={form.draft.language}
          onChange={(_event, { value }) => {
            if (!isLanguage(value)) return
            form.change({ language: value })
            choose({ language: value })
            void activate(value)
          }}
        >
          {Object.entries(languageNames).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <TextField label={t`Name of the site`} maxLength={50} {...form.field('title')} />
      <TextField
        label={t`Your email`}
        type="email"
        autoComplete="username"
        hint={t`You log in with it as the main admin.`}
        {...form.field('email')}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        hint={t`At least 8 characters.`}
        {...withRefusal(form.field('password'), isCommon && TOO_COMMON, setup.forget)}
      />
      <PasswordField
        label={t`Password again`}
        autoComplete="new-password"
        {...form.field('repeated')}
      />
      {setup.error && !isCommon && <Problem>{i18n._(explain(setup.error, setUpRefusals))}</Problem>}
      <OutcomePending />
      <Button type="submit" appearance="primary" size="large" disabledFocusable={setup.pending}>
        {setup.pending ? <Trans>Setting up…</Trans> : <Trans context="a site">Set up</Trans>}
      </Button>
      <Link to="/home/setup/$token/restore" params={{ token }} className={styles.link}>
        <Trans>Restore from a backup instead</Trans>
      </Link>
    </form>
  )
}
