/** The overview's columns on a desktop: who, three lights, what it carries, its month. */
export const FLEET_COLUMNS =
  'minmax(140px, 1.4fr) minmax(96px, 1fr) minmax(128px, 1fr) minmax(96px, 1fr) minmax(180px, 1.2fr) 150px'
