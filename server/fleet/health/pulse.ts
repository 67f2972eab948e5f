/** What is known of a node's clock and distance, ms; absent where it is not linked. */
export type NodePulse = { skewMs?: number | null; roundTripMs?: number | null }
