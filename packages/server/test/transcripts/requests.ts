/** The requests of the transcripts: tables of URLs and documents, multiplied with the options of servers. */
import { cursorPagination } from '../../src/extensions/cursor-pagination/cursor-pagination.ts';
import type { Setting } from './blog-world.ts';

export interface Case {
  readonly line: string;
  readonly setting: Setting;
  /** The document of the request. */
  readonly document?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The URL whose entity tag the request sends as `If-Match` or `If-None-Match`. */
  readonly tag?: { readonly field: 'if-match' | 'if-none-match'; readonly url: string } | undefined;
  /** How often the request is sent. */
  readonly times?: number | undefined;
  /** Further options of the server. */
  readonly options?: object | undefined;
  /** The difference, as the transcript says it. */
  readonly note?: string | undefined;
}

/** A write: its request, its data in short, and its document. */
export type Write = readonly [line: string, data?: unknown];

export const identifier = (type: string, id: string) => ({ type, id });
export const many = (type: string, ...ids: readonly string[]) => ids.map((id) => identifier(type, id));
const to = (type: string, id: string | null) => ({ data: id === null ? null : identifier(type, id) });
const toAll = (type: string, ...ids: readonly string[]) => ({ data: many(type, ...ids) });
const resource = (type: string, id: string | undefined, attributes: object, relationships?: object) => ({
  ...{
    type,
    ...(id === undefined ? {} : { id }),
    attributes,
    ...(relationships === undefined ? {} : { relationships }),
  },
});

const reads: readonly string[] = [
  '/articles',
  '/articles?filter[title]=one',
  '/articles?filter[words][ge]=20&sort=-words',
  '/articles?filter[title][contains]=o',
  '/articles?filter[title]=one,two&filter[words][lt]=20',
  '/articles?filter=or(eq(title,one),gt(words,30))',
  '/articles?filter[author]=1',
  '/articles?filter[author][exists]=false',
  '/articles?filter[author.name]=Ada',
  '/articles?filter[tags.name]=blue',
  '/articles?filter[comments.text]=first&include=comments',
  '/articles?filter[author.articles.title]=three',
  '/articles?sort=-title,words',
  '/articles?sort=author.name',
  '/articles?page[size]=2&page[number]=2',
  '/articles?page[size]=2&page[total]=true',
  '/articles?include=author',
  '/articles?include=tags,comments',
  '/articles?include=author.articles',
  '/articles?include=comments.article.author,tags.articles',
  '/articles?include=author.articles&filter[author.name]=Ada',
  '/articles?fields[articles]=title',
  '/articles?fields[articles]=author&include=author&fields[people]=name',
  '/articles?fields[articles]=tags',
  '/people?include=articles.tags',
  '/tags?include=articles&page[size]=2',
  '/articles/1',
  '/articles/3',
  '/articles/99',
  '/articles/1?include=author,tags,comments',
  '/articles/1?include=author.articles.comments',
  '/articles/1?fields[articles]=title',
  '/people/1?include=articles',
  '/articles/1/author',
  '/articles/4/author',
  '/articles/1/tags',
  '/articles/1/tags?filter[name]=red&sort=-name&page[size]=1',
  '/articles/1/comments?include=article',
  '/articles/99/tags',
  '/people/1/articles?include=tags',
  '/articles/1/relationships/author',
  '/articles/1/relationships/tags',
  '/articles/1/relationships/comments?page[size]=1',
  '/people/1/relationships/articles?include=articles',
];
const fewReads = reads.filter((_, index) => index % 4 === 0);

const writes: readonly Write[] = [
  ['POST /articles', resource('articles', undefined, { title: 'new' })],
  ['POST /articles', resource('articles', '9', { title: 'new' })],
  ['POST /articles', resource('articles', '1', { title: 'taken' })],
  [
    'POST /articles?include=author',
    resource('articles', undefined, { title: 'new' }, { author: to('people', '1'), tags: toAll('tags', '1') }),
  ],
  ['POST /articles', resource('articles', '9', { title: 'new' }, { author: to('people', '99') })],
  ['POST /articles', resource('articles', '9', { title: 'new' }, { tags: toAll('tags', '1', '3') })],
  ['POST /articles', resource('articles', '9', { status: 'hidden' })],
  ['POST /people', resource('people', '9', { name: 'Di' }, { articles: toAll('articles', '1', '4') })],
  ['POST /comments', resource('comments', '9', { text: 'new' }, { article: to('articles', '1') })],
  ['PATCH /articles/1', resource('articles', '1', { title: 'new' })],
  ['PATCH /articles/1', resource('articles', '1', {})],
  [
    'PATCH /articles/1',
    resource('articles', '1', { title: 'new' }, { author: to('people', '2'), tags: toAll('tags', '1') }),
  ],
  ['PATCH /articles/1?include=tags', resource('articles', '1', {}, { tags: toAll('tags', '2', '3') })],
  ['PATCH /articles/1', resource('articles', '1', {}, { comments: toAll('comments', '1', '4') })],
  ['PATCH /articles/1', resource('articles', '1', { status: 'hidden' })],
  ['PATCH /articles/3', resource('articles', '3', { title: 'new' })],
  ['PATCH /articles/99', resource('articles', '99', { title: 'new' })],
  ['PATCH /people/1', resource('people', '1', { name: 'new' }, { articles: toAll('articles', '2') })],
  ['DELETE /articles/1'],
  ['DELETE /articles/99'],
  ['DELETE /people/1'],
  ['DELETE /tags/1'],
  ['PATCH /articles/1/relationships/author', identifier('people', '2')],
  ['PATCH /articles/1/relationships/author', null],
  ['PATCH /articles/1/relationships/author', identifier('people', '3')],
  ['PATCH /articles/1/relationships/tags', many('tags', '2')],
  ['PATCH /articles/1/relationships/tags', []],
  ['POST /articles/2/relationships/tags', many('tags', '2')],
  ['POST /articles/1/relationships/tags', many('tags', '1')],
  ['DELETE /articles/1/relationships/tags', many('tags', '1', '2')],
  ['PATCH /people/2/relationships/articles', many('articles', '1', '2')],
  ['POST /people/2/relationships/articles', many('articles', '1')],
  ['DELETE /people/1/relationships/articles', many('articles', '1')],
  ['POST /articles/1/relationships/comments', many('comments', '4')],
  ['POST /tags/3/relationships/articles', many('articles', '2')],
];

const add = (type: string, lid: string | undefined, relationships: object = {}) => ({
  op: 'add',
  data: { type, ...(lid === undefined ? {} : { lid }), attributes: {}, relationships },
});
const lists: readonly (readonly [note: string, operations: readonly object[]])[] = [
  ['three adds', [add('tags', undefined), add('tags', undefined), add('people', undefined)]],
  [
    'two adds with a link to the same resource',
    [
      add('articles', undefined, { author: to('people', '1') }),
      add('articles', undefined, { author: to('people', '1') }),
    ],
  ],
  [
    'a link to a resource of the same list',
    [add('people', 'a'), add('articles', 'b', { author: { data: { type: 'people', lid: 'a' } } })],
  ],
  [
    'an update, and a removal',
    [
      { op: 'update', data: resource('articles', '1', { title: 'new' }) },
      { op: 'remove', ref: identifier('comments', '1') },
    ],
  ],
  [
    'changes of relationships',
    [
      { op: 'add', ref: { ...identifier('articles', '2'), relationship: 'tags' }, data: many('tags', '2') },
      {
        op: 'update',
        ref: { ...identifier('articles', '2'), relationship: 'author' },
        data: identifier('people', '1'),
      },
      { op: 'remove', ref: { ...identifier('articles', '1'), relationship: 'tags' }, data: many('tags', '1') },
    ],
  ],
  [
    'an operation that fails after one that does not',
    [add('tags', undefined), { op: 'remove', ref: identifier('tags', '99') }],
  ],
  [
    'the same resource twice',
    [
      { op: 'update', data: resource('articles', '1', { title: 'a' }) },
      { op: 'update', data: resource('articles', '1', { title: 'b' }) },
    ],
  ],
];

const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' });

export const atomicPath = '/operations';

/** Returns each request with each of the settings. */
const each = <Value>(
  values: readonly Value[],
  settings: readonly Setting[],
  caseOf: (value: Value, setting: Setting) => Case,
) => settings.flatMap((setting) => values.map((value) => caseOf(value, setting)));

const readCase = (url: string, setting: Setting): Case => ({ line: `GET ${url}`, setting });
const writeCase = ([line, data]: Write, setting: Setting): Case => ({
  ...{ line, setting, document: data === undefined ? undefined : { data } },
});
const urlOf = (line: string): string => (line.split(' ')[1] ?? '').split('?')[0] ?? '';
const conditional = (write: Write, setting: Setting): Case => ({
  ...writeCase(write, setting),
  tag: { field: 'if-match', url: urlOf(write[0]) },
  note: 'If-Match',
});
const keyed = (write: Write, setting: Setting): Case => ({
  ...{ ...writeCase(write, setting), headers: { 'idempotency-key': '"k"' }, times: 2, note: 'Idempotency-Key, twice' },
});
const minimal = (write: Write, setting: Setting): Case => ({
  ...{ ...writeCase(write, setting), headers: { prefer: 'return=minimal' }, note: 'return=minimal' },
});
const listCase = ([note, operations]: (typeof lists)[number], setting: Setting): Case => ({
  ...{ line: `POST ${atomicPath}`, setting, document: { 'atomic:operations': operations }, note },
});
const exists = ([line]: Write): boolean => /^(?:PATCH|DELETE|POST) \/\w+\/(?!99)/.test(line);

/** All requests to the blog. */
export const requests: readonly Case[] = [
  ...each(reads, ['open', 'rules'], readCase),
  ...each(fewReads, ['rules on paths', 'rules on fields'], readCase),
  ...each(['/articles/1', '/articles', '/articles/1/relationships/tags'], ['open', 'rules'], (url, setting) => ({
    ...readCase(url, setting),
    ...{ tag: { field: 'if-none-match', url }, note: 'If-None-Match' },
  })),
  ...each(['/articles', '/articles?include=author&sort=title'], ['open', 'rules'], (url, setting) => ({
    ...{ ...readCase(url, setting), options: { stream: { articles: true } }, note: 'streamed' },
  })),
  ...each(writes, ['open', 'rules', 'hooks', 'rules and hooks'], writeCase),
  ...each(writes.filter(exists), ['open', 'rules'], conditional),
  ...each(
    writes.filter(([line]) => line.startsWith('PATCH /articles/1')),
    ['rules and hooks'],
    conditional,
  ),
  ...each(['/articles?page[size]=2', '/articles?page[size]=2&sort=author.name'], ['open', 'rules'], (url, setting) => ({
    ...{ ...readCase(url, setting), options: { profiles: [cursors] }, note: 'cursors' },
  })),
  ...each(
    writes.filter((_, index) => index % 6 === 3),
    ['open', 'rules'],
    minimal,
  ),
  ...each(
    writes.filter((_, index) => index % 8 === 1),
    ['open', 'rules', 'hooks'],
    keyed,
  ),
  ...each(lists, ['open', 'rules', 'hooks'], listCase),
];

const noteReads: readonly string[] = [
  '/notes',
  '/notes?include=subject',
  '/notes?include=about',
  '/notes?include=subject,about&page[size]=2',
  '/notes?filter[subject]=1',
  '/notes?filter[text]=a&sort=-text',
  '/notes/1',
  '/notes/1?include=subject',
  '/notes/1/subject',
  '/notes/3/subject',
  '/notes/1/about',
  '/notes/1/about?page[size]=1',
  '/notes/1/relationships/subject',
  '/notes/1/relationships/about',
];
const noteWrites: readonly Write[] = [
  ['POST /notes', resource('notes', '9', { text: 'new' }, { subject: to('articles', '1') })],
  ['POST /notes', resource('notes', '9', {}, { subject: to('people', '99') })],
  [
    'POST /notes',
    resource('notes', '9', {}, { about: { data: [...many('articles', '1'), ...many('people', '1', '3')] } }),
  ],
  ['PATCH /notes/1', resource('notes', '1', { text: 'new' }, { subject: to('people', '2') })],
  [
    'PATCH /notes/1',
    resource('notes', '1', {}, { about: { data: [...many('articles', '2'), ...many('people', '2')] } }),
  ],
  ['PATCH /notes/1/relationships/subject', identifier('articles', '2')],
  ['PATCH /notes/1/relationships/subject', null],
  ['PATCH /notes/1/relationships/about', many('people', '1')],
  ['POST /notes/1/relationships/about', [...many('people', '2'), ...many('articles', '2')]],
  ['DELETE /notes/1/relationships/about', many('articles', '1')],
  ['DELETE /notes/1'],
  ['DELETE /articles/1'],
];

/** Requests to notes, whose relationships lead to types of two sources. */
export const noteRequests: readonly Case[] = [
  ...each(noteReads, ['open', 'rules', 'rules on fields'], readCase),
  ...each(noteWrites, ['open', 'rules', 'hooks', 'rules and hooks'], writeCase),
  ...each(noteWrites.filter(exists), ['rules'], conditional),
];
