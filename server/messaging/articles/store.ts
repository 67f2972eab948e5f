import type { Query } from '#contract'
import { ARTICLE_PAGE_SIZE } from '#rules/paging.ts'
import type { Database } from '../../database/database.ts'
import type { NoticeRow } from '../notices/store.ts'
import { contains, containsAnyCase, searched } from '../../database/lists/search.ts'

/** Positions a reader may see; undefined is every one. */
export type Readable = readonly string[] | undefined

const MAX_CATEGORIES = 20

/** One page of articles, and how many there are on all pages. */
export async function selectArticles(
  db: Database,
  {
    p = 1,
    ps = ARTICLE_PAGE_SIZE,
    position,
    category,
    language,
    guide,
    search,
  }: Query<'listArticles'>,
  readable: Readable,
): Promise<{ rows: NoticeRow[]; count: number }> {
  const text = searched(search)
  const matching = articles(db, readable)
    .$if(position !== undefined, (rows) => rows.where('position', '=', position!))
    .$if(category !== undefined, (rows) => rows.where('category', '=', category!))
    .$if(language !== undefined, (rows) =>
      rows.where((eb) => eb.or([eb('language', 'is', null), eb('language', '=', language!)])),
    )
    .$if(guide === true, (rows) => rows.where('guide', 'is not', null))
    .$if(text !== '', (rows) =>
      rows.where((eb) =>
        eb.or([
          containsAnyCase(eb.ref('title'), text),
          containsAnyCase(eb.ref('category'), text),
          containsAnyCase(eb.ref('content'), text),
        ]),
      ),
    )
  const [rows, { count }] = await Promise.all([
    matching
      .selectAll()
      .orderBy('categoryOrder')
      .orderBy('category')
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(ps)
      .offset((p - 1) * ps)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

/** Whether there is an article at a position. */
export async function hasArticles(db: Database, position: string): Promise<boolean> {
  const row = await articles(db, [position]).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The categories that contain a text, sorted, at most 20. */
export async function selectCategories(
  db: Database,
  { q: text, language }: Query<'listArticleCategories'> & { q: string },
  readable: Readable,
): Promise<string[]> {
  const rows = await articles(db, readable)
    .select('category')
    .distinct()
    .where('category', '<>', '')
    .$if(language !== undefined, (rows) =>
      rows.where((eb) => eb.or([eb('language', 'is', null), eb('language', '=', language!)])),
    )
    .$if(text !== '', (found) => found.where((eb) => contains(eb.ref('category'), text)))
    .orderBy('category')
    .limit(MAX_CATEGORIES)
    .execute()
  return rows.map(({ category }) => category ?? '')
}

/** One article a reader may see. */
export function findArticle(
  db: Database,
  id: number,
  readable: Readable,
): Promise<NoticeRow | undefined> {
  return articles(db, readable).selectAll().where('id', '=', id).executeTakeFirst()
}

function articles(db: Database, readable: Readable) {
  return db
    .selectFrom('notice')
    .where('kind', '=', 'article')
    .$if(readable !== undefined, (rows) => rows.where('position', 'in', [...readable!]))
}
