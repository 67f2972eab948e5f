/** What we use of Eleventy, which brings no types. */
declare module '@11ty/eleventy' {
  type Markdown = {
    core: { ruler: { push: (name: string, rule: (state: State) => void) => void } }
    renderer: { rules: Record<string, () => string> }
  }
  type State = { tokens: Token[]; env: { page: { inputPath: string } } }
  export type Token = {
    type: string
    children: Token[] | null
    attrGet: (name: string) => string | null
    attrSet: (name: string, value: string) => void
  }
  export type Config = {
    addGlobalData: (name: string, data: unknown) => void
    addPassthroughCopy: (paths: Record<string, string>) => void
    amendLibrary: (engine: 'md', change: (library: Markdown) => void) => void
  }
  export default class Eleventy {
    constructor(from: string, to: string, options: { configPath: string })
    disableLogger: () => void
    write: () => Promise<unknown>
  }
}
