/** The overview's columns on a desktop: who, three lights, what it carries, its month. */
export const FLEET_COLUMNS =
  'minmax(128px, 1.4fr) minmax(96px, 1fr) minmax(112px, 1fr) minmax(124px, 1fr) minmax(180px, 1.2fr) minmax(120px, 150px)'
