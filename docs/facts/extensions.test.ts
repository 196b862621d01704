/** The sentences of the pages about extensions, profiles, members of applications, and actions. */

import { defineAction, defineApi, defineExtension, defineProfile } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, mediaType, send, serve } from './fact.ts';

const page = 'guide/extensions-and-profiles.md';
const fact = (sentence: string, check: () => unknown): void => factOf(page, sentence, check);
const uri = 'https://example.com/ext/count';
const ofExtension = `${mediaType};ext="${uri}"`;
const counting = {
  extension: defineExtension({ uri, namespace: 'count', members: { document: { total: null } } }),
  members: { document: () => ({ total: 7 }) },
};
const profileUri = 'https://example.com/profiles/note';
const noting = {
  profile: defineProfile({ uri: profileUri, members: { meta: { note: null } }, parameters: ['noteText'] }),
  parameters: { noteText: z.string() },
  meta: { document: () => ({ note: 'x' }) },
};
const ofProfile = `${mediaType};profile="${profileUri}"`;
const endpoint = (run: (...given: never[]) => unknown, more: object = {}) => ({
  endpoints: [{ name: 'own', method: 'PATCH', path: '/-own', statuses: [200], run, ...more }],
});

fact(
  'The server does the rest: 406 and 415, `Content-Type`, `Vary`, the `jsonapi` member, and the `type` of links.',
  async () => {
    const server = serve({ extensions: [counting] });
    const { headers, document } = await send(server, 'GET /notes', undefined, { accept: ofExtension });
    expect([headers['Content-Type'], headers['Vary'], document.jsonapi.ext]).toEqual([
      `${mediaType}; ext="${uri}"`,
      'Accept',
      [uri],
    ]);
    const other = `${mediaType};ext="https://example.com/ext/other"`;
    expect((await send(server, 'GET /notes', undefined, { accept: other })).status).toBe(406);
    expect((await send(server, 'PATCH /notes/1', {}, { 'content-type': other })).status).toBe(415);
  },
);
fact('A response never contains members of an extension or profile that is not applied.', async () => {
  const server = serve({ extensions: [counting], profiles: [noting] });
  for (const accept of [mediaType, '*/*']) {
    const { document } = await send(server, 'GET /notes', undefined, { accept });
    expect([document['count:total'], document.meta?.note]).toEqual([undefined, undefined]);
  }
  const { document } = await send(server, 'GET /notes', undefined, { accept: ofProfile });
  expect([document['count:total'], document.meta.note]).toEqual([undefined, 'x']);
});
fact(
  '**`parameters`** are valid only while the profile is applied. Otherwise, the server rejects them with 400.',
  async () => {
    const server = serve({ profiles: [noting] });
    expect((await send(server, 'GET /notes?noteText=x')).status).toBe(400);
    expect((await send(server, 'GET /notes?noteText=x', undefined, { accept: ofProfile })).status).toBe(200);
  },
);
fact(
  '- The server checks the document of an endpoint, also against the declared API: an invalid document becomes a 500.',
  async () => {
    for (const document of [
      {},
      { data: { type: 'none', id: '1' } },
      { data: { type: 'notes', id: '1', attributes: { none: 1 } } },
    ]) {
      const server = serve(endpoint(() => ({ status: 200, document })));
      expect((await send(server, 'PATCH /-own', null)).status).toBe(500);
    }
  },
);
fact('If a write contains `If-Match`, the server responds with 400', async () => {
  const server = serve(endpoint(() => ({ status: 200, document: { meta: {} } })));
  expect((await send(server, 'PATCH /-own', null)).status).toBe(200);
  expect((await send(server, 'PATCH /-own', null, { 'if-match': '"x"' })).status).toBe(400);
});
fact(
  '- At all other URLs, the server responds with 415 if `Content-Type` names the extension, and with 406 if every media type in `Accept` does.',
  async () => {
    const server = serve({
      extensions: [{ ...counting, appliesTo: ({ type }: { type?: string }) => type === 'people' }],
    });
    expect((await send(server, 'GET /people', undefined, { accept: ofExtension })).status).toBe(200);
    expect((await send(server, 'GET /notes', undefined, { accept: ofExtension })).status).toBe(406);
    expect((await send(server, 'GET /notes', undefined, { accept: `${ofExtension}, ${mediaType}` })).status).toBe(200);
    expect((await send(server, 'PATCH /notes/1', {}, { 'content-type': ofExtension })).status).toBe(415);
  },
);
const wrong = [
  () => 7,
  async () => ({ note: 'x' }),
  () => {
    throw new Error('x');
  },
];
fact(
  'Your functions must return an object or undefined, and not a promise. Otherwise, or if one throws, the server responds with 500',
  async () => {
    for (const document of wrong) {
      const failures: unknown[] = [];
      const profiles = [{ ...noting, applied: 'always', meta: { document } }];
      expect(
        (await send(serve({ profiles, onError: (error: unknown) => failures.push(error) }), 'GET /notes')).status,
      ).toBe(500);
      expect(failures).toHaveLength(1);
    }
  },
);
fact(
  'If a function throws, returns a promise, or returns something that the document cannot contain, the response is 500.',
  async () => {
    for (const meta of [...wrong, () => ({ value: 1n })])
      expect((await send(serve({ documents: { meta } }), 'GET /notes')).status).toBe(500);
  },
);
fact('A meta that differs in every response, such as a time, therefore prevents 304.', async () => {
  let time = 0;
  for (const [meta, status] of [
    [() => ({ time: time++ }), 200],
    [() => ({ time: 0 }), 304],
  ] as const) {
    const server = serve({ documents: { meta } });
    const tag = String((await send(server, 'GET /notes/1')).headers['ETag']);
    expect((await send(server, 'GET /notes/1', undefined, { 'if-none-match': tag })).status).toBe(status);
  }
});
fact('- **304** responses have no fields that begin with `Content-`, because they have no document.', async () => {
  const server = serve({ headers: () => ({ 'Content-Language': 'en', 'X-A': '1' }) });
  const namesOf = async (headers: Record<string, string>) =>
    Object.keys((await send(server, 'GET /notes/1', undefined, headers)).headers);
  expect(await namesOf({})).toEqual(expect.arrayContaining(['Content-Language', 'X-A']));
  const names = await namesOf({ 'if-none-match': '*' });
  expect([names.includes('X-A'), names.filter((name) => /^content-/i.test(name))]).toEqual([true, []]);
});
fact('By default, GET of the base URL is 404.', async () => {
  const statuses = async (options: object) => (await send(serve({ baseUrl: '/api', ...options }), 'GET /')).status;
  expect([await statuses({}), await statuses({ root: true })]).toEqual([404, 200]);
});
fact(
  '- **As at other URLs**, the request is negotiated, HEAD and OPTIONS are supported, other methods are 405, and query parameters are 400.',
  async () => {
    const server = serve({ root: true });
    const statusOf = async (line: string, headers = {}) => (await send(server, line, undefined, headers)).status;
    expect([
      await statusOf('HEAD /'),
      await statusOf('OPTIONS /'),
      await statusOf('DELETE /'),
      await statusOf('GET /?x=1'),
    ]).toEqual([200, 204, 405, 400]);
    expect(await statusOf('GET /', { accept: 'text/html' })).toBe(406);
  },
);

const actionFact = (sentence: string, check: () => unknown): void => factOf('recipes/actions.md', sentence, check);
const issues = defineApi({
  issues: {
    attributes: { status: z.string() },
    actions: {
      close: defineAction({ input: z.object({ reason: z.string().min(3) }), ifMatch: true }),
      count: defineAction({ on: 'collection', output: z.object({ count: z.int() }) }),
      quiet: defineAction({ on: 'collection' }),
      closeAll: defineAction({ on: 'filter' }),
    },
  },
});
const serveIssues = (count = 1, output: unknown = { count }) => {
  const records = Array.from({ length: count }, (_, id) => ({ id: String(id), status: 'open' }));
  const functions = { close: () => undefined, count: () => output, quiet: () => undefined, closeAll: () => undefined };
  const sources = createMemorySources(issues, { issues: records });
  return createServer(issues, sources, { actions: { issues: functions }, onError: () => undefined } as never);
};
const act = (path: string, meta?: unknown, headers = {}, server = serveIssues()) =>
  send(server, `POST /issues${path}`, meta === undefined ? '' : JSON.stringify({ meta }), headers);
actionFact(
  'If the schema rejects the input, the client receives 422, with pointers such as `/meta/reason`.',
  async () => {
    const { status, document } = await act('/0/-actions/close', { reason: 'x' }, { 'if-match': '*' });
    expect([status, document.errors[0].source.pointer]).toEqual([422, '/meta/reason']);
  },
);
actionFact('If it rejects the output, the client receives 500.', async () => {
  expect((await act('/-actions/count', {})).status).toBe(200);
  expect((await act('/-actions/count', {}, {}, serveIssues(1, { count: 'x' }))).status).toBe(500);
});
actionFact('| `resources`, each with `id` and `record` | `meta`, or 204 |', async () => {
  const api = 'id';
  expect([(await act(`/-actions/closeAll?filter[${api}]=0`)).status, (await act('/-actions/closeAll')).status]).toEqual(
    [204, 400],
  );
});
actionFact('| `collection` | `/issues/-actions/import` | neither | `meta`, or 204 |', async () => {
  expect([(await act('/-actions/count')).document.meta, (await act('/-actions/quiet')).status]).toEqual([
    { count: 1 },
    204,
  ]);
});
actionFact('any other is a 400.', async () => {
  expect((await act('/-actions/closeAll?filter[id]=0&sort=id')).status).toBe(400);
});
actionFact(
  'If it matches more than `limit`, the client receives 403, and nothing changes. The default is 100.',
  async () => {
    const all = Array.from({ length: 101 }, (_, id) => id);
    const path = (ids: readonly number[]) => `/-actions/closeAll?filter[id]=${ids.join(',')}`;
    const server = createServer(
      issues,
      createMemorySources(issues, { issues: all.map((id) => ({ id, status: 'x' })) }),
      {
        ...{
          actions: {
            issues: {
              close: () => undefined,
              count: () => ({ count: 1 }),
              quiet: () => undefined,
              closeAll: () => undefined,
            },
          },
        },
        limits: { filterValues: 200 },
      } as never,
    );
    expect((await act(path(all.slice(1)), undefined, {}, server)).status).toBe(204);
    expect((await act(path(all), undefined, {}, server)).status).toBe(403);
  },
);
actionFact(
  'With `ifMatch: true`, requests without `If-Match` receive 428; otherwise, `requireIfMatch` decides.',
  async () => {
    expect((await act('/0/-actions/close', { reason: 'because' })).status).toBe(428);
  },
);
actionFact('the server rejects `If-Match` with 400, and operations of the endpoint need no condition.', async () => {
  const run = ({ execute }: { execute(request: object): unknown }) =>
    execute({ method: 'DELETE', target: { type: 'notes', id: '1' } });
  const server = serve({ ...endpoint(run as never, { statuses: [204] }), requireIfMatch: ['notes'] });
  expect((await send(server, 'PATCH /-own', null, { 'if-match': '*' })).status).toBe(400);
  expect((await send(server, 'PATCH /-own', null)).status).toBe(204);
});
actionFact('Otherwise, the client receives a 500, and `onError` the reason.', async () => {
  const failures: unknown[] = [];
  const document = { data: { type: 'notes', id: '1', attributes: { none: 1 } } };
  const options = { ...endpoint(() => ({ status: 200, document })), onError: (error: unknown) => failures.push(error) };
  expect([(await send(serve(options), 'PATCH /-own', null)).status, String(failures[0])]).toEqual([
    500,
    expect.stringContaining('none'),
  ]);
});
