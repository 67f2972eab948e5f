import { PROGRAMS, type ProgramName } from '../../scripts/programEntries.ts'

export type { ProgramName }

/** Where the packed programs are, in the places they have beside each other when they are shipped. */
export const PACKED = 'dist-server'

/** Whether the tests of this run start what is packed where they start the server's sources else. */
const ARE_PACKED = process.env.PROGRAMS === 'packed'

/** The file of one of the server's programs, as a process of this run starts it. */
export function programOf(name: ProgramName): string {
  return ARE_PACKED ? packedProgram(name) : PROGRAMS[name]
}

/** The packed file of one of the server's programs. */
export const packedProgram = (name: ProgramName) => `${PACKED}/${name}.mjs`
