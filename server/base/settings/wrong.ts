/** Settings that no program can begin with; each sentence says which one, and what it should be. */
export class WrongSettings extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
  }
}
