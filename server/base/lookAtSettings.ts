import { readSettings, type Config } from './config.ts'
import { unknownNames } from './settings/unknownNames.ts'
import { WrongSettings } from './settings/wrong.ts'

type Looked = {
  /** Undefined where a value is wrong. */
  config?: Config
  /** What an operator should know of settings a program can begin with. */
  warnings: string[]
  /** What no program begins with, each a sentence. */
  problems: string[]
}

/** Reads an environment, and says all that is wrong with it. */
export function lookAtSettings(env: NodeJS.ProcessEnv): Looked {
  const problems = unknownNames(env)
  try {
    return { ...readSettings(env), problems }
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error
    return { warnings: [], problems: [...error.message.split('\n'), ...problems] }
  }
}
