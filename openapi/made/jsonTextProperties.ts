// Made by `npm run contract`. Do not edit.

/** Properties that older servers send as JSON text. */
export const jsonTextProperties: readonly string[] = ["data","order","pluginOptions","server"]
