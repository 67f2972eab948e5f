export function packageOf(platform: string, arch: string): string
export function linkNode(modules: string, machine?: { platform: string; arch: string }): void
