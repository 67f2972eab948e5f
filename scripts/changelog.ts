/** The heading of what no release has yet. */
const UNRELEASED = '## Unreleased'

/** A release that cannot be cut or made; the message is a sentence for its owner. */
export class NoRelease extends Error {}

/** What CHANGELOG says of a version, without its heading; undefined where it has no part of its own. */
export function partOf(changelog: string, version: string): string | undefined {
  const [, text] = parts(changelog).find(([heading]) => heading.startsWith(`## ${version} (`)) ?? []
  return text
}

/** What no release has yet. */
export function unreleasedIn(changelog: string): string {
  const [, text = ''] = parts(changelog).find(([heading]) => heading === UNRELEASED) ?? []
  return text
}

/**
 * Makes the unreleased part that of a version, with its day (2026-11-29), and leaves an empty one
 * above it. Throws `NoRelease` where there is nothing in it, or where the version is no newer one.
 */
export function cutChangelog(
  changelog: string,
  { version, before, day }: { version: string; before: string; day: string },
): string {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new NoRelease(`"${version}" is no version; write it like 0.2.0.`)
  if (!isNewer(version, before))
    throw new NoRelease(`${version} is not newer than ${before}, which package.json has.`)
  if (partOf(changelog, version) !== undefined)
    throw new NoRelease(`CHANGELOG.md has a part for ${version} already.`)
  if (unreleasedIn(changelog) === '')
    throw new NoRelease(`CHANGELOG.md has nothing below "${UNRELEASED}": there is nothing to cut.`)
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`)
}

/** Whether a version such as 0.10.0 comes after another. */
export function isNewer(version: string, other: string): boolean {
  const [mine, theirs] = [version, other].map((text) => text.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    const difference = (mine?.[at] ?? 0) - (theirs?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Headings of the second level, each with the text below it. */
function parts(changelog: string): [string, string][] {
  return changelog
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## '))
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      return [heading.trim(), lines.join('\n').trim()]
    })
}
