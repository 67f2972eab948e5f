type Client = 'sing-box' | 'xray' | 'mihomo' | 'shadowsocks-rust'

export function clientFile(name: Client, file?: string): string
export function buildClients(): void
