import type { Schema } from '#contract'

/** A guide: its title, and its text in Markdown, line by line. */
export type Guide = { title: string; lines: readonly string[] }

/** The guides of a language. */
export type Guides = {
  category: string
  guides: Record<Schema<'GuideTopic'>, Guide>
}
