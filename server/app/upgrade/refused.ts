/** What is not done; the message is a sentence for the operator, and nothing was changed. */
export class UpgradeRefused extends Error {}
