/** Ports closed to customers where nothing is said of them: mail servers deliver by 25, and so does spam. */
export const CLOSED_PORTS: readonly number[] = [25]
