type Generator = 'typescript' | 'python' | 'go' | 'rust'

export function generatorFolder(name: Generator): string
export function hasGenerator(name: Generator): boolean
export function installGenerators(): void
