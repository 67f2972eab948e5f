/** An end of the console that nobody asked for. */
export type End = {
  /** When it was noted: by the console that started next, or as the error came; ms since 1970. */
  time: number
  /**
   * `memory`: its heap was full. `error`: it ended by itself because of one. `machine`: the machine
   * went down with it. `killed`: none of these; also where a system short of memory chose it.
   */
  cause: 'memory' | 'error' | 'machine' | 'killed'
}
