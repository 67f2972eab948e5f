/** The server's programs, by the name of their packed file: what each is made of. */
export const PROGRAMS = {
  console: 'server/main.ts',
  engine: 'server/engine/main.ts',
  engineCommand: 'server/engine/command.ts',
  backup: 'server/app/backup/command.ts',
  secret: 'server/app/secret/command.ts',
  moveDb: 'server/app/move/command.ts',
  exportShop: 'server/app/move/exportCommand.ts',
  importShop: 'server/app/move/importCommand.ts',
  verify: 'server/app/release/verifyCommand.ts',
  config: 'server/app/release/configCommand.ts',
  upgrade: 'server/app/upgrade/upgradeCommand.ts',
  setup: 'server/app/release/setupCommand.ts',
}

/** One of them, by the name of its file. */
export type ProgramName = keyof typeof PROGRAMS
