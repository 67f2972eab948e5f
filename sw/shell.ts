/** Whether the address of a page opens the shell: every screen does, what the server renders does not. */
export function opensShell(path: string): boolean {
  return !/^\/(api|assets)(\/|$)/i.test(path) && !/\.[a-z0-9]+$/i.test(path)
}
