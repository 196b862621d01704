import type { TypeName } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Server } from '../pipeline/server.ts';
import type { EndpointRequest, ExtensionEndpoint } from './server-extension.ts';

const rename = { data: { type: 'articles', id: '1', attributes: { title: 'Renamed' } } };
const target = { type: 'articles', id: '1' };
const media = { 'content-type': 'application/vnd.api+json' };

/** Sends a request without a body. */
async function act(server: Server, line: string, headers: Record<string, string>) {
  const [method = '', url = ''] = line.split(' ');
  const { status, headers: fields, body } = await server.handle({ method, url, headers });
  return { status, headers: fields, document: body === undefined ? undefined : JSON.parse(body) };
}

/** The ways in which an endpoint changes its resource. */
const ways: Readonly<Record<string, ExtensionEndpoint['run']>> = {
  'one operation': ({ execute }) => execute({ method: 'PATCH', target, document: rename }),
  'two operations in a transaction': ({ transaction }) =>
    transaction(['articles'], async (inside) => {
      await inside.execute({ method: 'PATCH', target, document: rename });
      return inside.execute({ method: 'PATCH', target, document: rename });
    }),
  'code of its own': () => ({ status: 204 }),
};

function open(part: Partial<ExtensionEndpoint>, requireIfMatch: readonly TypeName<typeof blog>[], keys: boolean) {
  const sources = blogSources();
  const endpoint = { name: 'rename', method: 'POST', path: '/articles/{id}/-rename', statuses: [200] } as const;
  const store = createMemoryIdempotencyStore({ sharesWith: sources.articles });
  let runs = 0;
  const run = (request: EndpointRequest) => {
    runs++;
    return (part.run as ExtensionEndpoint['run'])(request);
  };
  const server = createServer(blog, sources, {
    requireIfMatch,
    endpoints: [{ ...endpoint, ...part, run }],
    ...(keys && { idempotency: { keys: idempotencyKeys({ store }), user: () => 'ada' } }),
  });
  return { server, runs: () => runs };
}

const preconditions = [
  'none',
  'current',
  'old',
  '*',
  'malformed',
  'If-None-Match current',
  'If-None-Match old',
] as const;

/** The headers of a condition. */
function fieldsOf(condition: (typeof preconditions)[number], etag: string): Record<string, string> {
  if (condition === 'none') return {};
  if (condition.startsWith('If-None-Match')) return { 'if-none-match': condition.endsWith('old') ? '"old"' : etag };
  return { 'if-match': { current: etag, old: '"old"', '*': '*' }[condition as string] ?? 'x' };
}

/** Returns the status of the failure with which the server must answer, or undefined if the endpoint runs. */
function failureOf(condition: string, versionOf: boolean, required: boolean): number | undefined {
  if (condition === 'malformed') return 400;
  const isIfMatch = condition !== 'none' && !condition.startsWith('If-None-Match');
  if (!versionOf) return isIfMatch ? 400 : undefined;
  if (required && !isIfMatch) return 428;
  return condition === 'old' || condition === 'If-None-Match current' ? 412 : undefined;
}

const cases = Object.keys(ways).flatMap((way) =>
  [true, false].flatMap((versionOf) =>
    [true, false].flatMap((required) =>
      [true, false].flatMap((keys) =>
        preconditions.map((condition) => [way, condition, versionOf, required, keys] as const),
      ),
    ),
  ),
);

describe('endpoints × preconditions', () => {
  test.each(cases)(
    '%s, %s: versionOf %s, requireIfMatch %s, keys %s',
    async (way, condition, states, required, keys) => {
      const part = { run: ways[way] as ExtensionEndpoint['run'], ...(states && { versionOf: 'articles' }) };
      const { server, runs } = open(part, required ? ['articles'] : [], keys);
      const etag = (await send(server, 'GET /articles/1')).headers['ETag'] as string;
      const line = 'POST /articles/1/-rename';
      const fields = { ...media, ...fieldsOf(condition, etag), ...(keys && { 'idempotency-key': '"k"' }) };
      const answer = await act(server, line, fields);
      const failure = failureOf(condition, states, required);
      const title = (await send(server, 'GET /articles/1')).document.data.attributes.title;
      if (failure !== undefined) {
        expect([answer.status, runs(), title]).toEqual([failure, 0, 'Bikes']);
        return;
      }
      const isCode = way === 'code of its own';
      expect([answer.status, runs(), title]).toEqual([isCode ? 204 : 200, 1, isCode ? 'Bikes' : 'Renamed']);
      const next = (await send(server, 'GET /articles/1')).headers['ETag'];
      expect(answer.headers['ETag'] === undefined).toBe(isCode || !states);
      // The tag of the response allows the next write.
      if (answer.headers['ETag'] !== undefined) {
        const again = await send(server, 'PATCH /articles/1', rename, { 'if-match': answer.headers['ETag'] });
        expect(again.status).toBe(200);
      }
      if (keys) {
        const replay = await act(server, line, fields);
        expect([replay.status, replay.headers['Idempotency-Replayed'] ?? 'failed', runs()]).toEqual(
          // The condition holds no more, or it is compared before the key: never does the endpoint run again.
          [answer.status, 'true', 1],
        );
      }
      expect(next).toBeDefined();
    },
  );
});

test('without a version, the text says what to do', async () => {
  const { server } = open({ run: () => ({ status: 204 }) }, [], false);
  const { document } = await act(server, 'POST /articles/1/-rename', { ...media, 'if-match': '"x"' });
  expect(document.errors[0]).toMatchObject({
    detail: '`If-Match` is not supported here. Remove it.',
    source: { header: 'If-Match' },
  });
});

test('the resource of the version must exist', async () => {
  const { server, runs } = open({ versionOf: 'articles', run: () => ({ status: 204 }) }, [], false);
  const fields = { ...media, 'if-match': '*' };
  expect([(await act(server, 'POST /articles/99/-rename', fields)).status, runs()]).toEqual([404, 0]);
});

test('a transaction that runs again compares the condition again', async () => {
  const sources = blogSources();
  const { transaction, ...others } = sources.articles as Required<typeof sources.articles>;
  let attempts = 0;
  // Like a database that reports a conflict at the first commit, after which another writer comes first.
  const articles = {
    ...others,
    transaction: (async (run: never, call: never) => {
      attempts++;
      if (attempts > 1) return transaction(run, call);
      await expect(
        transaction(
          (async (inner: never) => {
            await (run as (call: never) => unknown)(inner);
            throw new Error('conflict');
          }) as never,
          call,
        ),
      ).rejects.toThrow('conflict');
      const changes = { type: 'articles', id: '1', attributes: { title: 'Other' }, relationships: {} };
      await others.update('1', changes as never, call);
      return transaction(run, call);
    }) as never,
  };
  const run = ways['two operations in a transaction'] as ExtensionEndpoint['run'];
  const endpoint = { name: 'rename', method: 'POST', path: '/articles/{id}/-rename', statuses: [200] } as const;
  const server = createServer(blog, { ...sources, articles } as never, {
    endpoints: [{ ...endpoint, versionOf: 'articles', run }],
  });
  const etag = (await send(server, 'GET /articles/1')).headers['ETag'] as string;
  const answer = await act(server, 'POST /articles/1/-rename', { ...media, 'if-match': etag });
  const { document } = await send(server, 'GET /articles/1');
  expect([answer.status, document.data.attributes.title]).toEqual([412, 'Other']);
});

test('an endpoint sees the headers that it asks for, and no others', async () => {
  const seen: object[] = [];
  const run = ({ headers }: EndpointRequest) => {
    seen.push({ ...headers });
    return { status: 204 };
  };
  const { server } = open({ headers: ['X-Tenant', 'If-Match', 'X-Absent'], run }, ['articles'], false);
  const fields = { ...media, 'X-TENANT': 'a', 'if-match': '"own"', authorization: 'secret' };
  expect((await act(server, 'POST /articles/1/-rename', fields)).status).toBe(204);
  expect(seen).toEqual([{ 'x-tenant': 'a', 'if-match': '"own"' }]);
});

describe('createServer rejects', () => {
  const run = () => ({ status: 204 });
  const endpoint = { name: 'x', method: 'POST', path: '/articles/{id}/-x', statuses: [204], run } as const;
  test.each<[Partial<ExtensionEndpoint>, string]>([
    [{ versionOf: 'artciles' }, '`versionOf` of the endpoint "x" must be a resource type, but it is "artciles"'],
    [{ versionOf: 'articles', path: '/-x' }, '`versionOf` of the endpoint "x" requires {id} in the path'],
    [{ versionOf: 'articles', method: 'GET' }, '`versionOf` of the endpoint "x" requires a method that writes'],
    [{ headers: ['x y'] }, '`headers` must contain names of headers, but it contains "x y"'],
    [{ headers: [1 as never] }, '`headers` must contain names of headers, but it contains 1'],
  ])('%j', (part, message) => {
    expect(() => createServer(blog, blogSources(), { endpoints: [{ ...endpoint, ...part }] })).toThrow(message);
  });
});

test('an `etag` that is not an entity tag is a 500', async () => {
  const onError = () => undefined;
  const run = () => ({ status: 204, etag: 'x' });
  const endpoint = {
    name: 'x',
    method: 'POST',
    path: '/articles/{id}/-x',
    statuses: [204],
    versionOf: 'articles',
    run,
  } as const;
  const server = createServer(blog, blogSources(), { endpoints: [endpoint], onError });
  expect((await act(server, 'POST /articles/1/-x', media)).status).toBe(500);
});
