import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer, Schema } from '#contract'
import { Problem } from '#ui/Problem.tsx'

/** What is wrong with a template, or the profile made from it. */
export function ProfilePreview({
  preview: { problems, profile = '' },
}: {
  preview: Answer<'previewProfileTemplate'>
}) {
  const styles = useStyles()
  const { t } = useLingui()
  if (problems.length === 0)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must be able to scroll it
      <pre className={styles.profile} tabIndex={0} aria-label={t`Preview`}>
        {profile}
      </pre>
    )
  return problems.map((problem) => (
    <Problem key={JSON.stringify(problem)}>
      <Sentence {...problem} />
    </Problem>
  ))
}

function Sentence(problem: Schema<'ProfileTemplateProblem'>) {
  const { line, kind } = problem
  const sentence = <Trouble {...problem} />
  // There may be no line, and what cannot be read has it in its sentence.
  if (line === undefined || kind === 'syntax') return sentence
  return (
    <Trans>
      Line {line}: {sentence}
    </Trans>
  )
}

function Trouble({ kind, at = '', name = '', line = 1 }: Schema<'ProfileTemplateProblem'>) {
  const { t } = useLingui()
  const servers = '{servers}'
  switch (kind) {
    case 'syntax':
      return t`Line ${line} cannot be read.`
    case 'form':
      return at === ''
        ? t`This is not a profile: it must consist of names and values.`
        : t`${at} has a form that apps do not accept.`
    case 'unknown name':
      return t`${at}: the template defines no “${name}”. Servers are listed with ${servers}.`
    case 'double name':
      return t`Two entries are called “${name}”.`
    case 'empty list':
      return t`${at}: the group “${name}” is empty.`
    case 'no direct':
      return t`An outbound of type “direct” is missing.`
    case 'no servers':
      return t`No group lists ${servers}, so nobody could connect.`
  }
}

const useStyles = makeStyles({
  profile: {
    margin: 0,
    padding: '12px 16px',
    maxHeight: '70vh',
    overflow: 'auto',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
})
