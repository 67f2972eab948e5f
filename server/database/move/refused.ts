/** Why nothing is moved, in a sentence for who asked for it. */
export class MoveRefused extends Error {}
