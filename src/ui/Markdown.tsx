import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { createElement, type ReactNode } from 'react'
import { WEB_ADDRESS } from './webAddress.ts'
import { headingLevels } from '#rules/headings.ts'

type Props = {
  text: string
  /** The level of the heading above, so that those within come below it. */
  under?: 1 | 2 | 3
}

/**
 * Renders text in Markdown: paragraphs, headings, lists, tables, code, quotes,
 * bold, italic and links.
 *
 * It makes elements and never HTML, so that nothing written can run here. Lines break where they
 * were broken, as people expect who do not know Markdown.
 */
export function Markdown({ text, under = 2 }: Props) {
  return <div className={useStyles().text}>{blocksOf(text, under)}</div>
}

const FENCE = /^ {0,3}(?:```|~~~)/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/
// Quotes within quotes become one, so that they cannot be nested without end.
const QUOTE = /^ {0,3}>[> ]*/
const BULLET = /^\s*[-*+]\s+/
const NUMBER = /^\s*\d{1,9}[.)]\s+/
const ROW = /^\s*\|(.+?)\|?\s*$/
const UNDER_HEAD = /^\s*\|(?:\s*:?-+:?\s*\|)*\s*:?-*:?\s*$/
const SPECIAL = [FENCE, HEADING, RULE, QUOTE, BULLET, NUMBER, ROW, /^\s*$/]

function blocksOf(text: string, under: number): ReactNode[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: ReactNode[] = []
  const levelOf = headingLevels(under)
  let at = 0
  /** The lines from here on that go on with a block. */
  const take = (goesOn: (line: string) => boolean) => {
    const from = at
    while (at < lines.length && goesOn(lines[at] ?? '')) at += 1
    return lines.slice(from, at)
  }
  const list = (tag: 'ul' | 'ol', mark: RegExp) => {
    const items: string[] = []
    const start = tag === 'ol' ? Number.parseInt(lines[at] ?? '', 10) : undefined
    for (const line of take((next) => mark.test(next) || /^\s+\S/.test(next))) {
      if (mark.test(line)) items.push(line.replace(mark, ''))
      else items.push(`${items.pop() ?? ''}\n${line.trim()}`)
    }
    const rows = items.map((item, key) => <li key={key}>{inline(item)}</li>)
    return createElement(tag, { key: at, start }, rows)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = HEADING.exec(line)
    if (heading) {
      at += 1
      blocks.push(
        createElement(
          `h${levelOf(heading[1]?.length ?? 1)}`,
          { key: at },
          inline(heading[2] ?? ''),
        ),
      )
    } else if (RULE.test(line)) {
      at += 1
      blocks.push(<hr key={at} />)
    } else if (FENCE.test(line)) {
      at += 1
      const code = take((next) => !FENCE.test(next)).join('\n')
      at += 1
      blocks.push(
        <pre key={at}>
          <code>{code}</code>
        </pre>,
      )
    } else if (QUOTE.test(line)) {
      const quoted = take((next) => QUOTE.test(next)).map((next) => next.replace(QUOTE, ''))
      blocks.push(<blockquote key={at}>{blocksOf(quoted.join('\n'), under)}</blockquote>)
    } else if (ROW.test(line) && UNDER_HEAD.test(lines[at + 1] ?? '')) {
      const [head = [], , ...rows] = take((next) => ROW.test(next)).map(cellsOf)
      blocks.push(tableOf(head, rows, at))
    } else if (BULLET.test(line)) blocks.push(list('ul', BULLET))
    else if (NUMBER.test(line)) blocks.push(list('ol', NUMBER))
    else if (line.trim() === '') at += 1
    else {
      at += 1
      const own = [line, ...take((next) => !SPECIAL.some((special) => special.test(next)))]
      blocks.push(<p key={at}>{inline(own.join('\n'))}</p>)
    }
  }
  return blocks
}

const cellsOf = (row: string) => (ROW.exec(row)?.[1] ?? '').split('|').map((cell) => cell.trim())

function tableOf(head: string[], rows: string[][], key: number): ReactNode {
  return (
    <table key={key}>
      <thead>
        <tr>
          {head.map((cell, column) => (
            <th key={column} scope="col">
              {inline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// An underscore within a word begins nothing: it is read together with the letter before it, as a
// pattern that looks back cannot be read by Safari before 16.4.
const MARKS =
  /`([^`\n]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s][^*]*)\*|([\p{L}\p{N}_]_)(?!_)|_([^_\s][^_]*)_(?![\p{L}\p{N}_])|!?\[([^\]]*)\]\(((?:[^()\s]|\([^()\s]*\))*)(?:\s[^)]*)?\)/su
const INLINE = new RegExp(`${MARKS.source}|(${WEB_ADDRESS.source})`, 'gsu')

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const found of text.matchAll(INLINE)) {
    const [all, code, bold, strong, italic, within, emphasis, label, target, address] = found
    parts.push(text.slice(end, found.index))
    end = found.index + all.length
    const key = found.index
    if (code !== undefined) parts.push(<code key={key}>{code}</code>)
    else if (within !== undefined) parts.push(within)
    else if (bold ?? strong) parts.push(<strong key={key}>{inline(bold ?? strong ?? '')}</strong>)
    else if (italic ?? emphasis) parts.push(<em key={key}>{inline(italic ?? emphasis ?? '')}</em>)
    else parts.push(link(address ?? target ?? '', label || (address ?? target ?? ''), key))
  }
  return [...parts, text.slice(end)]
}

/** A link to a page served safely; of any other only the words are left. */
function link(target: string, label: string, key: number): ReactNode {
  if (!/^https:\/\//i.test(target) || !URL.canParse(target)) return label
  return (
    <a key={key} href={target} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}

const HEADINGS = '& h2, & h3, & h4, & h5, & h6'
const useStyles = makeStyles({
  text: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    '& p, & li': { whiteSpace: 'pre-line', margin: 0 },
    '& ul, & ol': { margin: 0, paddingInlineStart: '24px' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    [HEADINGS]: { ...typographyStyles.body1Strong, margin: 0 },
    '& a': { color: tokens.colorBrandForegroundLink, textDecorationLine: 'underline' },
    '& code': { fontFamily: tokens.fontFamilyMonospace, fontSize: '0.95em' },
    '& pre': {
      margin: 0,
      padding: '12px',
      whiteSpace: 'pre-wrap',
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorNeutralBackground3,
    },
    '& blockquote': {
      margin: 0,
      paddingInlineStart: '12px',
      borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
      color: tokens.colorNeutralForeground2,
      display: 'flex',
      flexDirection: 'column',
      gap: '8px',
    },
    '& table': { borderCollapse: 'collapse', width: '100%' },
    '& th, & td': {
      padding: '6px 8px',
      textAlign: 'start',
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    '& th': { fontWeight: tokens.fontWeightSemibold },
    '& hr': {
      width: '100%',
      margin: 0,
      border: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
})
