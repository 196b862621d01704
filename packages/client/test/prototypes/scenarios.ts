/** Calls of every function of the client, with the least that they need, with all that they take, and with mistakes. */
import { JsonApiError } from '@linkage/core';
import {
  atomicRequests,
  type ClientOptions,
  createClient,
  errorsByField,
  errorsByPath,
  hasStatus,
  patchAnswer,
} from '../../src/index.ts';
import { responseTo } from './documents.ts';
import { withoutPollution } from './pollution.ts';

/** The client as users without types have it. */
export type Untyped = Readonly<Record<string, (...given: readonly unknown[]) => Promise<never>>>;

/** A client, and what it sent. */
interface Connection {
  readonly client: Untyped;
  readonly requests: readonly unknown[];
}

function connect(options: Partial<ClientOptions> = {}): Connection {
  const requests: unknown[] = [];
  const counts = new Map<string, number>();
  const fetch = (request: Request): Promise<Response> =>
    withoutPollution(async () => {
      const { method, url, headers, redirect } = request;
      requests.push([method, url, redirect, [...headers], await request.text(), request.signal.aborted]);
      const path = `${method} ${decodeURIComponent(url).replace('https://example.com/api/', '')}`;
      const number = counts.get(path) ?? 0;
      counts.set(path, number + 1);
      const response = responseTo(path, number);
      // With a property `body`, Node itself cannot read a response without a body.
      const read = response.text.bind(response);
      return Object.defineProperty(response, 'text', { value: () => withoutPollution(read) });
    });
  const baseUrl = 'https://example.com/api';
  return { client: createClient({ baseUrl, fetch, ...options }) as unknown as Untyped, requests };
}

type Run = (client: Untyped) => unknown;

const call =
  (name: string, ...given: readonly unknown[]): Run =>
  (client) =>
    client[name]?.(...given);

const reference = { type: 'people', id: '9' };

interface AnyTransaction {
  add(type: string, input: object): object;
  update(target: object, changes: object, options?: object): object;
  remove(target: object, options?: object): object;
  updateRelationship(target: object, name: string, change: object, options?: object): object;
}

interface AnyPage extends AsyncIterable<unknown> {
  next(options?: object): Promise<AnyPage>;
  prev(options?: object): Promise<AnyPage>;
  wait(options?: object): Promise<AnyPage>;
}

async function created(client: Untyped, type: string): Promise<AnyPage> {
  return (await client['create']?.(type, {})) as unknown as AnyPage;
}

async function pages(client: Untyped): Promise<unknown> {
  const page = (await client['list']?.('articles')) as unknown as AnyPage;
  const next = await page.next({});
  const items: unknown[] = [];
  for await (const item of page) items.push(item);
  return [page, await page.wait({}), await page.prev(), next, await next.prev({}), await next.next(), items];
}

async function transaction(client: Untyped): Promise<unknown> {
  const run = (it: AnyTransaction) => {
    const first = it.add('articles', {});
    const second = it.update(first, { attributes: { title: 'x' } });
    return {
      first,
      second,
      third: it.updateRelationship(reference, 'friend', { replace: null }),
      fourth: it.remove(reference, {}),
    };
  };
  const atomic = connect({ atomic: atomicRequests() }).client;
  return [await atomic['atomic']?.(run), await atomic['atomic']?.(run, {}), 'atomic' in client];
}

async function errors(client: Untyped): Promise<unknown> {
  const error: unknown = await client['create']?.('people', {}).catch((it: unknown) => it);
  if (!JsonApiError.is(error)) throw error;
  return [error, errorsByField(error), errorsByPath(error), hasStatus(error, 422), error.status, error.headers];
}

async function patched(client: Untyped): Promise<unknown> {
  const answer = (await client['get']?.('articles', '1')) as never;
  const before = (await client['get']?.('articles', '2')) as never;
  const resources = [
    { type: 'articles', id: '1', attributes: { title: 'New' } },
    { type: 'people', id: '9' },
  ];
  return [patchAnswer(answer, resources as never), patchAnswer(before, []), patchAnswer(before, resources as never)];
}

const calls: Readonly<Record<string, Run>> = {
  list: call('list', 'people'),
  'list with a query': call('list', 'articles', {
    filter: [{ field: 'title', values: ['x', null] }, { or: [{ not: { field: 'a', operator: 'gt', values: [1] } }] }],
    sort: ['-title', { field: 'id' }, { field: 'id', descending: true }],
    page: { size: 1 },
    include: ['author'],
    fields: { articles: ['title'], people: undefined },
    parameters: { dryRun: true },
    extensionParameters: new Map([['x:y', 'z']]),
  }),
  'list with less': call('list', 'articles', { sort: [{ field: 'id' }], filter: [{ field: 'id', values: ['1'] }] }),
  pages: pages,
  get: call('get', 'articles', '2', {}, {}),
  'get again': async (client) => {
    const previous = await client['get']?.('articles', '1');
    return [previous, await client['get']?.('articles', '1', undefined, { previous })];
  },
  'get with a signal': call('get', 'articles', '1', {}, { signal: new AbortController().signal }),
  ...Object.fromEntries([3, 4, 5, 6, 7, 8].map((id) => [`get ${id}`, call('get', 'articles', String(id))])),
  related: call('related', 'articles', '1', 'author'),
  'related comments': call('related', 'articles', '1', 'comments'),
  relationship: call('relationship', 'articles', '1', 'comments'),
  create: call('create', 'articles', {}),
  'create with fields': call('create', 'articles', {
    id: '1',
    attributes: { title: 'x', none: undefined },
    relationships: {
      author: reference,
      comments: [{ type: 'comments', id: '5', meta: {} }],
      none: undefined,
      nil: null,
    },
  }),
  'create without a lid': call('create', 'articles', { relationships: { author: { type: 'people' }, other: {} } }),
  'a job': async (client) => {
    const first = await created(client, 'markers');
    const second = await created(client, 'markers');
    return [first, await first.wait(), await second.wait({})];
  },
  'a job without a link': async (client) => (await created(client, 'comments')).wait(),
  update: call('update', 'articles', '1', {}),
  'update without a response': call('update', 'articles', '2', { attributes: {} }, {}),
  delete: call('delete', 'articles', '1'),
  'delete with options': call('delete', 'articles', '1', { ifMatch: '"1"', idempotencyKey: 'key' }),
  updateRelationship: call('updateRelationship', 'articles', '1', 'author', { replace: null }),
  add: call('updateRelationship', 'articles', '1', 'comments', { add: [reference] }, {}),
  transaction: transaction,
  errors: errors,
  patched: patched,
  'a client with all options': () =>
    connect({
      headers: () => ({ Authorization: 'x' }),
      retry: 0,
      idempotencyKeys: false,
      urls: (type) => `/${type}`,
      retryOn: [503],
      refresh: () => undefined,
      totalName: 'total',
      profiles: ['https://example.com/profile'],
    }).client['list']?.('people'),
  'no options': () => createClient({} as never),
  'unknown options': () => createClient({ baseUrI: 'x' } as never),
  'an empty reference': call('updateRelationship', 'articles', '1', 'author', { replace: {} }),
  'an empty change': call('updateRelationship', 'articles', '1', 'author', {}),
  'an empty condition': call('list', 'articles', { filter: [{}] }),
  'a condition without values': call('list', 'articles', { filter: [{ field: 'title' }] }),
  'an empty list of values': call('list', 'articles', { filter: [{ field: 'a', operator: 'gt', values: [] }] }),
  'an empty field of sort': call('list', 'articles', { sort: [{}] }),
  'extension parameters without a map': call('list', 'articles', { extensionParameters: {} }),
  'an empty answer of another client': call('get', 'articles', '1', {}, { previous: {} }),
  'an empty transaction': () => connect({ atomic: atomicRequests({}) }).client['atomic']?.(() => []),
  'errors of another kind': () => [errorsByField({ errors: [{}] })],
  'an error without errors': () => errorsByField({} as never),
};

/** Each scenario returns its result, or what it throws, and the requests that it sent. */
export const scenarios: Readonly<Record<string, () => Promise<unknown>>> = Object.fromEntries(
  Object.entries(calls).map(([name, run]) => [
    name,
    async () => {
      const { client, requests } = connect();
      let outcome: unknown;
      try {
        outcome = [await run(client)];
      } catch (thrown) {
        outcome = { __proto__: null, thrown };
      }
      return [outcome, requests];
    },
  ]),
);
