/** How letters beyond English are written in a file; the names are those of `TextDecoder`. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1251',
  'koi8-r',
  'windows-1252',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Whether the bytes of a file say that it is written so, and it is no guess. */
export const isCertain = (encoding: Encoding): boolean => encoding.startsWith('utf')

/** How much more likely a file of the language on screen is; less than one letter out of ten. */
const AT_HOME = 0.08
const OF_LANGUAGE: Readonly<Record<string, Encoding>> = {
  zh: 'gb18030',
  ja: 'shift_jis',
  ru: 'windows-1251',
}

/**
 * How a file is most likely written, judged by what is common in each language: bytes say nothing of
 * it, and a few letters may read well in several. `language` is the one on screen.
 */
export function encodingOf(bytes: Uint8Array<ArrayBuffer>, language = ''): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const wide = wideOf(bytes)
  if (wide) return wide
  if (decodes(bytes, 'utf-8') !== undefined) return 'utf-8'
  const home = OF_LANGUAGE[language.slice(0, 2)]
  const scored = ENCODINGS.slice(3).map((encoding) => {
    const text = decodes(bytes, encoding)
    const score = text === undefined ? -Infinity : scoreOf(text, encoding)
    return { encoding, score: score + (encoding === home ? AT_HOME : 0) }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).encoding
}

/** The text of a file in an encoding; what is no letter in it becomes a mark. */
export const textIn = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

/** How much of a table in UTF-16 is empty bytes at least: half, but for the letters beyond Europe. */
const LEAST_EMPTY = 0.05

/** UTF-16 without a mark at its beginning: separators and ends of lines have one empty byte each. */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  let [even, odd] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  if (bytes.length % 2 !== 0 || even === odd || Math.min(even, odd) > 0) return undefined
  if (Math.max(even, odd) < bytes.length * LEAST_EMPTY) return undefined
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

function decodes(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The average of what each letter beyond ASCII is worth, -1 to 2, by how many bytes it takes. */
function scoreOf(text: string, encoding: Encoding): number {
  const letters = [...text]
  const isWide = !encoding.startsWith('windows') && encoding !== 'koi8-r'
  let [sum, weight] = [0, 0]
  for (const [at, letter] of letters.entries()) {
    if (letter < '\u0080') continue
    const bytes = isWide && !HALF_WIDTH.test(letter) ? 2 : 1
    weight += bytes
    sum += bytes * (isWide ? worthOfWide(letter, encoding) : worthOfSmall(letters, at, encoding))
  }
  return weight === 0 ? 0 : sum / weight
}

const HALF_WIDTH = /[\uff61-\uff9f]/
const COMMON: Partial<Record<Encoding, string>> = {
  gb18030:
    '的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甲众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏充套餐季户备注付费续客流量邮箱址码端器账号昵称价型周期',
  big5: '的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員性通目華報立馬命張活難神數件安表原車白應路期王光灣臺台郵箱址碼端號暱稱價型週期客戶備註付費續套餐陳林黃李吳劉蔡楊許鄭謝',
  'euc-kr':
    '이가다는을의에고기사김박최정한국원회비월간년일요금제용자로지리하아서나도인시대수어스보상전부장주해과세만신동경우구거성조물들라트은개안계선여화명발공소유무문관연생오해미진결송임강윤권황안송류홍전손백허남심노객메모게님년후입중추천친구',
}

function worthOfWide(letter: string, encoding: Encoding): number {
  if (/[\ue000-\uf8ff\ufffd]|[\u0080-\u009f]/.test(letter)) return -2
  if (HALF_WIDTH.test(letter)) return -0.7
  if (/[\u3000-\u3003\u3008-\u3011\uff01-\uff5e\u2014\u2018-\u201d\u2026·]/.test(letter)) return 0.6
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp'
  if (/[\u3040-\u30ff]/.test(letter)) return isJapanese ? 2 : -0.5
  if (/[\uac00-\ud7a3]/.test(letter)) return worthOfKnown(letter, encoding, 1)
  if (!/\p{Script=Han}/u.test(letter)) return -1
  // Names in Korean are written in Hangul, but for a few.
  if (encoding === 'euc-kr') return -0.5
  return worthOfKnown(letter, encoding, usual(encoding).has(letter) ? 0.9 : -0.6)
}

const worthOfKnown = (letter: string, encoding: Encoding, otherwise: number) =>
  COMMON[encoding]?.includes(letter) ? 1.8 : otherwise

/** The characters that a standard puts first, as the usual ones: by the bytes they have there. */
const FIRST: Partial<Record<Encoding, [from: number, to: number]>> = {
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  shift_jis: [0x88, 0x97],
  'euc-jp': [0xb0, 0xcf],
}
const usualOf = new Map<Encoding, ReadonlySet<string>>()

function usual(encoding: Encoding): ReadonlySet<string> {
  const known = usualOf.get(encoding)
  if (known) return known
  const [from, to] = FIRST[encoding] ?? [1, 0]
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  // The second byte begins at A1 where the standard has rows of 94, and at 40 elsewhere.
  const least = encoding === 'gb18030' || encoding === 'euc-jp' ? 0xa1 : 0x40
  for (let row = from; row <= to; row++)
    for (let cell = least; cell <= 0xfe; cell++)
      for (const letter of decoder.decode(new Uint8Array([row, cell])))
        if (letter > '\u3000' && letter < '\ue000') found.add(letter)
  usualOf.set(encoding, found)
  return found
}

/** Words are of one alphabet, and big letters begin them or make up all of them. */
function worthOfSmall(letters: readonly string[], at: number, encoding: Encoding): number {
  const [before = '', letter = '', after = ''] = [letters[at - 1], letters[at], letters[at + 1]]
  if (encoding === 'windows-1252') {
    if (/[€£§©®°´·’‘“”„–—…«»\u00a0]/.test(letter)) return 0.2
    if (!/[ß-öø-ÿÀ-ÖØ-ÞœŒšŠžŽŸ]/.test(letter)) return -1
    if ([before, after].some((one) => (one.codePointAt(0) ?? 0) > 0x7f)) return -0.8
    if (/[A-Z]/.test(after) && letter !== letter.toUpperCase()) return -0.8
    return /[A-Za-z]/.test(before + after) ? 1.2 : -0.3
  }
  if (/[№«»—–“”„\u00a0]/.test(letter)) return 0.2
  if (!/[а-яёіїєґ]/i.test(letter)) return -1
  if (/[A-Za-z]/.test(before + after)) return -1
  const isBig = letter !== letter.toLowerCase()
  if (isBig && before !== before.toUpperCase()) return -1
  // One letter alone is a word only where it is one of a few.
  if (![before, after].some((one) => /[а-яёіїєґ]/i.test(one)))
    return /[ивксояуа]/i.test(letter) ? 0.3 : -0.8
  return /[оеаинтсрвлкмдпуяыьгзбчйхж]/i.test(letter) ? 1.4 : 0.6
}
