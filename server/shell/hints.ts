/**
 * The `Link` header of the shell: what its head preloads, said before the page is parsed. A proxy
 * in front may send it ahead as early hints, while this server still thinks.
 */
export function hintsOf(page: string): string {
  const links = [...page.matchAll(/<(?:link|script)\b[^>]*>/g)].map(([tag]) => tag)
  return links
    .flatMap((tag) => {
      const href = /(?:href|src)="(\/assets\/[^"]+)"/.exec(tag)?.[1]
      if (!href) return []
      if (/rel="stylesheet"/.test(tag)) return [`<${href}>; rel=preload; as=style; crossorigin`]
      return [`<${href}>; rel=modulepreload; crossorigin`]
    })
    .join(', ')
}
