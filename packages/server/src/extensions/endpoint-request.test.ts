import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import type { AnyDocument } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { Sources } from '../sources/port/data-source.ts';
import type { OperationRequest } from './operation-request.ts';
import type { EndpointRequest } from './server-extension.ts';

interface Asked {
  readonly options?: ServerOptions;
  readonly sources?: Partial<Sources<Blog>>;
}

/** Runs a function as the endpoint of an application, and returns its result, or the errors of the response. */
async function inside<Result>(
  run: (request: EndpointRequest) => Promise<Result>,
  { options, sources = blogSources() }: Asked = {},
): Promise<{ readonly result: Result | undefined; readonly errors: AnyDocument }> {
  let result: Result | undefined;
  const endpoint = {
    ...({ name: 'x', method: 'POST', path: '/x', statuses: [204] } as const),
    run: async (request: EndpointRequest) => {
      result = await run(request);
      return { status: 204 };
    },
  };
  const server = createServer(blog, withRest(blog, sources), {
    endpoints: [endpoint],
    onError: () => undefined,
    ...options,
  } as never);
  const { status, body } = await server.handle({
    method: 'POST',
    url: '/x',
    headers: { 'content-type': 'application/vnd.api+json' },
  });
  expect(status === 204).toBe(body === undefined);
  return { result, errors: body === undefined ? undefined : JSON.parse(body).errors };
}

const execute = (operation: OperationRequest, asked?: Asked) =>
  inside(async (request) => (await request.execute(operation)).document as AnyDocument, asked);

describe('the target of an operation as a URL', () => {
  test.each([
    ['/people/7', 'people 7'],
    ['/api/people/7', 'people 7'],
    ['https://example.com/api/people/7', 'people 7'],
    ['/people/7/friend', 'people 8'],
    ['/people/7/relationships/friend', 'people 8'],
    ['/people/7?fields[people]=name#top', 'people 7'],
  ])('%s', async (href, expected) => {
    const options = { baseUrl: 'https://example.com/api' };
    const { result } = await execute({ method: 'GET', target: { href } }, { options });
    expect(`${result.data.type} ${result.data.id}`).toBe(expected);
  });

  test.each<OperationRequest['query']>([
    { 'page[size]': '1', sort: '-title' },
    new URLSearchParams('page[size]=1&sort=-title'),
  ])('its query applies together with `query`: %s', async (query) => {
    const target = { href: '/articles?fields[articles]=title' };
    const { result } = await execute({ method: 'GET', target, query });
    expect(result.data).toEqual([
      { type: 'articles', id: '3', attributes: { title: 'Cars' }, links: { self: '/articles/3' } },
    ]);
  });

  test.each([
    ['/nothing', 404, 'NOT_FOUND'],
    ['/people/7/nothing', 404, 'NOT_FOUND'],
    ['https://example.org/people/7', 404, 'NOT_FOUND'],
    ['', 404, 'NOT_FOUND'],
    ['/people/7?nothing=1', 400, 'PARAMETER_UNKNOWN'],
    [`/people/7?sort=${'x'.repeat(200)}`, 414, 'URL_TOO_LONG'],
  ])('%s is %d', async (href, status, code) => {
    const options = { limits: { urlLength: 100 } };
    const { errors } = await execute({ method: 'GET', target: { href } }, { options });
    expect(errors).toMatchObject([{ status: String(status), code }]);
  });

  test.each([
    ['/people/7', 'people'],
    [`/people/${'7'.repeat(200)}`, undefined],
  ])('targetOf(%s) is %s', async (href, type) => {
    const options = { limits: { urlLength: 100 } };
    expect((await inside(async ({ targetOf }) => targetOf(href)?.type, { options })).result).toBe(type);
  });
});

test.each([
  [{ type: 'nothing' }, 'The resource type does not exist.'],
  [{ type: 'articles', relationship: 'author' }, 'A relationship requires the id of its resource.'],
  [{ type: 'articles', id: '1', relationship: 'nothing' }, 'Type "articles" does not have this relationship.'],
  [{ type: 'articles', id: '1', relationship: 'title' }, 'Type "articles" does not have this relationship.'],
])('the target %j is 404', async (target, detail) => {
  const { errors } = await execute({ method: 'GET', target, pointer: '/operations/0' });
  expect(errors).toMatchObject([{ status: '404', detail, source: { pointer: '/operations/0' } }]);
});

describe('a transaction of several types', () => {
  const { notes, ...sources } = blogSources();
  const apart = { ...sources, people: { ...sources.people, transactionGroup: Symbol('other') } };
  const { transaction: _, transactionGroup: __, ...plain } = sources.people;
  const people: AnyDocument = { attributes: { name: 'New' }, type: 'people' };
  const create = async (request: EndpointRequest, types: readonly string[]) =>
    request.transaction(types, async (inner) => {
      await inner.execute({ method: 'POST', target: { type: 'people' }, document: { data: people } });
      return 'written';
    });

  test.each<[string, Partial<Sources<Blog>>, readonly string[], boolean]>([
    ['with one transaction group', sources, ['articles', 'people'], true],
    ['one of them with a transaction group of its own', apart, ['articles', 'people'], false],
    ['that type alone', apart, ['people'], true],
    ['the first without transactions', { ...sources, people: plain }, ['people', 'articles'], false],
    ['another without transactions', { ...sources, people: plain }, ['articles', 'people'], false],
    ['some without a source', sources, ['articles', 'people', 'notes'], true],
  ])('%s', async (_, all, types, isShared) => {
    const shares = await inside(async (request) => request.sharesTransactions(types), { sources: all });
    expect(shares.result).toBe(isShared);
    const { result, errors } = await inside((request) => create(request, types), { sources: all });
    expect(result).toBe(isShared ? 'written' : undefined);
    if (isShared) return;
    const names = types.map((type) => `"${type}"`).join(', ');
    const detail = `Resources of these types cannot be changed together: ${names}.`;
    expect(errors).toMatchObject([{ status: '403', code: 'OPERATION_NOT_SUPPORTED', detail }]);
  });

  test('without sources: the function runs, and its operations fail on their own', async () => {
    const run = (request: EndpointRequest) => create(request, ['notes']);
    const { errors } = await inside(run, { sources: { notes } });
    expect(errors).toMatchObject([{ status: '403' }]);
    const withoutSource = await inside((request) => create(request, ['people']), { sources: {} });
    expect(withoutSource.errors).toMatchObject([{ status: '404', code: 'NOT_FOUND' }]);
  });
});

test('a source with savepoints: what a write that failed has read and written is forgotten', async () => {
  const sources = blogSources();
  const { transaction, update } = sources.people as AnyDocument;
  const withSavepoints = async (run: AnyDocument, call: AnyDocument) => {
    if (call.transaction === undefined) return transaction(run, call);
    try {
      return await run(call);
    } catch (failure) {
      await update('7', { attributes: { name: 'before' }, relationships: {} }, call);
      throw failure;
    }
  };
  const people = { ...sources.people, transaction: withSavepoints, returnsWritten: [update] };
  // No user can read the name "after", so this write fails once it is stored.
  const access = { people: { read: () => [{ field: 'name', operator: 'ne', values: ['after'] }] } };
  const target = { type: 'people', id: '7' };
  const rename = (name: string): OperationRequest => ({
    ...{ method: 'PATCH', target, document: { data: { ...target, attributes: { name } } } },
  });
  const { result } = await inside(
    (request) =>
      request.transaction(['people'], async (inner) => {
        await inner.execute(rename('before'));
        await expect(inner.execute(rename('after'))).rejects.toThrow();
        return (await inner.execute({ method: 'GET', target })).document as AnyDocument;
      }),
    { sources: { ...sources, people } as never, options: { access, defaultAccess: 'allow' } as never },
  );
  expect(result.data.attributes.name).toBe('before');
});
