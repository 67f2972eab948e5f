import { describe, expect, test } from 'vitest'
import {
  articleDraftOf,
  checkArticleDraft,
  NEW_ARTICLE,
  toArticle,
} from '../../src/features/articles/draft.ts'
import {
  checkGroupDraft,
  groupDraftOf,
  NEW_GROUP,
  toGroup,
  toGroupChange,
} from '../../src/features/groups/draft.ts'
import {
  checkNoticeDraft,
  NEW_NOTICE,
  noticeDraftOf,
  toNotice,
} from '../../src/features/notices/draft.ts'

const faults = (problems: object) => Object.keys(problems)

describe('an article', () => {
  const draft = { ...NEW_ARTICLE, title: 'How', content: 'So' }

  test('starts as a help page', () => {
    expect(NEW_ARTICLE).toEqual({
      title: '',
      content: '',
      position: 'help',
      category: '',
      order: '0',
      url: '',
      language: '',
    })
  })

  test.each([
    [{}, []],
    [{ title: ' ' }, ['title']],
    [{ content: ' ' }, ['content']],
    [{ content: '', url: 'https://a.example' }, []],
    [{ content: '', url: ' ' }, ['content']],
    [{ url: ' ' }, []],
    [{ url: ' http://a.example/x ' }, []],
    [{ url: 'a.example' }, ['url']],
    [{ url: 'ftp://a.example' }, ['url']],
    [{ url: 'https://' }, ['url']],
    [{ url: 'https://a b' }, ['url']],
    [{ url: 'see https://a.example' }, ['url']],
    [{ order: '1000000' }, []],
    [{ order: '1000001' }, ['order']],
    [{ order: '-1000000' }, []],
    [{ order: '-1000001' }, ['order']],
    [{ order: '\u22125' }, []],
    [{ order: ' 5 ' }, []],
    [{ order: '1.5' }, ['order']],
    [{ order: '' }, ['order']],
    [{ order: 'x1' }, ['order']],
    [{ order: '1x' }, ['order']],
  ])('with %j has faults in %j', (changes, expected) => {
    expect(faults(checkArticleDraft({ ...draft, ...changes }))).toEqual(expected)
  })

  test('is sent read', () => {
    const typed = { ...draft, title: ' How ', content: ' So ', category: ' c ', order: ' \u22122 ' }
    const sent = { title: 'How', content: ' So ', position: 'help', category: 'c', url: 'u' }
    const read = { ...sent, category_order: -2 }
    expect(toArticle({ ...typed, url: ' u ' })).toStrictEqual({ ...read, language: null })
    expect(toArticle({ ...typed, url: 'u', language: 'ja-JP' }, 'r')).toEqual({
      ...read,
      language: 'ja-JP',
      revision: 'r',
    })
  })

  test('is read back', () => {
    const { order: _order, ...rest } = draft
    expect(articleDraftOf({ ...rest, category_order: 7, id: 1, time: 2 } as never)).toEqual({
      ...rest,
      order: '7',
    })
  })
})

describe('a group', () => {
  const stored = { id: 1, name: 'g', comment: 'c', order: [1], multiAccount: 1, notices: [2] }

  test.each([
    ['', ['name']],
    [' ', ['name']],
    ['x', []],
  ])('named %j has faults in %j', (name, expected) => {
    expect(faults(checkGroupDraft({ ...NEW_GROUP, name }))).toEqual(expected)
  })

  test('starts with every plan and one account a person', () => {
    expect(NEW_GROUP).toEqual({
      name: '',
      comment: '',
      allPlans: true,
      plans: [],
      multiAccount: false,
      notices: [],
    })
  })

  test('is read and sent back', () => {
    const draft = groupDraftOf(stored as never)
    expect(draft).toEqual({
      name: 'g',
      comment: 'c',
      allPlans: false,
      plans: [1],
      multiAccount: true,
      notices: [2],
    })
    const sent = { name: 'g', comment: 'c', order: [1], multiAccount: true, notices: [2] }
    expect(toGroup({ ...draft, name: ' g ', comment: ' c ' })).toEqual(sent)
    expect(toGroup({ ...draft, allPlans: true })).toEqual({ ...sent, order: null })
    expect(toGroupChange(draft, stored as never)).toStrictEqual(sent)
    expect(toGroupChange(draft, { ...stored, revision: 'r' } as never)).toEqual({
      ...sent,
      revision: 'r',
    })
  })

  test('is read also where a server leaves things out', () => {
    const bare = { id: 1, name: 'g', comment: null, order: null, multiAccount: 0 }
    expect(groupDraftOf(bare as never)).toEqual({ ...NEW_GROUP, name: 'g' })
  })
})

describe('an announcement', () => {
  const draft = { ...NEW_NOTICE, title: 'News', content: 'All is well' }

  test.each([
    [{}, []],
    [{ title: ' ' }, ['title']],
    [{ content: ' ' }, ['content']],
    [{ forGroups: true }, ['groups']],
    [{ forGroups: true, groups: [1] }, []],
    [{ forGroups: false, groups: [] }, []],
  ])('with %j has faults in %j', (changes, expected) => {
    expect(faults(checkNoticeDraft({ ...draft, ...changes }))).toEqual(expected)
  })

  test('is sent to everybody, or to the groups that were chosen', () => {
    const typed = { ...draft, title: ' News ', content: ' c ', groups: [1, 2] }
    const sent = { title: 'News', content: ' c ', autopop: false }
    expect(toNotice(typed)).toStrictEqual({ ...sent, group: false, groups: [] })
    expect(toNotice({ ...typed, forGroups: true, autopop: true }, 'r')).toEqual({
      ...sent,
      group: true,
      groups: [1, 2],
      autopop: true,
      revision: 'r',
    })
  })

  test('starts for everybody, and quiet', () => {
    expect(NEW_NOTICE).toEqual({
      title: '',
      content: '',
      forGroups: false,
      groups: [],
      autopop: false,
    })
  })

  test.each([
    [
      { group: 0, autopop: 0 },
      { forGroups: false, groups: [], autopop: false },
    ],
    [
      { group: 1, groups: [1], autopop: 1 },
      { forGroups: true, groups: [1], autopop: true },
    ],
    [
      { group: 1, groupIds: [2], autopop: 0 },
      { forGroups: true, groups: [2], autopop: false },
    ],
    [
      { group: 1, groups: [1], groupIds: [2] },
      { forGroups: true, groups: [1], autopop: false },
    ],
  ])('of %j is read as %j', (changes, expected) => {
    const notice = { id: 1, title: 't', content: 'c', ...changes }
    expect(noticeDraftOf(notice as never)).toEqual({ title: 't', content: 'c', ...expected })
  })
})
