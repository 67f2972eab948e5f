/** A template that a program takes or refuses: `at` and `line` are where, nothing where it takes it. */
export type Tried = {
  what: string
  text: string
  at?: string
  line?: number
  /** The program's own check takes it; it ends when it is run. */
  onlyWhenRun?: boolean
}

const START = `proxy-groups:
  - { name: P, type: select, proxies: ["{servers}", DIRECT] }
`
const HEAD_LINES = 2

const mihomoRule = (rule: string, isTaken = false): Tried => ({
  what: rule,
  text: `${START}rules:\n  - MATCH,P\n  - ${JSON.stringify(rule)}\n`,
  ...(!isTaken && { at: 'rules[1]', line: HEAD_LINES + 3 }),
})

/** Templates for mihomo, each with one thing that may be a fault. */
export const MIHOMO_TEMPLATES: readonly Tried[] = [
  ...[
    'DOMIAN,example.com,P',
    'GEO-IP,CN,DIRECT',
    'RULE-SET,none,P',
    'SUB-RULE,(NETWORK,tcp),none',
    'IP-CIDR,10.0.0.0,DIRECT',
    'IP-CIDR,10.0.0.0/33,DIRECT',
    'IP-CIDR6,fe80::/129,DIRECT',
    'DST-PORT,80-,P',
    'DST-PORT,http,P',
    'NETWORK,icmp,P',
    'DOMAIN,example.com',
    'DOMAIN',
    'AND,((NETWORK,udp),(DST-PROT,443)),REJECT',
    'AND,((NETWORK,udp),(RULE-SET,none)),REJECT',
    'AND,((NETWORK,udp),REJECT',
    'DOMAIN,example.com,Nowhere',
  ].map((rule) => mihomoRule(rule)),
  ...[
    'DOMAIN-SUFFIX,example.com,P',
    'domain,example.com,P',
    'IP-CIDR,10.0.0.0/8,DIRECT,no-resolve',
    'IP-CIDR6,fe80::/10,DIRECT,no-resolve',
    'SRC-IP-CIDR,10.0.0.0/8,DIRECT',
    'DST-PORT,80/443/1000-2000,P',
    'NETWORK,UDP,REJECT',
    'PROCESS-NAME,curl,P',
    'DOMAIN-REGEX,^a{1,3}\\.example$,P',
    'AND,((NETWORK,udp),(DST-PORT,443)),REJECT',
    'OR,((DOMAIN,a.example),(NOT,((NETWORK,udp)))),PASS',
    'MATCH,P,more',
  ].map((rule) => mihomoRule(rule, true)),
  {
    what: 'a group of an unknown type',
    text: 'proxy-groups:\n  - { name: P, type: url-tset, proxies: ["{servers}"] }\n',
    at: 'proxy-groups[0].type',
    line: 2,
  },
  {
    what: 'a proxy of an unknown type',
    text: `proxies:\n  - { name: a, type: shadowsocks, server: a, port: 1 }\n${START}`,
    at: 'proxies[0].type',
    line: 2,
  },
  {
    what: 'a provider that is not there',
    text: `${START}  - { name: Q, type: select, use: [none] }\n`,
    at: 'proxy-groups[1].use',
    line: 3,
  },
  {
    what: 'rules in rules',
    text: `${START}sub-rules:\n  mine: ["NETWORK,udp,P"]\nrules: ["SUB-RULE,(NETWORK,tcp),mine"]\n`,
  },
  {
    what: 'a fault in rules in rules',
    text: `${START}sub-rules:\n  mine: ["NETWROK,udp,P"]\n`,
    at: 'sub-rules.mine[0]',
    line: 4,
  },
]

/** What every template for sing-box here has, with changes. */
const singbox = (changes: object) =>
  JSON.stringify(
    {
      outbounds: [
        { type: 'selector', tag: 'P', outbounds: ['{servers}', 'off'] },
        { type: 'direct', tag: 'off' },
      ],
      ...changes,
    },
    null,
    1,
  )

/** The same for sing-box 1.14; its line is looked for by its last name. */
export const SINGBOX_TEMPLATES: readonly Tried[] = [
  { what: 'nothing more', text: singbox({}) },
  {
    what: 'DNS as of before 1.12',
    text: singbox({ dns: { servers: [{ tag: 'a', address: 'https://1.1.1.1/dns-query' }] } }),
    at: 'dns.servers[0].type',
  },
  {
    what: 'DNS as it is now',
    text: singbox({
      dns: { servers: [{ type: 'https', tag: 'a', server: '1.1.1.1' }], final: 'a' },
    }),
  },
  {
    what: 'the address of a tunnel as of before 1.10',
    text: singbox({ inbounds: [{ type: 'tun', inet4_address: '172.19.0.1/30' }] }),
    at: 'inbounds[0].inet4_address',
  },
  {
    what: 'the address of a tunnel',
    text: singbox({ inbounds: [{ type: 'tun', address: ['172.19.0.1/30'], auto_route: true }] }),
  },
  {
    what: 'rules by geosite',
    text: singbox({ route: { rules: [{ geosite: 'cn', outbound: 'off' }] } }),
    at: 'route.rules[0].geosite',
  },
  {
    what: 'an outbound for DNS',
    text: singbox({
      outbounds: [
        { type: 'selector', tag: 'P', outbounds: ['{servers}'] },
        { type: 'direct', tag: 'off' },
        { type: 'dns', tag: 'dns-out' },
      ],
    }),
    at: 'outbounds[2].type',
  },
  { what: 'a misspelt part', text: singbox({ rotue: {} }), at: 'rotue' },
  {
    what: 'a misspelt field',
    text: singbox({ inbounds: [{ type: 'mixed', listen_prot: 2080 }] }),
    at: 'inbounds[0].listen_prot',
  },
  {
    what: 'a port as a text',
    text: singbox({ inbounds: [{ type: 'mixed', listen: '::', listen_port: '2080' }] }),
    at: 'inbounds[0].listen_port',
  },
  {
    what: 'a rule of today',
    text: singbox({
      route: {
        rules: [
          { action: 'sniff' },
          { protocol: 'dns', action: 'hijack-dns' },
          { domain_suffix: ['.example'], port: [80, 443], outbound: 'P' },
          { type: 'logical', mode: 'or', rules: [{ port: 1 }, { port: 2 }], outbound: 'off' },
        ],
      },
    }),
  },
  {
    what: 'a set of rules that is not there',
    text: singbox({ route: { rules: [{ rule_set: 'none', outbound: 'off' }] } }),
    at: 'route.rules[0].rule_set',
    onlyWhenRun: true,
  },
  {
    what: 'a name server that is not there',
    text: singbox({ dns: { servers: [{ type: 'local', tag: 'a' }], final: 'b' } }),
    at: 'dns.final',
    onlyWhenRun: true,
  },
  {
    what: 'an action nobody knows',
    text: singbox({ route: { rules: [{ port: 1, action: 'routing' }] } }),
    at: 'route.rules[0].action',
  },
]
