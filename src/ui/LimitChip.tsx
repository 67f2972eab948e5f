import { ChipSelect } from './ChipSelect.tsx'

type Props = {
  label: string
  /** The usual limits; another one that is on is among the choices, too. */
  usual: readonly number[]
  value: number | undefined
  words: (limit: number) => string
  onChange: (limit: number | undefined) => void
}

/** A number that can limit a list, behind a chip. */
export function LimitChip({ label, usual, value, words, onChange }: Props) {
  return (
    <ChipSelect
      label={label}
      value={value === undefined ? '' : String(value)}
      choices={withOwn(usual, value).map((limit) => ({
        value: String(limit),
        label: words(limit),
      }))}
      onChange={(limit) => onChange(limit === '' ? undefined : Number(limit))}
    />
  )
}

/** Days in which something happened, or did not; at most one of the two. */
export type Seen = { seen?: number | undefined; unseen?: number | undefined }

type SeenProps = {
  label: string
  value: Seen
  seenWords: (days: number) => string
  unseenWords: (days: number) => string
  onChange: (value: Seen) => void
}

const SEEN = [1, 7, 30]
const UNSEEN = [7, 30, 90]

/** When something happened last, within so many days or not, behind a chip. */
export function SeenChip({ label, value, seenWords, unseenWords, onChange }: SeenProps) {
  const { seen, unseen } = value
  return (
    <ChipSelect
      label={label}
      value={seen !== undefined ? `in ${seen}` : unseen !== undefined ? `not ${unseen}` : ''}
      choices={[
        ...withOwn(SEEN, seen).map((days) => ({ value: `in ${days}`, label: seenWords(days) })),
        ...withOwn(UNSEEN, unseen).map((days) => ({
          value: `not ${days}`,
          label: unseenWords(days),
        })),
      ]}
      onChange={(chosen) => {
        const [kind, days] = chosen.split(' ')
        onChange({
          seen: kind === 'in' ? Number(days) : undefined,
          unseen: kind === 'not' ? Number(days) : undefined,
        })
      }}
    />
  )
}

function withOwn(usual: readonly number[], own: number | undefined): number[] {
  return own === undefined || usual.includes(own)
    ? [...usual]
    : [...usual, own].toSorted((a, b) => a - b)
}
