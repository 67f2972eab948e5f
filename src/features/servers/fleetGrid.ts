/** The overview's columns on a desktop: who, three lights, what it carries, its month. */
export const FLEET_COLUMNS =
  'minmax(140px, 1.4fr) repeat(3, minmax(96px, 1fr)) minmax(190px, 1.2fr) 150px'
