/** Version of this program; the build writes it in. */
export const AGENT_VERSION = process.env.SLUICE_NODE_VERSION ?? 'source'
