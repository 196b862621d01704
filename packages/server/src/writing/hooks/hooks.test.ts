import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import type { Blog } from '../../../test/blog.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../../operations/idempotency/idempotency-keys.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { WriteHooks } from './write-hooks.ts';

const media = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const article = (title: string) => ({ data: { type: 'articles', attributes: { title } } });
const titleOf = (id: string, title: string) => ({ data: { type: 'articles', id, attributes: { title } } });

/** Hooks that note each call, in order. */
function noting(): { readonly hooks: WriteHooks<Blog>; readonly notes: string[] } {
  const notes: string[] = [];
  const note = (name: string) => ({
    before: () => void notes.push(`before ${name}`),
    after: () => void notes.push(`after ${name}`),
    afterCommit: () => void notes.push(`committed ${name}`),
  });
  const hook = (name: string) => note(name) as never;
  const hooks = {
    create: hook('create'),
    update: hook('update'),
    delete: hook('delete'),
    updateRelationship: hook('updateRelationship'),
  };
  return { hooks: { articles: hooks }, notes };
}

function serverWith(hooks: WriteHooks<Blog>, options: ServerOptions = {}, sources = blogSources()) {
  return createServer(blog, sources, { ...(options as object), hooks });
}

test.each([
  ['POST /articles', article('New'), 201, 'create'],
  ['PATCH /articles/1', titleOf('1', 'New'), 200, 'update'],
  ['DELETE /articles/1', undefined, 204, 'delete'],
  ['PATCH /articles/1/relationships/author', { data: { type: 'people', id: '8' } }, 204, 'updateRelationship'],
  ['DELETE /articles/1/relationships/comments', { data: [{ type: 'comments', id: '4' }] }, 204, 'updateRelationship'],
])('%s calls its hooks in order', async (line, body, status, name) => {
  const { hooks, notes } = noting();
  expect((await send(serverWith(hooks), line, body)).status).toBe(status);
  expect(notes).toEqual([`before ${name}`, `after ${name}`, `committed ${name}`]);
});

test('hooks see the current record, the input, and the written record', async () => {
  const seen: unknown[] = [];
  const hooks: WriteHooks<Blog, string> = {
    articles: {
      update: {
        before: ({ id, record, input, call }) =>
          void seen.push([id, record.title, input.attributes.title, call.context, call.transaction !== undefined]),
        after: ({ record, written }) => void seen.push([record.title, written.title]),
        afterCommit: ({ written, context }) => void seen.push([written.title, context]),
      },
    },
  };
  await send(
    createServer(blog, blogSources(), { hooks, context: () => 'Ann' }),
    'PATCH /articles/1',
    titleOf('1', 'New'),
  );
  expect(seen).toEqual([
    ['1', 'Bikes', 'New', 'Ann', true],
    ['Bikes', 'New'],
    ['New', 'Ann'],
  ]);
});

test('hooks find other resources, whatever their user can read', async () => {
  const found: unknown[] = [];
  const hooks: WriteHooks<Blog> = {
    articles: {
      create: {
        async after({ find }) {
          found.push((await find('people', '7'))?.name, await find('people', 'none'));
          await expect(find('toString' as never, '1')).rejects.toThrow(
            'find: the API must have the resource type "toString"',
          );
        },
      },
    },
  };
  const yes = () => true;
  const access = { people: { read: () => false }, articles: { read: yes, create: yes } };
  expect((await send(serverWith(hooks, { access } as never), 'POST /articles', article('New'))).status).toBe(201);
  expect(found).toEqual(['Gebhardt', undefined]);
});

test('hooks list and count other resources, whatever their user can read, and see earlier operations', async () => {
  const seen: unknown[] = [];
  const hooks: WriteHooks<Blog> = {
    articles: {
      create: {
        async before({ input, list, count }) {
          const { title } = input.attributes;
          const filter = [{ field: 'title', operator: 'ne', values: [title] }] as const;
          seen.push(
            await count('articles', { filter }),
            (await list('people', { sort: ['-name'], page: { size: 2 } })).map((it) => it.name),
          );
        },
      },
    },
  };
  const yes = () => true;
  const access = {
    people: { read: () => false },
    articles: { read: () => [{ field: 'title', values: ['A'] }], create: yes },
  };
  const operations = ['A', 'A'].map((title) => ({ op: 'add', ...article(title) }));
  await operate(serverWith(hooks, { access, extensions: [atomicOperations()] } as never), operations);
  expect(seen).toEqual([3, ['Klabnik', 'Katz'], 3, ['Klabnik', 'Katz']]);
});

test.each<[query: unknown, message: string]>([
  [{ filter: [{ field: 'titel', values: ['x'] }] }, 'list("articles") received a condition on "titel", which is not'],
  [{ filter: [{ field: 'title', operator: 'ne', values: ['x'] }] }, 'received the operator "ne"'],
  [{ filter: { title: 'x' } }, 'list("articles"): `filter` must be an array'],
  [{ sort: ['author'] }, 'list("articles"): `sort` must contain "id" or stored attributes'],
  [{ page: { size: 3 } }, 'list("articles"): `page` must have a `size` from 1 to 2'],
  [{ page: { size: 1, number: 0 } }, 'list("articles"): `page` must have a `size` from 1 to 2'],
  [{ size: 1 }, 'list("articles"): unknown member "size"'],
  [{}, 'list("articles") found more than 2 resources: pass `page`, or a filter.'],
])('a hook cannot list %j', async (query, message) => {
  const failures: unknown[] = [];
  const hooks: WriteHooks<Blog> = {
    articles: { create: { before: async ({ list }) => void (await list('articles', query as never)) } },
  };
  const { appliesFilters: _, ...articles } = blogSources().articles;
  const options = { limits: { includedLinkage: 2 }, onError: (it: unknown) => failures.push(it) };
  const server = serverWith(hooks, options as never, { ...blogSources(), articles } as never);
  expect((await send(server, 'POST /articles', article('New'))).status).toBe(500);
  expect(String(failures[0])).toContain(message);
});

test('a hook cannot count with a source that does not', async () => {
  const failures: unknown[] = [];
  const hooks: WriteHooks<Blog> = {
    people: { create: { before: async ({ count }) => void (await count('articles')) } },
  };
  const sources = blogSources();
  const articles = { ...sources.articles, list: () => ({ records: [] }) };
  const server = serverWith(hooks, { onError: (it) => failures.push(it) }, { ...sources, articles } as never);
  await send(server, 'POST /people', { data: { type: 'people', attributes: { name: 'Ann' } } });
  expect(String(failures[0])).toContain('count("articles") found a source whose `list` does not return `total`');
});

test('`before` changes the input, and adds work to the transaction', async () => {
  const sources = blogSources();
  const hooks: WriteHooks<Blog> = {
    articles: {
      create: {
        async before({ input, call }) {
          await sources.people.create?.(
            { type: 'people', attributes: { name: 'Log' }, relationships: {} } as never,
            call,
          );
          const title = input.attributes.title.trim();
          if (title === '') throw new JsonApiError(errorObject('VALUE_REJECTED', 'The title must not be blank.'));
          return { ...input, attributes: { ...input.attributes, title } };
        },
      },
    },
  };
  const server = serverWith(hooks, {}, sources);
  expect((await send(server, 'POST /articles', article(' New '))).document.data.attributes.title).toBe('New');
  expect((await send(server, 'GET /people?filter[name]=Log')).document.data).toHaveLength(1);
  const rejected = await send(server, 'POST /articles', article(' '));
  expect([rejected.status, (await send(server, 'GET /people?filter[name]=Log')).document.data.length]).toEqual([
    422, 1,
  ]);
});

describe('a write that fails', () => {
  const rejection = new JsonApiError(
    errorObject('VALUE_REJECTED', 'The title is not allowed.', { source: { pointer: '/data/attributes/title' } }),
  );
  test.each(['before', 'after'] as const)('is rolled back if `%s` rejects it, with the pointer', async (name) => {
    const { hooks, notes } = noting();
    const update = { ...hooks.articles?.update, [name]: () => Promise.reject(rejection) };
    const server = serverWith({ articles: { update } as never });
    const { status, problems } = await send(server, 'PATCH /articles/1', titleOf('1', 'New'));
    expect([status, problems]).toEqual([422, ['VALUE_REJECTED /data/attributes/title']]);
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).toBe('Bikes');
    expect(notes).not.toContain('committed update');
  });

  test('does not call hooks if the resource does not exist, or the access rules reject it', async () => {
    const { hooks, notes } = noting();
    const server = serverWith(hooks, {
      defaultAccess: 'allow',
      access: { articles: { update: () => false } },
    } as never);
    expect((await send(server, 'PATCH /articles/99', titleOf('99', 'New'))).status).toBe(404);
    expect((await send(server, 'PATCH /articles/1', titleOf('1', 'New'))).status).toBe(403);
    expect(notes).toEqual([]);
  });

  test('calls no `afterCommit` if the commit fails', async () => {
    const { hooks, notes } = noting();
    const sources = blogSources();
    const transaction = async (run: (call: unknown) => Promise<unknown>, call: unknown) => {
      await run(call);
      throw new Error('The commit failed.');
    };
    const articles = { ...sources.articles, transaction } as never;
    const failures: unknown[] = [];
    const server = serverWith(hooks, { onError: (error) => failures.push(error) }, { ...sources, articles });
    expect((await send(server, 'PATCH /articles/1', titleOf('1', 'New'))).status).toBe(500);
    expect([notes, failures.length]).toEqual([['before update', 'after update'], 1]);
  });
});

test('a repeated transaction calls `before` and `after` again, and `afterCommit` once', async () => {
  const { hooks, notes } = noting();
  const sources = blogSources();
  const { transaction } = sources.articles as Required<typeof sources.articles>;
  const twice: typeof transaction = async (run, call) => {
    await transaction(async (inner) => {
      await run(inner as never);
      throw new Error('conflict');
    }, call).catch(() => undefined);
    return transaction(run, call);
  };
  const server = serverWith(hooks, {}, { ...sources, articles: { ...sources.articles, transaction: twice } });
  expect((await send(server, 'PATCH /articles/1', titleOf('1', 'New'))).status).toBe(200);
  const attempt = ['before update', 'after update'];
  expect(notes).toEqual([...attempt, ...attempt, 'committed update']);
});

test('`afterCommit` runs if the commit succeeds after the time limit of the request', async () => {
  const { hooks, notes } = noting();
  const sources = blogSources();
  const transaction = async (run: (call: unknown) => Promise<unknown>, call: unknown) => {
    const result = await run(call);
    await new Promise((resolve) => setTimeout(resolve, 60));
    return result;
  };
  const articles = { ...sources.articles, transaction } as never;
  const server = serverWith(hooks, { limits: { requestTime: 30 }, onError: () => {} }, { ...sources, articles });
  expect((await send(server, 'PATCH /articles/1', titleOf('1', 'New'))).status).toBe(504);
  expect(notes).not.toContain('committed update');
  await expect.poll(() => notes).toContain('committed update');
});

test('without transactions, `afterCommit` runs after its write, and its failure goes to `onError`', async () => {
  const { hooks, notes } = noting();
  const { articles, ...others } = blogSources();
  const sources = { ...others, articles: { ...articles, transaction: undefined, transactionGroup: undefined } };
  const failures: unknown[] = [];
  const failure = new Error('The mail server is down.');
  const onError = (error: unknown) => failures.push(error);
  const server = serverWith(hooks, { onError }, sources as never);
  expect((await send(server, 'PATCH /articles/1', titleOf('1', 'New'))).status).toBe(200);
  expect(notes).toEqual(['before update', 'after update', 'committed update']);
  const failing = { articles: { delete: { afterCommit: () => Promise.reject(failure) } } };
  expect((await send(serverWith(failing, { onError }, sources as never), 'DELETE /articles/1')).status).toBe(204);
  await expect.poll(() => failures).toEqual([failure]);
});

test('a failure of `afterCommit` goes to `onError`, and does not change the response', async () => {
  const failures: unknown[] = [];
  const failure = new Error('The mail server is down.');
  const hooks: WriteHooks<Blog> = { articles: { delete: { afterCommit: () => Promise.reject(failure) } } };
  const server = serverWith(hooks, { onError: (error) => failures.push(error) });
  expect((await send(server, 'DELETE /articles/1')).status).toBe(204);
  await expect.poll(() => failures).toEqual([failure]);
});

describe('Atomic Operations', () => {
  const operations = (...titles: string[]) => ({
    'atomic:operations': [
      { op: 'add', data: { type: 'people', attributes: { name: 'Zoe' } } },
      ...titles.map((title) => ({ op: 'add', ...article(title) })),
    ],
  });
  const headers = { 'content-type': media, accept: media };

  test('call the hooks of each operation, and `afterCommit` once everything is committed', async () => {
    const { hooks, notes } = noting();
    const server = serverWith(hooks, { extensions: [atomicOperations()] });
    const body = JSON.stringify(operations('A', 'B'));
    expect((await server.handle({ method: 'POST', url: '/operations', headers, body })).status).toBe(200);
    const write = ['before create', 'after create'];
    expect(notes).toEqual([...write, ...write, 'committed create', 'committed create']);
  });

  test('call no `afterCommit` if a later operation fails, and refer to the operation in pointers', async () => {
    const { hooks, notes } = noting();
    const before = ({ input }: { readonly input: { readonly attributes: { readonly title: string } } }) => {
      if (input.attributes.title !== 'B') return undefined;
      throw new JsonApiError(errorObject('VALUE_REJECTED', 'No.', { source: { pointer: '/data/attributes/title' } }));
    };
    const create = { ...hooks.articles?.create, before } as never;
    const server = serverWith({ articles: { create } }, { extensions: [atomicOperations()] });
    const { problems } = await send(server, 'POST /operations', operations('A', 'B'), headers);
    expect(problems).toEqual(['VALUE_REJECTED /atomic:operations/2/data/attributes/title']);
    expect(notes).toEqual(['after create']);
    expect((await send(server, 'GET /articles')).document.data).toHaveLength(3);
  });
});

test('a repeated response of an idempotency key calls no hook', async () => {
  const { hooks, notes } = noting();
  const idempotency = { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: () => 'all' };
  const server = serverWith(hooks, {
    idempotency,
    defaultAccess: 'allow',
    access: { articles: { create: () => true } },
  } as never);
  const create = () => send(server, 'POST /articles', article('New'), { 'idempotency-key': 'key-1-of-the-test' });
  expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
  expect(notes).toEqual(['before create', 'after create', 'committed create']);
});

describe('createServer rejects', () => {
  test.each<[string, unknown]>([
    ['createServer: hooks: unknown resource type "article". Did you mean `articles`?', { article: {} }],
    ['createServer: hooks.articles: unknown action "created". Did you mean `create`?', { articles: { created: {} } }],
    ['createServer: hooks.articles.create: unknown hook "befor"', { articles: { create: { befor: () => 1 } } }],
    [
      'createServer: hooks.notes.create: the source of "notes" must have the method `create`',
      { notes: { create: {} } },
    ],
  ])('%s', (message, hooks) => {
    expect(() => serverWith(hooks as never)).toThrow(message);
  });

  test.each<[string, object, string]>([
    ['an attribute', { attributes: { titel: 'x' } }, 'the attribute "titel". Did you mean "title"?'],
    ['a relationship', { attributes: {}, relationships: { autor: null } }, 'the relationship "autor".'],
  ])('a result of `before` with a field that the type does not have, with a 500: %s', async (_, result, problem) => {
    for (const [action, line, body] of [
      ['create', 'POST /articles', article('New')],
      ['update', 'PATCH /articles/1', titleOf('1', 'New')],
    ] as const) {
      const failures: unknown[] = [];
      const hooks = { articles: { [action]: { before: () => result as never } } };
      const server = serverWith(hooks, { onError: (it) => failures.push(it) });
      expect((await send(server, line, body)).status).toBe(500);
      expect(String(failures[0])).toContain(
        `hooks.articles.${action}.before: the type "articles" does not have ${problem}`,
      );
    }
  });

  test.each<[string, unknown, string, unknown, string]>([
    ['create', 7, 'POST /articles', article('New'), 'undefined or `input`, but it returned 7.'],
    ['update', null, 'PATCH /articles/1', titleOf('1', 'New'), 'undefined or `input`, but it returned null.'],
    ['delete', {}, 'DELETE /articles/1', undefined, 'undefined, but it returned an object.'],
  ])('a result of `before` that is not an input, with a 500: %s', async (action, result, line, body, expected) => {
    const failures: unknown[] = [];
    const hooks = { articles: { [action]: { before: () => result as never } } };
    const server = serverWith(hooks, { onError: (it) => failures.push(it) });
    expect((await send(server, line, body)).status).toBe(500);
    const message = `hooks.articles.${action}.before must return ${expected}`;
    expect(String(failures[0])).toBe(`TypeError: ${message}`);
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).toBe('Bikes');
  });
});

test('each hook after a commit receives the record as it was after its own operation', async () => {
  const seen: unknown[] = [];
  const update = {
    afterCommit: ({ written }: { readonly written: { readonly title?: unknown } }) => void seen.push(written.title),
  };
  const server = serverWith({ articles: { update } }, { extensions: [atomicOperations()] });
  const operations = ['First', 'Second'].map((title) => ({ op: 'update', ...titleOf('1', title) }));
  await operate(server, operations);
  await expect.poll(() => seen).toEqual(['First', 'Second']);
});

describe('a write that does not happen', () => {
  const author = { data: { type: 'people', id: '8' } };
  const cases: readonly (readonly [string, unknown, 'update' | 'delete' | 'updateRelationship', unknown])[] = [
    ['PATCH /articles/1', titleOf('1', 'New'), 'update', null],
    ['DELETE /articles/1', undefined, 'delete', false],
    ['PATCH /articles/1/relationships/author', author, 'updateRelationship', false],
  ];

  test.each(cases)('%s: another request deletes the resource before it is locked', async (line, body) => {
    const { hooks, notes } = noting();
    const sources = blogSources();
    const { articles }: AnyDocument = sources;
    const find = (...given: readonly AnyDocument[]) => (given[2].forUpdate === true ? [] : articles.find(...given));
    const server = serverWith(hooks, {}, { ...sources, articles: { ...sources.articles, find } });
    expect((await send(server, line, body)).status).toBe(404);
    expect(notes).toEqual([]);
  });

  test.each(cases)('%s: the source reports that the resource does not exist', async (line, body, method, result) => {
    const { hooks, notes } = noting();
    const sources = blogSources();
    const articles = { ...sources.articles, [method]: () => result };
    expect((await send(serverWith(hooks, {}, { ...sources, articles }), line, body)).status).toBe(404);
    expect(notes).toEqual([`before ${method}`]);
  });

  test('yet: a job continues it, so neither `after` nor `afterCommit` is called', async () => {
    const { hooks, notes } = noting();
    const sources = blogSources();
    const update = () => ({ accepted: { type: 'articles', id: '2' } });
    const articles = { ...sources.articles, update, job: () => ({ retryAfter: 1 }) } as never;
    const { status } = await send(
      serverWith(hooks, {}, { ...sources, articles }),
      'PATCH /articles/1',
      titleOf('1', 'New'),
    );
    expect([status, notes]).toEqual([202, ['before update']]);
  });

  test('in a transaction that hides the failure: `afterCommit` is not called', async () => {
    const { hooks, notes } = noting();
    const sources = blogSources();
    const { transaction } = sources.articles as Required<typeof sources.articles>;
    const hiding: AnyDocument = (run: (call: unknown) => Promise<unknown>, call: never) =>
      transaction(run as never, call).catch(() => undefined);
    const articles = { ...sources.articles, transaction: hiding };
    const failing = { ...hooks.articles?.update, after: () => Promise.reject(new Error('No.')) };
    const server = serverWith(
      { articles: { update: failing as never } },
      { onError: () => {} },
      { ...sources, articles },
    );
    await send(server, 'PATCH /articles/1', titleOf('1', 'New'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(notes).toEqual(['before update']);
  });
});
