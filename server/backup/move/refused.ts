/** Why nothing is moved, in a sentence for the operator. */
export class MoveRefused extends Error {}
