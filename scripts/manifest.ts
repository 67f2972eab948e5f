/** What `package.json` says, as far as a release takes it over. */
export type SourceManifest = {
  name: string
  version: string
  description: string
  license: string
  optionalDependencies: Record<string, string>
}

/** The manifest of a packed release: a command, and Node for machines that have none of it. */
export function manifestOf(source: SourceManifest) {
  const { name, version, description, license, optionalDependencies } = source
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { [name]: 'bin/sluice.mjs' },
    // The command chooses the Node that serves.
    engines: { node: '>=18' },
    optionalDependencies,
  }
}
