import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { AnySource } from '../source/any-source.ts';
import type { DataSource } from '../source/data-source.ts';
import type { AccessRules } from './access-rules.ts';

// Article 2 is hidden.
const access: AccessRules<Blog> = { articles: { read: () => [{ field: 'title', values: ['Bikes', 'Cars'] }] } };

/** A source over articles that ignores every condition. */
function forgetful(): AnySource {
  const { articles } = blogSources() as { readonly articles: Required<AnySource> };
  return {
    ...articles,
    list: (query, call) => articles.list({ ...query, filter: [] }, call),
    find: (ids, selection, call) => articles.find(ids, selection, { ...call, conditions: undefined }),
    related: (name, ids, query, call) => articles.related(name, ids, query, { ...call, conditions: undefined }),
  };
}

const shown = async (
  source: AnySource,
  url: string,
  others: Partial<Record<keyof Blog['declaration'], AnySource>> = {},
) => {
  const sources = { ...blogSources(), articles: source, ...others } as never;
  const server = createServer(blog, sources, { access, onError() {} });
  const { status, document } = await send(server, `GET ${url}`);
  return status === 200 ? identities(document.included ?? document.data) : status;
};

describe('a source that ignores conditions shows nothing that it must not', () => {
  test.each<[string, unknown]>([
    ['/articles', 500],
    ['/articles/2', 404],
    ['/articles/1', ['articles 1']],
    ['/people/7?include=articles', ['articles 1']],
    ['/people/7/articles', ['articles 1']],
  ])('%s: a wrapper that spreads one which applies them, and replaces its methods', async (url, expected) => {
    expect(await shown(forgetful(), url)).toEqual(expected);
  });

  test.each([true, () => true, {}, { methods: true, types: ['articles'] }, { methods: [], types: ['articles'] }])(
    'what states nothing promises nothing: %j',
    async (stated) => {
      const source = { ...forgetful(), appliesConditions: stated } as unknown as AnySource;
      expect(await shown(source, '/articles/2')).toBe(404);
      expect(await shown(source, '/people/7?include=articles')).toEqual(['articles 1']);
    },
  );

  test('nor does a statement about methods of another source, or about other types', async () => {
    const source = forgetful();
    const { articles } = blogSources() as { readonly articles: AnySource };
    const others = articles.appliesConditions;
    const own = { methods: [source.list, source.find, source.related] as never, types: ['people'] };
    for (const appliesConditions of [others, own]) {
      expect(await shown({ ...source, appliesConditions }, '/articles/2')).toBe(404);
    }
  });

  test('members of a source whose own find does not apply conditions are looked at, whatever the parent states', async () => {
    const { people } = blogSources() as { readonly people: Required<AnySource> };
    const related: AnySource['related'] = (name, ids, query, call) =>
      people.related(name, ids, query, { ...call, conditions: undefined });
    const stating: AnySource = {
      ...people,
      related,
      appliesConditions: { methods: [related as never], types: ['articles'] },
    };
    expect(await shown(forgetful(), '/people/7/relationships/articles', { people: stating })).not.toContain(
      'articles 2',
    );
  });
});

test('conditions go only to a source that applies them, and there to find', async () => {
  const { articles, people } = blogSources() as { readonly [type: string]: Required<DataSource> };
  const given: unknown[] = [];
  const note = (source: Required<DataSource>, isStated: boolean): DataSource => {
    const find: DataSource['find'] = (ids, selection, call) => {
      given.push(call.conditions?.map((condition) => 'field' in condition && condition.field));
      return source.find(ids, selection, call);
    };
    return { ...source, find, ...(isStated ? { appliesConditions: { methods: [find], types: ['articles'] } } : {}) };
  };
  await shown(note(articles as never, true) as AnySource, '/articles/1', { people: people as never });
  expect(new Set(given.splice(0).map(String))).toEqual(new Set(['title']));
  await shown(note(articles as never, false) as AnySource, '/articles/1');
  expect(new Set(given)).toEqual(new Set([undefined]));
});
