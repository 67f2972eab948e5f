/** Whether the address of a page opens the shell: every screen does, what the server renders and the manual do not. */
export function opensShell(path: string): boolean {
  return !/^\/(api|apps|assets|guide)(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path)
}

/** The same things in so many lists, to be worked through side by side. */
export function lanesOf<T>(things: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, lane) =>
    things.filter((_one, at) => at % count === lane),
  )
}
