import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { identities, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Server } from '../pipeline/server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource, Sources } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

// Of the articles 1 and 2 of person 7, the user can read article 1.
const seen: AccessRules<Blog> = {
  articles: { read: () => [{ field: 'views', operator: 'ge', values: [20] }] },
};
const linkTo = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'articles', id })) });
const url = '/people/7/relationships/articles';

/** Sources whose people do not carry their articles: `related` tells them. */
function apart(sources: Required<Sources<Blog>>): Sources<Blog> {
  const people = sources.people as DataSource;
  const find: NonNullable<DataSource['find']> = async (...given) =>
    ((await people.find?.(...given)) ?? []).map((record) => ({ ...record, articles: undefined }));
  return { ...sources, people: { ...people, find } as unknown as Required<Sources<Blog>>['people'] };
}

const servers = (sources: Sources<Blog>, options: ServerOptions<unknown, Blog>): { guarded: Server; open: Server } => ({
  guarded: createServer(blog, sources, options),
  open: createServer(blog, sources),
});

const articlesOf = async (server: Server): Promise<readonly string[]> =>
  [...identities((await send(server, `GET ${url}`)).document.data)].sort();

describe.each([
  ['records carry the linkage', blogSources],
  ['related tells it', () => apart(blogSources())],
])('a replacement preserves hidden members: %s', (_, create) => {
  test.each<[string, string, unknown, readonly string[], number]>([
    ['nothing', `PATCH ${url}`, linkTo(), ['articles 2'], 204],
    ['another', `PATCH ${url}`, linkTo('3'), ['articles 2', 'articles 3'], 204],
    ['the same', `PATCH ${url}`, linkTo('1'), ['articles 1', 'articles 2'], 204],
    ['what is hidden: it is missing', `PATCH ${url}`, linkTo('2'), ['articles 1', 'articles 2'], 404],
    [
      'with the resource',
      'PATCH /people/7',
      { data: { type: 'people', id: '7', relationships: { articles: linkTo('3') } } },
      ['articles 2', 'articles 3'],
      200,
    ],
  ])('with %s', async (_, line, body, left, status) => {
    const { guarded, open } = servers(create(), { defaultAccess: 'allow', access: seen });
    const answer = await send(guarded, line, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.document ?? {})).not.toContain('{"type":"articles","id":"2"}');
    expect(await articlesOf(open)).toEqual(left);
  });

  test('who sees all of them replaces all of them', async () => {
    const { guarded, open } = servers(create(), { defaultAccess: 'allow', access: { articles: { read: () => true } } });
    await send(guarded, `PATCH ${url}`, linkTo('3'));
    expect(await articlesOf(open)).toEqual(['articles 3']);
  });
});

test('related may tell of more than can be asked for: 403, and nothing is written', async () => {
  const { guarded, open } = servers(apart(blogSources()), {
    defaultAccess: 'allow',
    access: seen,
    limits: { includedLinkage: 1 },
  });
  const { status, problems } = await send(guarded, `PATCH ${url}`, linkTo('3'));
  expect([status, ...problems]).toEqual([403, 'OPERATION_NOT_SUPPORTED']);
  expect(await articlesOf(open)).toEqual(['articles 1', 'articles 2']);
});

describe('the members that a source receives', () => {
  const member = (id: string, meta?: object) => ({ type: 'articles', id, ...(meta && { meta }) });
  /** The replacement that reaches the source of people. Its person 7 has the articles 1, 2, and 4, with meta. */
  async function received(access: AccessRules<Blog>, given: readonly string[], limit = 10, isApart = false) {
    const changes: unknown[] = [];
    const queries: unknown[] = [];
    const articles = [member('1', { since: 1 }), member('2', { since: 2 }), member('4')];
    const people: DataSource = {
      // More records than requested: only the one of the request counts.
      find: () => [{ id: 8, articles: [member('3')] } as never, { id: 7, ...(isApart ? {} : { articles }) } as never],
      related: (_, ids, query) => {
        queries.push(query.atMost);
        return new Map(ids.map((id) => [id, { records: articles }]));
      },
      updateRelationship: (_, __, change) => {
        changes.push(change);
        return true;
      },
    };
    const server = createServer(
      blog,
      { ...blogSources(), people: people as never },
      {
        defaultAccess: 'allow',
        access,
        limits: { includedLinkage: limit },
      },
    );
    const { status } = await send(server, `PATCH ${url}`, linkTo(...given));
    return [status, ...changes, ...queries];
  }

  test('are those of the request, and the hidden ones with their meta', async () => {
    for (const isApart of [false, true])
      expect((await received(seen, ['3'], 10, isApart)).slice(0, 2)).toEqual([
        204,
        { replace: [member('3'), member('2', { since: 2 }), member('4')] },
      ]);
  });

  test('are those of the request if nothing is hidden: the members are not read', async () => {
    const access = { comments: { read: () => false } };
    expect(await received(access, ['3'], 1, true)).toEqual([204, { replace: [member('3')] }]);
  });

  test('are not repeated if the request names a hidden member', async () => {
    // Without `find`, the server cannot say that the member does not exist.
    const { find: _, ...articles } = blogSources().articles;
    const changes: unknown[] = [];
    const people: DataSource = {
      find: () => [{ id: 7, articles: [member('2', { since: 2 }), member('4')] } as never],
      related: () => new Map(),
      updateRelationship: (_, __, change) => {
        changes.push(change);
        return true;
      },
    };
    const server = createServer(
      blog,
      { ...blogSources(), people: people as never, articles },
      {
        access: { people: { read: () => true, updateRelationship: () => true } },
        defaultAccess: 'deny',
      },
    );
    await send(server, `PATCH ${url}`, linkTo('2'));
    expect(changes).toEqual([{ replace: [member('2'), member('4')] }]);
  });

  test('are read up to the limit, unless the record contains them', async () => {
    expect(await received(seen, ['3'], 3, true)).toEqual([204, expect.anything(), 4]);
    expect(await received(seen, ['3'], 2, true)).toEqual([403, 3]);
    expect((await received(seen, ['3'], 2)).at(0)).toBe(204);
  });
});

test('rules are told what the user sent', async () => {
  const heard: unknown[] = [];
  const people: AccessRules<Blog>['people'] = {
    updateRelationship: (_, { change, identifiers }) => {
      heard.push(change, identifiers);
      return true;
    },
  };
  const { guarded } = servers(blogSources(), { defaultAccess: 'allow', access: { ...seen, people } });
  await send(guarded, `PATCH ${url}`, linkTo('3'));
  expect(heard).toEqual([{ replace: linkTo('3').data }, linkTo('3').data]);
});
