/**
 * Compares names for a list that is read by them: Chinese ones by their sound, 500G before 1000G.
 * Each database has an order of its own, by how it was set up.
 */
export const byName = new Intl.Collator('zh-CN', { numeric: true }).compare
