import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource, Selection } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

type Source = Required<DataSource>;
/** A call of a source: what it reads, the selected fields or the filter, and the conditions. */
type Noted = readonly [name: string, asked: unknown, conditions: unknown];

/** Article 2 is hidden. */
const condition = { field: 'views', operator: 'ge', values: [20] } as const;
const some: AccessRules<Blog> = { articles: { read: () => [condition] } };

function shownFields({ attributes, relationships }: Selection): string {
  return [...attributes, ...relationships].join();
}

/**
 * Sources of articles and people that note their calls, and return only the selected fields.
 *
 * @param isDeclared Whether they declare that they apply conditions.
 */
function noting(isDeclared: boolean) {
  const all = blogSources() as unknown as Readonly<Record<string, Source>>;
  const calls: Noted[] = [];
  const noted = (type: string): DataSource => {
    const source = all[type] as Source;
    const selected = (records: readonly object[], selection: Selection) => {
      const names = new Set(['id', ...selection.attributes, ...selection.relationships]);
      return records.map((it) => Object.fromEntries(Object.entries(it).filter(([name]) => names.has(name)))) as never[];
    };
    const list: Source['list'] = async (query, call) => {
      calls.push([`${type}.list`, shownFields(query.selection), query.filter]);
      const page = await source.list(query, call);
      return { ...page, records: selected(page.records, query.selection) };
    };
    const stream: Source['stream'] = async (query, call) => {
      calls.push([`${type}.stream`, shownFields(query.selection), query.filter]);
      const records = (await source.stream(query, call)) as readonly object[];
      return selected(records, query.selection);
    };
    const find: Source['find'] = async (ids, selection, call) => {
      calls.push([`${type}.find ${ids}`, shownFields(selection), call.conditions]);
      return selected(await source.find(ids, selection, call), selection);
    };
    const related: Source['related'] = (name, ids, query, call) => {
      calls.push([`${type}.related ${name} of ${ids}`, query.filter, call.conditions]);
      return source.related(name, ids, query, call);
    };
    const methods = { list, stream, find, related };
    const appliesFilters = { methods: Object.values(methods), types: ['articles', 'people'], groups: true };
    return { ...source, ...methods, appliesFilters: isDeclared ? appliesFilters : undefined };
  };
  return { sources: { ...all, articles: noted('articles'), people: noted('people') }, calls };
}

function open(isDeclared: boolean, access: AccessRules<Blog> = some, options: ServerOptions<unknown, Blog> = {}) {
  const { sources, calls } = noting(isDeclared);
  const errors: unknown[] = [];
  const server = createServer(blog, sources as never, {
    defaultAccess: 'allow',
    access,
    onError: (error) => errors.push(error),
    ...options,
  });
  const shown = async (url: string) => {
    const { status, document } = await send(server, `GET ${url}`);
    expect(errors).toEqual([]);
    return status === 200 ? identities(document.included ?? document.data) : status;
  };
  const streamed = async (url: string) => {
    const streaming = createServer(blog, sources as never, {
      defaultAccess: 'allow',
      access,
      stream: { articles: true },
      ...options,
    });
    const { stream } = await streaming.handle({ method: 'GET', url, headers: {}, canStream: true });
    let text = '';
    for await (const part of stream ?? []) text += part;
    return identities(JSON.parse(text).data);
  };
  return { shown, streamed, calls };
}

describe('what a source receives, and what the server checks again', () => {
  const fields = 'fields[articles]=title';

  test('a collection', async () => {
    for (const isDeclared of [true, false]) {
      const { shown, calls } = open(isDeclared);
      expect(await shown(`/articles?${fields}`)).toEqual(['articles 1', 'articles 3']);
      // The records must contain what the server compares.
      expect(calls).toEqual([['articles.list', isDeclared ? 'title' : 'title,views', [condition]]]);
    }
  });

  test('a stream', async () => {
    for (const isDeclared of [true, false]) {
      const { streamed, calls } = open(isDeclared);
      expect(await streamed(`/articles?${fields}`)).toEqual(['articles 1', 'articles 3']);
      expect(calls).toEqual([['articles.stream', isDeclared ? 'title' : 'title,views', [condition]]]);
    }
  });

  test.each([
    ['/articles/1', ['articles 1']],
    ['/articles/2', 404],
    ['/notes?include=about&fields[articles]=title', ['articles 1']],
  ])('resources by their ids: %s', async (url, expected) => {
    for (const isDeclared of [true, false]) {
      const { shown, calls } = open(isDeclared);
      expect(await shown(url)).toEqual(expected);
      expect(new Set(calls.map((call) => call[2]))).toEqual(new Set([isDeclared ? [condition] : undefined]));
      if (url.includes('fields')) expect(calls.map((call) => call[1])).toContain(isDeclared ? 'title' : 'title,views');
    }
  });

  test('related resources', async () => {
    for (const isDeclared of [true, false]) {
      const { shown, calls } = open(isDeclared);
      expect(await shown(`/people/7/articles?${fields}`)).toEqual(['articles 1']);
      const name = 'people.related articles of 7';
      expect(calls).toContainEqual(isDeclared ? [name, [], [condition]] : [name, [condition], undefined]);
      // The source has returned the records.
      expect(calls.filter(([method, selected]) => method === 'articles.find 1' && selected !== '')).toEqual([]);
    }
  });

  test('a user that can read everything, or nothing', async () => {
    const whole = open(true, { articles: { read: () => true } });
    await whole.shown(`/people/7/articles?${fields}`);
    expect(whole.calls).toContainEqual(['people.related articles of 7', [], undefined]);
    const none = open(true, { articles: { read: () => false } });
    for (const url of [`/articles?${fields}`, '/people/7/relationships/articles'])
      expect(await none.shown(url)).toEqual([]);
    expect([await none.shown('/articles/1'), await none.streamed('/articles')]).toEqual([404, []]);
    expect(none.calls.filter(([name]) => name.startsWith('articles') || name.startsWith('people.related'))).toEqual([]);
  });
});

describe('a collection of which the user can read nothing', () => {
  test.each<[string, unknown]>([
    ['/articles?page[total]=true', { page: { total: 0 } }],
    ['/articles', undefined],
  ])('%s: the total is shown only if it is requested', async (url, meta) => {
    const server = createServer(blog, blogSources(), {
      defaultAccess: 'allow',
      access: { articles: { read: () => false } },
    });
    const { document } = await send(server, `GET ${url}`);
    expect([document.data, document.meta, document.links.next]).toEqual([[], meta, null]);
  });
});

test.each([true, false])('a source receives includes if it loads them: %s', async (loadsIncludes) => {
  const { articles, comments, ...others } = blogSources() as unknown as Readonly<Record<string, Source>>;
  const includes = new Set<string>();
  const asked = async (people: AccessRules<Blog>['people']) => {
    const own = { ...comments, loadsIncludes, appliesFilters: undefined } as Source;
    const find: Source['find'] = (ids, selection, call) => {
      includes.add([...(selection.include?.keys() ?? [])].join());
      return own.find(ids, selection, call);
    };
    // Articles load includes, but return the identifiers of the comments, so that the server calls `find` of comments.
    const bare: Source['find'] = async (...given) =>
      (await (articles as Source).find(...given)).map((record) => ({ ...record, comments: undefined }) as never);
    const sources = {
      ...others,
      articles: { ...articles, find: bare, loadsIncludes: true },
      comments: { ...own, find },
    };
    const read = () => [{ field: 'body', values: ['Better'] }] as const;
    const server = createServer(blog, sources as never, {
      defaultAccess: 'allow',
      access: { comments: { read }, people } as AccessRules<Blog>,
    });
    const { document } = await send(server, 'GET /articles/1?include=comments.author');
    expect(identities(document.included)).toEqual(['comments 5', 'people 7']);
  };
  await asked(undefined);
  expect(includes).toEqual(new Set(loadsIncludes ? ['', 'author'] : ['']));
  includes.clear();
  // A source does not know the rules, so it must not load people of whom some are hidden.
  await asked({ read: () => [{ field: 'id', values: ['7'] }] });
  expect(includes).toEqual(new Set(['']));
});
