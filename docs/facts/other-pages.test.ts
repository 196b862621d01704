/** Sentences of the pages that have no file of their own here. Each case quotes its sentence, so that neither a sentence nor a behavior changes alone. */

import { DatabaseSync } from 'node:sqlite';
import { compareDescriptions } from '@linkage/changes';
import {
  attribute,
  defineApi,
  errorObject,
  JsonApiError,
  parseQuery,
  serializeStream,
  validateDocument,
} from '@linkage/core';
import {
  atomicOperations,
  createMemorySources,
  createServer,
  cursorPagination,
  tooManyRequests,
  unauthorized,
} from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { api, fact, found, idsOf, mediaType, note, send, serve, statusOf } from './fact.ts';

fact(
  'guide/filters.md',
  'An attribute with an asynchronous schema cannot have `filter`: `defineApi` throws a `TypeError`.',
  () => {
    const schema = {
      '~standard': { version: 1, vendor: 'x', validate: async (value: unknown) => ({ value }) },
    } as never;
    expect(() => defineApi({ notes: { attributes: { title: attribute(schema, { filter: true }) } } })).toThrow(
      TypeError,
    );
  },
);
fact('guide/filters.md', 'A resource must match all parameters.', async () => {
  expect(await idsOf('filter[size]=1&filter[title]=Note%201')).toEqual(['1']);
});
fact(
  'guide/filters.md',
  'A backslash escapes the next character: `a\\,b` is one value with a comma, and `\\\\` is a backslash.',
  async () => {
    expect(await idsOf('filter[title]=a\\,b')).toEqual(['3']);
    expect(parseQuery(api, 'notes', new URLSearchParams({ 'filter[title]': 'a\\\\' })).filter).toEqual([
      { field: 'title', operator: 'eq', values: ['a\\'] },
    ]);
  },
);
fact(
  'guide/filters.md',
  'Null equals null, and `ne` is the opposite of `eq`, so `ne` matches null unless null is one of its values.',
  async () => {
    expect(await idsOf('filter[size]=null')).toEqual(['2']);
    expect(await idsOf('filter[size][ne]=1')).toEqual(['2']);
    expect(await idsOf('filter[size][ne]=1,null')).toEqual([]);
  },
);
fact('guide/filters.md', 'All other operators never match null.', async () => {
  expect(await idsOf('filter[size][lt]=100')).toEqual(['1', '3']);
  expect(await idsOf('filter=not(lt(size,100))')).toEqual(['2']);
});
fact(
  'guide/filters.md',
  'A filter on a path never matches a resource without a related resource, not even with `ne` or the value `null`.',
  async () => {
    expect(await idsOf('filter[author.name][ne]=Eve')).toEqual(['1', '2']);
  },
);
fact('guide/filters.md', '`%` and `_` have no special meaning.', async () => {
  expect(await idsOf('filter[title][contains]=%25')).toEqual([]);
  expect(await idsOf('filter[title][contains]=_')).toEqual([]);
});

fact('guide/idempotency-keys.md', '- Without the option, the server responds to `meta.upsert` with 400.', async () => {
  const server = serve({ extensions: [atomicOperations()] });
  const extension = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
  const data = { type: 'notes', id: '1', attributes: { title: 'x', size: 1 } };
  const body = JSON.stringify({ 'atomic:operations': [{ op: 'add', data, meta: { upsert: true } }] });
  const headers = { 'content-type': extension, accept: extension };
  expect((await server.handle({ method: 'POST', url: '/operations', headers, body })).status).toBe(400);
});

fact(
  'guide/operations.md',
  'Invalid values are values other than records, records without ids, attributes that JSON cannot contain, such as cycles, and promises in place of records.',
  async () => {
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    for (const value of [1, 'x', undefined, { title: 'x' }, note('1', { title: circle }), Promise.resolve(note('1'))])
      expect(
        await statusOf(
          'GET /notes/1',
          {},
          found(() => [value]),
        ),
      ).toBe(500);
  },
);
fact(
  'guide/operations.md',
  'If a source throws, rejects, or returns an invalid value, the server responds with one generic 500 error with an `id`.',
  async () => {
    for (const find of [
      () => Promise.reject(new Error('secret')),
      () => {
        return Promise.reject();
      },
      () => 1,
    ]) {
      const { document } = await send(serve({}, found(find)), 'GET /notes/1');
      expect(document.errors).toEqual([expect.objectContaining({ status: '500', id: expect.any(String) })]);
      expect(JSON.stringify(document)).not.toContain('secret');
    }
  },
);
fact(
  'guide/operations.md',
  'The server omits records that it did not request, and cuts pages that are too long.',
  async () => {
    const both = [note('1', { author: null }), note('2', { author: null })];
    const { document } = await send(
      serve(
        {},
        found(() => both),
      ),
      'GET /notes/1',
    );
    expect(document.data.id).toBe('1');
    const many = Array.from({ length: 30 }, (_, id) => note(String(id), { author: null }));
    const long = { notes: { list: () => ({ records: many }) }, people: {} };
    expect((await send(serve({}, long), 'GET /notes?page[size]=5')).document.data).toHaveLength(5);
  },
);
fact(
  'guide/operations.md',
  'If a single call of a source takes longer, the server responds with 504 `TIMED_OUT`',
  async () => {
    expect(
      await statusOf(
        'GET /notes/1',
        { limits: { sourceTime: 20 } },
        found(() => new Promise(() => undefined)),
      ),
    ).toBe(504);
  },
);
fact(
  'guide/operations.md',
  'It throws a `TypeError` for an unknown option, for an unknown resource type in `access` or `pagination`',
  () => {
    expect(() => serve({ acess: {} })).toThrow(TypeError);
    expect(() => serve({ access: { note: 'public' } })).toThrow(TypeError);
    expect(() => serve({ pagination: { types: { note: { pageSize: 1 } } } })).toThrow(TypeError);
  },
);
fact(
  'guide/operations.md',
  'If the name of a member is close to a method that the source lacks, such as `delet` without `delete`, `createServer` throws a `TypeError`.',
  () => {
    expect(() => serve({}, { notes: { find: () => [], delet: () => true }, people: {} })).toThrow(TypeError);
  },
);

async function* several(count: number, title = 'x') {
  for (let id = 0; id < count; id++) yield { id, title, size: 1, author: null, readers: [] };
}
async function chunksOf(count: number, title?: string): Promise<readonly string[]> {
  const chunks: string[] = [];
  for await (const chunk of serializeStream(api, 'notes', several(count, title))) chunks.push(chunk);
  return chunks;
}
fact(
  'guide/streaming.md',
  '**Chunks** have at most 256 resources, the first one 16, and end at about 64 Ki characters.',
  async () => {
    const counts = (await chunksOf(600)).map((chunk) => chunk.split('"type":"notes"').length - 1);
    expect(counts[0]).toBeLessThanOrEqual(16); // fewer from a slow source
    expect(Math.max(...counts)).toBeLessThanOrEqual(256);
    const lengths = (await chunksOf(60, 'x'.repeat(20_000))).map(({ length }) => length);
    expect(Math.max(...lengths.slice(1))).toBeLessThan(90_000);
  },
);
fact(
  'guide/streaming.md',
  'The text so far is never valid JSON, because the closing brace is the last character.',
  async () => {
    const chunks = await chunksOf(40);
    expect(() => JSON.parse(chunks.slice(0, -1).join(''))).toThrow(SyntaxError);
    expect(chunks.at(-1)?.at(-1)).toBe('}');
  },
);

for (const [page, sentence] of [
  ['guide/openapi.md', 'From this day on (UTC), the removal is safe:'],
  ['changes.md', 'the change is safe from that date on.'],
] as const)
  fact(page, sentence, async () => {
    const title = attribute(z.string(), { deprecated: 'Sunset 2027-01-31.' });
    const describe = (attributes: object) => {
      const other = defineApi({ notes: { attributes: attributes as { size: typeof title } } });
      return createServer(other, createMemorySources(other, {})).describe();
    };
    const size = attribute(z.string(), {});
    const [before, after] = [await describe({ size, title }), await describe({ size })];
    const levelOn = (today: string) => compareDescriptions(before, after, { today }).map(({ level }) => level);
    expect([levelOn('2027-01-30'), levelOn('2027-01-31')]).toEqual([['breaking'], ['safe']]);
  });

fact(
  'guide/errors.md',
  'Any other error becomes a generic 500 with an id. The client never sees its text.',
  async () => {
    const { status, body } = await send(
      serve(
        {},
        found(() => {
          throw new Error('secret');
        }),
      ),
      'GET /notes/1',
    );
    expect([status, body?.includes('secret')]).toEqual([500, false]);
  },
);
fact('guide/errors.md', 'By default, only generic 500 errors have an id.', async () => {
  expect((await send(serve(), 'GET /notes/none')).document.errors[0]).not.toHaveProperty('id');
});
fact('guide/errors.md', '`new JsonApiError(error, { headers })` adds headers to the response.', async () => {
  const error = new JsonApiError(errorObject({ code: 'OUT', status: 409, title: 'Out' }), { headers: { 'x-a': '1' } });
  const { status, headers } = await send(
    serve(
      {},
      found(() => {
        throw error;
      }),
    ),
    'GET /notes/1',
  );
  expect([status, headers['x-a']]).toEqual([409, '1']);
});
fact(
  'guide/errors.md',
  'If there are more errors than `limits.errors`, the document has `meta.errors: { "truncated": true, "limit": 20 }`.',
  async () => {
    const query = Array.from({ length: 30 }, (_, index) => `x${index}=1`).join('&');
    const { document } = await send(serve(), `GET /notes?${query}`);
    expect([document.errors.length, document.meta]).toEqual([20, { errors: { truncated: true, limit: 20 } }]);
  },
);

fact('guide/http.md', '| `GET /articles/`, `GET /articles/1/` | 404 |', async () => {
  expect([await statusOf('GET /notes/'), await statusOf('GET /notes/1/')]).toEqual([404, 404]);
});
fact('guide/http.md', '| `POST /articles/` | 405, because `POST` is not a method of a resource |', async () => {
  expect(await statusOf('POST /notes/')).toBe(405);
});
fact('guide/http.md', '`createServer` throws a `TypeError` if one collection is below another one.', () => {
  const collection = (type: string) => (type === 'people' ? '/notes/people' : `/${type}`);
  expect(() => serve({ urls: { collection } })).toThrow(TypeError);
});
fact(
  'guide/http.md',
  'The server never takes a part of a link from the request, so a forged `Host` has no effect.',
  async () => {
    const { body } = await send(serve(), 'GET /notes/1', undefined, { host: 'evil.example' });
    expect(body).not.toContain('evil');
  },
);

fact('guide/limits.md', '| `limits.pageSizeMaximum` | 100 | The maximum page size | 400 |', async () => {
  expect([await statusOf('GET /notes?page[size]=100'), await statusOf('GET /notes?page[size]=101')]).toEqual([
    200, 400,
  ]);
});
fact(
  'guide/limits.md',
  '| `limits.urlLength` | 8 KiB | The number of characters of path and query | 414 |',
  async () => {
    expect(await statusOf(`GET /notes?x=${'a'.repeat(8 * 1024)}`)).toBe(414);
  },
);
fact('guide/limits.md', '| `limits.parameters` | 100 | The total number of query parameters | 400 |', async () => {
  const query = Array.from({ length: 101 }, (_, index) => `x[a${index}]=1`).join('&');
  expect(await statusOf(`GET /notes?${query}`)).toBe(400);
});

fact(
  'guide/cursor-pagination.md',
  '| `page[after]` and `page[before]` | A range: everything between both cursors.',
  async () => {
    const server = serve({ profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })] });
    const { data } = (await send(server, 'GET /notes')).document;
    const [first, , third] = data.map(({ meta }: { meta: { page: { cursor: string } } }) => meta.page.cursor);
    const { document } = await send(server, `GET /notes?page[after]=${first}&page[before]=${third}`);
    expect(document.data.map(({ id }: { id: string }) => id)).toEqual(['2']);
  },
);
fact(
  'guide/cursor-pagination.md',
  'A cursor that was changed, or that belongs to another list or order, is a 400 that names the parameter.',
  async () => {
    const server = serve({ profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })] });
    const { cursor } = (await send(server, 'GET /notes')).document.data[0].meta.page;
    for (const query of [`page[after]=${cursor}x`, `page[after]=${cursor}&sort=title`]) {
      const { status, document } = await send(server, `GET /notes?${query}`);
      expect([status, document.errors[0].source]).toEqual([400, { parameter: 'page[after]' }]);
    }
  },
);
fact(
  'guide/cursor-pagination.md',
  'Every page has `prev` and `next`, which are `null` if the page does not exist.',
  async () => {
    const server = serve({ profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })] });
    expect((await send(server, 'GET /notes')).document.links).toMatchObject({ prev: null, next: null });
  },
);
fact('guide/cursor-pagination.md', '`key` must have 32 bytes or more', () => {
  expect(() => cursorPagination({ key: 'k'.repeat(31) })).toThrow();
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table note (id text primary key, title varchar(2), size integer);
  insert into note values (null, 'long', 'text')`);
fact('guide/sql.md', '- **Types.** A column of integers stores strings, too, unless its table is `strict`.', () => {
  expect(database.prepare('select typeof(size) as type from note').get()).toMatchObject({ type: 'text' });
  database.exec('create table exact (size integer) strict');
  expect(() => database.exec("insert into exact values ('text')")).toThrow(/cannot store TEXT/);
});
fact('guide/sql.md', '- **Lengths and ranges.** `varchar(40)` is not enforced, also with a database schema.', () => {
  expect(database.prepare('select length(title) as length from note').get()).toMatchObject({ length: 4 });
});
fact('guide/sql.md', '`pragma foreign_keys = on`, for each connection; `node:sqlite` sets it.', () => {
  expect(database.prepare('pragma foreign_keys').get()).toMatchObject({ foreign_keys: 1 });
});
fact('guide/sql.md', '- **Primary keys** accept NULL, except integers and tables `without rowid`', () => {
  expect(database.prepare('select count(*) as rows from note where id is null').get()).toMatchObject({ rows: 1 });
  database.exec('create table other (id text primary key) without rowid');
  expect(() => database.exec('insert into other values (null)')).toThrow(/NOT NULL/);
});

fact('guide/query-parameters.md', 'If a query exceeds a limit, the error has status 400.', async () => {
  expect(await statusOf('GET /notes?include=author.a.b.c.d')).toBe(400);
  expect(await statusOf('GET /notes?include=author,readers', { limits: { includePaths: 1 } })).toBe(400);
});
fact(
  'guide/query-parameters.md',
  'Names of your own parameters must contain another character, such as `dryRun`.',
  async () => {
    expect(await statusOf('GET /notes?dryrun=1')).toBe(400);
  },
);
fact(
  'guide/query-parameters.md',
  'If parameters are invalid, `parseQuery` throws a `JsonApiError` with status 400 and at most 20 errors, one for each problem.',
  () => {
    const query = new URLSearchParams(Array.from({ length: 30 }, (_, index) => [`x${index}`, '1']));
    let thrown: unknown;
    try {
      parseQuery(api, 'notes', query);
    } catch (error) {
      thrown = error;
    }
    expect(JsonApiError.is(thrown) && [thrown.status, thrown.errors.length]).toEqual([400, 20]);
  },
);

const atomicType = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
async function operate(operations: readonly unknown[], more: Record<string, string> = {}) {
  const server = serve({ extensions: [atomicOperations()] });
  const headers = { 'content-type': atomicType, accept: atomicType, ...more };
  const body = JSON.stringify({ 'atomic:operations': operations });
  const response = await server.handle({ method: 'POST', url: '/operations', headers, body });
  return { ...response, document: JSON.parse(response.body || '{}'), after: await send(server, 'GET /notes') };
}
const remove = (id: string) => ({ op: 'remove', ref: { type: 'notes', id } });
fact(
  'guide/atomic-operations.md',
  'If operations are malformed, it reports all of them at once with 400, and none runs.',
  async () => {
    const { status, document, after } = await operate([remove('1'), { op: 'wrong' }, { op: 'wrong' }]);
    expect([status, document.errors.length, after.document.data.length]).toEqual([400, 2, 3]);
  },
);
fact(
  'guide/atomic-operations.md',
  'If all results are empty, the server responds with 204 and without a document.',
  async () => {
    const { status, body, after } = await operate([remove('1'), remove('2')]);
    expect([status, body ?? '', after.document.data.length]).toEqual([204, '', 1]);
  },
);
fact('guide/atomic-operations.md', '| a `lid` that no earlier operation adds | 400 `LOCAL_ID_UNKNOWN` |', async () => {
  const { status, document } = await operate([{ op: 'remove', ref: { type: 'notes', lid: 'none' } }]);
  expect([status, document.errors[0].code]).toEqual([400, 'LOCAL_ID_UNKNOWN']);
});
fact('guide/atomic-operations.md', 'The server rejects the header `If-Match` with 400', async () => {
  expect((await operate([remove('1')], { 'if-match': '"x"' })).status).toBe(400);
});

fact(
  'guide/errors.md',
  "`unauthorized('Bearer')` creates a 401 with `WWW-Authenticate`, `tooManyRequests(60)` a 429 with `Retry-After`.",
  async () => {
    for (const [error, status, name] of [
      [unauthorized('Bearer'), 401, 'WWW-Authenticate'],
      [tooManyRequests(60), 429, 'Retry-After'],
    ] as const) {
      const context = () => {
        throw error;
      };
      const response = await send(serve({ context }), 'GET /notes');
      expect([response.status, response.headers[name]]).toEqual([status, expect.any(String)]);
    }
  },
);

const open = { read: () => true, create: () => true, update: () => true };
fact(
  'guide/access.md',
  'The server then leaves out those in `fields[TYPE]` that the user cannot read, instead of responding with 400.',
  async () => {
    const access = { notes: { ...open, fields: () => ['title'] }, people: open };
    expect(await statusOf('GET /notes?fields[notes]=title,size', { access })).toBe(400);
    const { status, document } = await send(
      serve({ access, hiddenFields: 'omit' }),
      'GET /notes?fields[notes]=title,size',
    );
    expect([status, document.data[0].attributes]).toEqual([200, { title: 'Note 1' }]);
  },
);
fact(
  'guide/access.md',
  'If a required attribute is hidden and has no default, the server rejects the request with 403.',
  async () => {
    const access = { notes: { ...open, fields: () => ['size'] }, people: open };
    const data = { type: 'notes', id: '7', attributes: { size: 1 } };
    expect((await send(serve({ access }), 'POST /notes', data)).status).toBe(403);
  },
);
fact(
  'guide/access.md',
  'An empty array or group throws. With no values, a condition matches nothing; `ne` matches everything.',
  async () => {
    const reading = (rule: unknown) => ({ access: { notes: { read: () => rule }, people: open } });
    expect(await statusOf('GET /notes', reading([]))).toBe(500);
    const countOf = async (rule: unknown) => (await send(serve(reading(rule)), 'GET /notes')).document.data.length;
    expect(await countOf([{ field: 'title', values: [] }])).toBe(0);
    expect(await countOf([{ field: 'title', operator: 'ne', values: [] }])).toBe(3);
  },
);
fact(
  'guide/access.md',
  '**A hidden resource is a missing resource.** Its URLs respond with 404 and the same body.',
  async () => {
    const server = serve({ access: { notes: { read: () => [{ field: 'id', values: ['1'] }] }, people: open } });
    const bodyOf = async (id: string) => (await send(server, `GET /notes/${id}`)).body?.replaceAll(id, 'ID');
    expect(await bodyOf('hidden-2')).toBe(await bodyOf('none'));
    expect((await send(server, 'GET /notes/2')).status).toBe(404);
  },
);

fact(
  'guide/http.md',
  'If `Accept` contains the media type only with parameters that JSON:API does not define, the response is 406:',
  async () => {
    expect((await send(serve(), 'GET /notes', undefined, { accept: `${mediaType}; charset=utf-8` })).status).toBe(406);
  },
);
fact('guide/http.md', 'A taken id is 409. Without this option, any id in a POST is 403.', async () => {
  const attributes = { title: 'x', size: 1 };
  expect((await send(serve(), 'POST /notes', { type: 'notes', id: '1', attributes })).status).toBe(409);
  expect((await send(serve(), 'POST /people', { type: 'people', id: '1', attributes: { name: 'x' } })).status).toBe(
    403,
  );
});

fact('guide/operations.md', '0 switches a limit off.', () => {
  expect(() => serve({ limits: { requestTime: 0, sourceTime: 0, streamTime: 0 } })).not.toThrow();
});
fact(
  'guide/operations.md',
  'converts numbers to strings where a string is required, and replaces a status outside 400 to 599.',
  async () => {
    const error = new JsonApiError({ status: 200, code: 7, title: 'x' } as never, { status: 200 } as never);
    const find = () => {
      throw error;
    };
    const { status, document } = await send(serve({}, found(find)), 'GET /notes/1');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(validateDocument(document)).not.toHaveProperty('issues');
  },
);

const change = { type: 'notes', id: '1', attributes: { title: 'New' } };
fact('guide/conditional-requests.md', '- **Malformed conditions** are 400.', async () => {
  expect((await send(serve(), 'PATCH /notes/1', change, { 'if-match': 'none' })).status).toBe(400);
});
fact(
  'guide/conditional-requests.md',
  '- **`requireIfMatch`** names types whose writes receive 428 without `If-Match`.',
  async () => {
    expect((await send(serve({ requireIfMatch: ['notes'] }), 'PATCH /notes/1', change)).status).toBe(428);
  },
);
fact('guide/conditional-requests.md', 'Weak tags never match (RFC 9110, section 8.8.3.2).', async () => {
  const server = serve();
  const tag = (await send(server, 'GET /notes/1')).headers['ETag'];
  expect((await send(server, 'PATCH /notes/1', change, { 'if-match': `W/${tag}` })).status).toBe(412);
  expect((await send(server, 'PATCH /notes/1', change, { 'if-match': `${tag}` })).status).toBe(200);
});
fact('guide/conditional-requests.md', '`ETag` is `"<version>-<hash>"`.', async () => {
  expect((await send(serve(), 'GET /notes/1')).headers['ETag']).toMatch(/^"[^"]+-[^"]+"$/);
});

fact('guide/security.md', '| no | 415 if there is a body, and at the URLs of your', async () => {
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', ''])
    expect((await send(serve(), 'POST /notes', change, { 'content-type': contentType })).status).toBe(415);
});
fact('guide/validating.md', 'It returns `{ value }` or `{ issues }`, and never throws because of a document.', () => {
  for (const document of [null, 1, 'x', [], {}, { data: 1 }, { data: { type: 1 } }, { errors: [null] }])
    expect(validateDocument(document)).toHaveProperty('issues');
  expect(validateDocument({ data: null })).not.toHaveProperty('issues');
});
