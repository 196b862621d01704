/** Members of relationships of which the user can read only some. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource, Selection } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

type Source = Required<DataSource>;
type Member = { readonly type: string; readonly id: string };
type Related = Source['related'];

const all = blogSources() as unknown as Readonly<Record<string, Source>>;
/** Comment 4 (First!) is hidden; comments 5 (Better) and 6 (Again) are visible. */
const some: AccessRules<Blog> = { comments: { read: () => [{ field: 'body', values: ['Better', 'Again'] }] } };
const every: AccessRules<Blog> = { comments: { read: () => true }, articles: { read: () => true } };
const bodies: Readonly<Record<string, string>> = { 4: 'First!', 5: 'Better', 6: 'Again' };

/** Articles whose `related` returns the members of the memory source in another form, and does not apply conditions itself. */
function articlesWith(toMember: (member: Member) => unknown, ignoresConditions = false): DataSource {
  const { appliesFilters: _, ...source } = all['articles'] as Source;
  const find: Source['find'] = async (...given) =>
    (await source.find(...given)).map((record) => ({ ...record, comments: undefined }) as never);
  const related: Related = async (name, ids, query, call) => {
    const asked = ignoresConditions ? { ...query, filter: [] } : query;
    const pages = await source.related(name, ids, asked as never, call);
    const shown = [...pages].map(([id, page]) => {
      const { records } = page as unknown as { readonly records: readonly Member[] };
      return [id, { ...(page as object), records: records.map(({ type, id }) => toMember({ type, id })) }] as const;
    });
    return new Map(shown) as never;
  };
  return { ...source, find, related };
}

function open(access: AccessRules<Blog>, sources: object = {}, options: ServerOptions<unknown, Blog> = {}) {
  const errors: unknown[] = [];
  const asked: string[] = [];
  const { find } = all['comments'] as Source;
  const comments: DataSource = {
    ...all['comments'],
    appliesFilters: undefined,
    find(ids, selection, call) {
      asked.push(ids.join());
      return find(ids, selection, call);
    },
  };
  const server = createServer(blog, withRest(blog, { ...all, comments, ...sources } as never), {
    defaultAccess: 'allow',
    access,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { server, errors, asked };
}

describe('the meta of linkage', () => {
  const toMember = ({ type, id }: Member) => ({ type, id, ...(id === '6' ? {} : { meta: { note: id } }) });
  const four = { type: 'comments', id: '4', meta: { note: '4' } };
  const five = { type: 'comments', id: '5', meta: { note: '5' } };
  const six = { type: 'comments', id: '6' };

  test.each<[string, AccessRules<Blog>, readonly object[]]>([
    ['a user that can read some', some, [five, six]],
    ['a user that can read all', every, [four, five, six]],
  ])('is shown to %s, for the members that the user can read', async (_, access, expected) => {
    const { server, errors } = open(access, { articles: articlesWith(toMember) });
    const { document } = await send(server, 'GET /articles/1/relationships/comments');
    expect(document.data).toEqual(expected);
    const included = (await send(server, 'GET /articles/1?include=comments&fields[comments]=body')).document;
    expect(identities(included.data.relationships.comments.data)).toEqual(identities(expected));
    expect(included.included.map((it: { readonly attributes: object }) => it.attributes)).toEqual(
      expected.map((it) => ({ body: bodies[(it as Member).id] })),
    );
    expect(errors).toEqual([]);
  });
});

test('a member with meta is hidden as well, if the source returns it although it does not match', async () => {
  const toMember = ({ type, id }: Member) => ({ type, id, meta: { note: id } });
  const { server, errors } = open(some, { articles: articlesWith(toMember, true) });
  const { document } = await send(server, 'GET /articles/1?include=comments&fields[comments]=body');
  expect([identities(document.data.relationships.comments.data), errors]).toEqual([['comments 5', 'comments 6'], []]);
});

test.each<[string, AccessRules<Blog> | undefined]>([
  ['without rules', undefined],
  ['for a user that can read all members', every],
  ['for a user that can read some', { comments: { read: () => [{ field: 'id', values: ['4', '5', '6'] }] } }],
])('a page with a repeated member has a next page: %s', async (_, access) => {
  const related = () => new Map([['1', { records: [4, 4, 5] }]]);
  const articles = { ...(all['articles'] as Source), appliesFilters: undefined, related };
  const server = createServer(blog, { ...all, articles } as never, access && { defaultAccess: 'allow', access });
  for (const url of ['/articles/1/comments', '/articles/1/relationships/comments']) {
    const { document } = await send(server, `GET ${url}?page[size]=2`);
    expect([identities(document.data), typeof document.links.next]).toEqual([['comments 4', 'comments 5'], 'string']);
  }
});

describe('members that `related` returns as records', () => {
  test.each<[string, (member: Member) => unknown, readonly string[]]>([
    ['with what the rule compares: they are not read again', ({ id }) => ({ id, body: bodies[id] }), []],
    ['without it: they are read once', ({ id }) => ({ id, author: '7' }), ['5,6']],
    ['of which one lacks it', ({ id }) => (id === '6' ? { id } : { id, body: bodies[id] }), ['6']],
    ['identifiers', (member) => member, ['5,6']],
    ['ids', ({ id }) => id, ['5,6']],
  ])('%s', async (_, toMember, reads) => {
    for (const ignores of [false, true]) {
      const { server, errors, asked } = open(some, { articles: articlesWith(toMember, ignores) });
      const { document } = await send(server, 'GET /articles/1?include=comments&fields[comments]=body');
      expect([identities(document.included), errors]).toEqual([['comments 5', 'comments 6'], []]);
      expect(identities(document.data.relationships.comments.data)).toEqual(['comments 5', 'comments 6']);
      expect(asked).toEqual(ignores ? reads.map((ids) => ids.replace('5,6', '4,5,6')) : reads);
    }
  });

  test.each<[string, (member: Member) => unknown, readonly string[]]>([
    ['records', ({ id }) => ({ id, body: bodies[id] }), []],
    ['records without what the rule compares', ({ id }) => ({ id, author: '7' }), []],
    ['identifiers', (member) => member, ['5,6']],
  ])('by a source that applies the conditions, %s: the server does not check them', async (_, toMember, expected) => {
    const source = articlesWith(toMember);
    const own = all['comments'] as Source;
    const asked: string[] = [];
    const find: Source['find'] = (ids, selection, call) => {
      asked.push(ids.join());
      return own.find(ids, selection, call);
    };
    const stating = (methods: readonly unknown[]) => ({ methods, types: ['articles', 'comments'] }) as never;
    const { server, errors } = open(some, {
      articles: { ...source, appliesFilters: stating([source.related]) },
      comments: { ...own, find, appliesFilters: stating([find]) },
    });
    const { document } = await send(server, 'GET /articles/1/comments?fields[comments]=body');
    expect([identities(document.data), asked, errors]).toEqual([['comments 5', 'comments 6'], expected, []]);
  });

  test('for a user that can read all of them: not read again, unless they are identifiers', async () => {
    const whole = open(every, { articles: articlesWith(({ id }) => ({ id, body: bodies[id] })) });
    await send(whole.server, 'GET /articles/1/comments?fields[comments]=body');
    const ids = open(every, { articles: articlesWith((member) => member) });
    const { document } = await send(ids.server, 'GET /articles/1/comments?fields[comments]=body');
    expect([whole.asked, ids.asked]).toEqual([[], ['4,5,6']]);
    expect(document.data.map((it: { readonly attributes: object }) => it.attributes)).toEqual(
      ['4', '5', '6'].map((id) => ({ body: bodies[id] })),
    );
  });
});

describe('a page with a member that the conditions exclude', () => {
  const urls = ['/articles/1/comments', '/articles/1/relationships/comments'];
  const broken = (id: string) => articlesWith((it) => ({ type: 'comments', id: it.id === '6' ? id : it.id }));

  test.each(urls)(
    '%s: 500 if the source ignored the conditions, because its pages would count the member',
    async (url) => {
      const { server, errors } = open(some, { articles: broken('4') });
      expect((await send(server, `GET ${url}`)).status).toBe(500);
      expect(String(errors[0])).toMatch('`articles.related` must return only members of `comments` that match all');
    },
  );

  test.each(urls)('%s: a member that does not exist is omitted, because nothing is hidden', async (url) => {
    const { server, errors } = open(some, { articles: broken('99') });
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, identities(document.data), errors]).toEqual([200, ['comments 5'], []]);
  });

  test('a type whose resources have no source does not have hidden members', async () => {
    const { server, errors } = open(
      { people: { read: () => [{ field: 'id', values: ['7'] }] } },
      {
        comments: undefined,
        articles: articlesWith((it) => it),
      },
    );
    const { document } = await send(server, 'GET /articles/1/relationships/comments');
    expect([identities(document.data), errors]).toEqual([['comments 4', 'comments 5', 'comments 6'], []]);
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['is shown if the user can read it', ['7', '9'], ['people 7']],
  ['is null if the user cannot read it, because no condition is passed for one member', ['8'], []],
])('the member of a to-one relationship that `related` returns %s', async (_, values, expected) => {
  const source = all['articles'] as Source;
  const find: Source['find'] = async (...given) =>
    (await source.find(...given)).map((record) => ({ ...record, author: undefined }) as never);
  const people = { ...all['people'], appliesFilters: undefined };
  const articles = { ...source, find, appliesFilters: undefined };
  const { server, errors } = open({ people: { read: () => [{ field: 'id', values }] } }, { articles, people });
  for (const url of ['/articles/1/author', '/articles/1/relationships/author', '/articles/1?include=author']) {
    const { status, document } = await send(server, `GET ${url}`);
    expect([status, identities(document.included ?? document.data), errors]).toEqual([200, expected, []]);
  }
});

describe('more members than the limit, of which the user can read all', () => {
  const access: AccessRules<Blog> = { comments: { read: () => [{ field: 'id', values: ['4', '5', '6'] }] } };
  const shown = async (url: string, includedLinkage: number) => {
    const { server, errors } = open(access, { articles: articlesWith((it) => it) }, { limits: { includedLinkage } });
    const { status, document, problems } = await send(server, `GET ${url}`);
    expect(errors).toEqual([]);
    return status === 200 ? identities(document.included ?? document.data) : problems;
  };

  test('a page of them is shown: nothing is missing from it', async () => {
    for (const limit of [2, 3])
      expect(await shown('/articles/1/relationships/comments?page[size]=1', limit)).toEqual(['comments 4']);
  });

  test('they cannot be included', async () => {
    expect(await shown('/articles/1?include=comments', 3)).toEqual(['comments 4', 'comments 5', 'comments 6']);
    expect(await shown('/articles/1?include=comments', 2)).toEqual(['INCLUDED_TOO_MANY include']);
  });
});

describe('a relationship of which the user can read nothing', () => {
  const none: AccessRules<Blog> = { comments: { read: () => false }, people: { read: () => false } };
  test.each<[string, unknown, unknown]>([
    ['/articles/1/comments?page[size]=1&page[total]=true', [], { page: { total: 0 } }],
    ['/articles/1/comments?page[size]=1', [], undefined],
    ['/articles/1/relationships/comments?page[size]=1&page[total]=true', [], { page: { total: 0 } }],
    ['/articles/1/author', null, undefined],
    ['/articles/1/relationships/author', null, undefined],
  ])('%s', async (url, data, meta) => {
    const { server } = open(none);
    const { document } = await send(server, `GET ${url}`);
    expect([document.data, document.meta]).toEqual([data, meta]);
  });
});

describe('members of several types', () => {
  const items = [
    { type: 'articles', id: '1' },
    { type: 'comments', id: '4' },
    { type: 'comments', id: '5' },
  ] as const;

  function openShelf(access: AccessRules<Blog>, includedLinkage: number, size: number = items.length) {
    const sources = createMemorySources(blog, {
      shelves: [{ id: '1', label: 'x', items: items.slice(0, size) }],
      articles: [{ id: '1', title: 'a', views: 0 }],
      comments: ['4', '5'].map((id) => ({ id, body: bodies[id] as string, author: null })),
    });
    const shelves = sources.shelves as Source;
    const find: Source['find'] = async (...given) =>
      (await shelves.find(...given)).map((record) => ({ ...record, items: undefined }) as never);
    const server = createServer(blog, { ...sources, shelves: { ...shelves, find } } as never, {
      defaultAccess: 'allow',
      access,
      limits: { includedLinkage },
    });
    return (line: string) => send(server, line);
  }
  const url = 'GET /shelves/1/items?page[total]=true';
  const include = 'GET /shelves/1?include=items';

  test('the page and its total contain those that the user can read', async () => {
    const { document } = await openShelf(some, 9)(`${url}&page[size]=1`);
    expect([identities(document.data), document.meta.page.total]).toEqual([['articles 1'], 2]);
    const second = (await openShelf(some, 9)(`${url}&page[size]=1&page[number]=2`)).document;
    expect([identities(second.data), second.meta.page.total]).toEqual([['comments 5'], 2]);
    expect((await openShelf(some, 9)('GET /shelves/1/items?page[size]=1')).document.meta?.page?.total).toBe(undefined);
  });

  test('if the user can read nothing of one type, the others are shown', async () => {
    const hidden: AccessRules<Blog> = { comments: { read: () => false } };
    const { document } = await openShelf(hidden, 9)(url);
    expect([identities(document.data), document.meta.page.total]).toEqual([['articles 1'], 1]);
    expect(identities((await openShelf(hidden, 9)(include)).document.included)).toEqual(['articles 1']);
  });

  test.each<[string, AccessRules<Blog>, number, number, number]>([
    ['up to the limit', some, 3, 3, 200],
    ['beyond the limit, of which one is hidden', some, 2, 3, 400],
    ['up to the limit, all visible', { comments: { read: () => [{ field: 'id', values: ['4', '5'] }] } }, 3, 3, 200],
    // Others could be missing, so neither the page nor its total would be right.
    ['beyond the limit, all visible', { comments: { read: () => [{ field: 'id', values: ['4', '5'] }] } }, 2, 3, 400],
    ['beyond the limit, without rules', {}, 2, 3, 200],
  ])('%s: a page is %4$s', async (_, access, limit, size, expected) => {
    const { status, problems } = await openShelf(access, limit, size)(url);
    expect([status, problems]).toEqual([expected, expected === 400 ? ['INCLUDED_TOO_MANY'] : []]);
  });

  test.each<[string, AccessRules<Blog>, number, number]>([
    ['up to the limit', some, 3, 200],
    ['beyond the limit', some, 2, 400],
    ['beyond the limit, without rules', {}, 2, 400],
  ])('%s: an include is %3$s', async (_, access, limit, expected) => {
    const { status, problems } = await openShelf(access, limit)(include);
    expect([status, problems.map((it) => it.split(' ')[0])]).toEqual([
      expected,
      expected === 400 ? ['INCLUDED_TOO_MANY'] : [],
    ]);
  });

  test('a required relationship keeps a member that the user can read', async () => {
    const api = defineApi({
      boxes: { relationships: { items: toMany(['cups', 'pens'], { required: true }) } },
      cups: {},
      pens: {},
    });
    const cup = (id: string) => ({ type: 'cups', id });
    const sources = createMemorySources(api, {
      boxes: [{ id: '1', items: [{ type: 'pens', id: 'p' }, cup('a'), cup('b')] }],
      cups: [{ id: 'a' }, { id: 'b' }],
      pens: [{ id: 'p' }],
    });
    const boxes = sources.boxes as Source;
    const find: Source['find'] = async (...given) => (await boxes.find(...given)).map(({ id }) => ({ id }) as never);
    const server = createServer(api, { ...sources, boxes: { ...boxes, find } } as typeof sources, {
      defaultAccess: 'allow',
      access: { pens: { read: () => false } },
    });
    const remove = async (...ids: readonly string[]) =>
      (await send(server, 'DELETE /boxes/1/relationships/items', { data: ids.map(cup) })).problems;
    expect(await remove('a', 'b')).toEqual(['LAST_MEMBER_REQUIRED /data']);
    expect(await remove('a')).toEqual([]);
    expect(await remove('b')).toEqual(['LAST_MEMBER_REQUIRED /data']);
  });

  test('a hidden relationship that one type needs, and an attribute of another type with its name', async () => {
    const api = defineApi({
      boxes: { relationships: { items: toMany(['cups', 'pens']) } },
      cups: { attributes: { owner: z.string() } },
      pens: {
        attributes: {
          label: attribute(z.string(), {
            compute: ({ owner }) => `of ${(owner as unknown as Member | undefined)?.id}`,
            needs: ['owner'],
          }),
        },
        relationships: { owner: toOne('people') },
      },
      people: {},
    });
    const sources = createMemorySources(api, {
      boxes: [
        {
          id: '1',
          items: [
            { type: 'cups', id: 'c' },
            { type: 'pens', id: 'p' },
          ],
        },
      ],
      cups: [{ id: 'c', owner: 'Ada' }],
      pens: [{ id: 'p', owner: '1' }],
      people: [{ id: '1' }],
    });
    // Returns only the fields of the selection.
    const strict = (source: Source): DataSource => ({
      find: async (ids, selection: Selection, call) =>
        (await source.find(ids, selection, call)).map((record) => {
          const names = new Set(['id', ...selection.attributes, ...selection.relationships]);
          return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))) as never;
        }),
    });
    const own = { ...sources, cups: strict(sources.cups as Source), pens: strict(sources.pens as Source) } as never;
    const server = createServer(api, own, {
      defaultAccess: 'allow',
      access: {
        cups: { read: () => [{ field: 'id', values: ['c'] }] },
        pens: { read: () => [{ field: 'id', values: ['p'] }], fields: () => ['label'] },
      },
    });
    for (const line of ['GET /boxes/1/items', 'GET /boxes/1?include=items']) {
      const { document } = await send(server, line);
      const shown = document.included ?? document.data;
      expect(shown.map((it: { readonly attributes: object }) => it.attributes)).toEqual([
        { owner: 'Ada' },
        { label: 'of 1' },
      ]);
    }
  });
});
