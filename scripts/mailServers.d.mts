type MailServer = 'postfix' | 'exim4-daemon-light'
export function mailServerFolder(name: MailServer): string
export function hasMailServer(name: MailServer): boolean
export function unpackMailServers(): void
