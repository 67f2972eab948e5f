/** Where the API is by `config.json`, in the order to be tried; empty means this page's own server. */
export function basesIn(config: unknown): string[] {
  const named: unknown =
    typeof config === 'object' && config !== null && 'apiBase' in config ? config.apiBase : ''
  const texts = (Array.isArray(named) ? named : [named]).filter((one) => typeof one === 'string')
  return texts.length > 0 ? texts.map((text) => text.replace(/\/+$/, '')) : ['']
}
