/** What an operator reads of a setting, in both languages of the manual. */
export type About = { en: string; zh: string }

/** One environment variable that some program of Sluice reads. */
export type Setting = {
  /** What its value is, for people: the words stand in `scripts/settings.ts`. */
  kind:
    | 'address'
    | 'addresses'
    | 'days'
    | 'email'
    | 'file'
    | 'folder'
    | 'host'
    | 'key'
    | 'milliseconds'
    | 'networks'
    | 'number'
    | 'port'
    | 'ports'
    | 'region'
    | 'text'
    | 'words'
    | 'zone'
  /** What it is without one, as it would be written; else what happens then stands in `about`. */
  default?: string
  /** A value that is taken. */
  example: string
  /** The first release that reads it. */
  since: '0.1.0' | '0.2.0'
  /** What is given for it appears in no message, page or file. */
  secret?: true
  about: About
}
