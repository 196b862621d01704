import { expect, test } from 'vitest';
import { atomicType, operate } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from './atomic-operations.ts';

const plain = 'application/vnd.api+json';
const add = [{ op: 'add', data: { type: 'people', attributes: { name: 'x' } } }];

function create(options: object = {}) {
  return createServer(blog, blogSources(), { extensions: [atomicOperations()], ...options });
}

test.each([
  ['without it', plain],
  ['with another extension', `${plain}; ext="https://example.com/other"`],
  ['with another media type', 'application/json'],
])('ATX-01 ATM-01 a Content-Type %s is 415, and Accept-Post names the extension', async (_, type) => {
  const { status, problems, headers } = await operate(create(), add, { 'content-type': type });
  expect([status, problems]).toEqual([415, ['CONTENT_TYPE_UNSUPPORTED Content-Type']]);
  expect(headers['Accept-Post']).toBe(atomicType);
});

test.each([undefined, plain, '*/*', atomicType])(
  'ATX-01 ATX-19 ATM-01 with Accept %s the extension of the request applies to the response, errors too',
  async (accept) => {
    const given = accept === undefined ? {} : { accept };
    const headers = { accept: undefined as unknown as string, ...given };
    expect((await operate(create(), add, headers)).status).toBe(200);
    expect((await operate(create(), [{ op: 'x' }], headers)).problems).toEqual([
      'DOCUMENT_INVALID /atomic:operations/0/op',
    ]);
  },
);

test.each(['GET', 'PATCH', 'PUT', 'DELETE'])('ATX-02 ATM-16 %s is 405', async (method) => {
  const headers = { accept: atomicType, 'content-type': atomicType };
  const { status, headers: fields } = await create().handle({ method, url: '/operations', headers, body: '{}' });
  expect([status, fields['Allow']]).toEqual([405, 'POST, OPTIONS']);
});

test('without the extension the URL is 404', async () => {
  const server = createServer(blog, blogSources());
  const { status } = await server.handle({
    method: 'POST',
    url: '/operations',
    headers: { accept: plain, 'content-type': plain },
    body: '{}',
  });
  expect(status).toBe(404);
});

test('the path can be another one, but not that of a type', async () => {
  const server = createServer(blog, blogSources(), { extensions: [atomicOperations({ path: '/batch' })] });
  expect((await operate(server, add, {}, '/batch')).status).toBe(200);
  const headers = { accept: atomicType, 'content-type': atomicType };
  expect((await server.handle({ method: 'POST', url: '/operations', headers, body: '{}' })).status).toBe(404);
  expect(() => create({ extensions: [atomicOperations({ path: '/people' })] })).toThrow(TypeError);
});

test.each([
  ['an unknown option', { limits: 3 }, 'atomicOperations: unknown option "limits". Did you mean `limit`?'],
  ['no whole number', { limit: 1.5 }, 'atomicOperations: `limit` must be a whole number above 0, but it is 1.5.'],
  ['no path', { path: 5 }, 'atomicOperations: `path` must be a string, but it is 5.'],
])('%s is a TypeError', (_, options, message) => {
  expect(() => atomicOperations(options as object)).toThrow(message);
});

test.each(['include=author', 'sort=name', 'filter[name]=x', 'page[size]=1', 'dryRun=1', 'x'])(
  'ATX-30 the query parameter %s is rejected',
  async (query) => {
    const { status, problems } = await operate(create(), add, {}, `/operations?${query}`);
    expect([status, problems]).toEqual([400, [`PARAMETER_NOT_SUPPORTED ${query.split('=')[0]}`]]);
  },
);

test('ATX-30 sparse fieldsets shape the data of results, also where operations have no data', async () => {
  const all = [...add, { op: 'remove', ref: { type: 'articles', id: '3' } }];
  const { results } = await operate(create(), all, {}, '/operations?fields[people]=friend');
  expect(Object.keys(results[0].data)).not.toContain('attributes');
  const { status, problems } = await operate(create(), all, {}, '/operations?fields[people]=nope');
  expect([status, problems]).toEqual([400, ['FIELD_UNKNOWN fields[people]']]);
});
