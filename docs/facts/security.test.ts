/** The sentences of the pages about security, frameworks, and HTTP that their other files do not contain. */

import { parseQuery, validateDocument } from '@linkage/core';
import { readPage } from '@linkage/core/http';
import { openApiDocument } from '@linkage/openapi';
import { createMemorySources } from '@linkage/server';
import { expect } from 'vitest';
import { hostile } from '../../packages/internal/lab/frameworks/hostile.ts';
import { requests } from '../../packages/internal/lab/frameworks/requests.ts';
import { api, fact, found, note, proven, send, serve, statusOf } from './fact.ts';
import { serveLinked } from './linked.ts';

const attributes = { title: 'x', size: 1 };
const created = { type: 'notes', id: '7', attributes };

fact(
  'guide/security.md',
  'An unexpected failure is a 500 with an id. Your `onError` receives the failure with this id.',
  async () => {
    const seen: unknown[] = [];
    const failing = found(() => {
      throw new Error('secret');
    });
    const { status, document, body } = await send(
      serve({ onError: (_: unknown, id: string) => seen.push(id) }, failing),
      'GET /notes/1',
    );
    expect([status, seen, body?.includes('secret')]).toEqual([500, [document.errors[0].id], false]);
  },
);
fact(
  'guide/security.md',
  'After a 5xx, it can be stored if the commit succeeded but its confirmation was lost',
  async () => {
    const { notes, people } = createMemorySources(api, { notes: [note('1', { author: null })] } as never);
    const transaction = async (...given: Parameters<typeof notes.transaction & {}>) => {
      await notes.transaction?.(...given);
      throw new Error('The connection was lost.');
    };
    const server = serve({ onReplacedMethods: () => undefined }, { notes: { ...notes, transaction }, people });
    expect(
      (await send(server, 'PATCH /notes/1', { type: 'notes', id: '1', attributes: { title: 'New' } })).status,
    ).toBe(500);
    expect((await send(server, 'GET /notes/1')).document.data.attributes.title).toBe('New');
  },
);
fact(
  'guide/security.md',
  'inside an attribute it receives 422, and inside the `meta` of an identifier 400.',
  async () => {
    const evil = '{"__proto__":{"a":1}}';
    const bodyOf = (size: string, meta: string) =>
      `{"data":{"type":"notes","id":"7","attributes":{"title":"x","size":${size}},"relationships":{"readers":{"data":[{"type":"people","id":"9","meta":${meta}}]}}}}`;
    expect((await send(serve(), 'POST /notes', bodyOf(evil, '{}'))).status).toBe(422);
    expect((await send(serve(), 'POST /notes', bodyOf('1', evil))).status).toBe(400);
  },
);

fact(
  'guide/frameworks.md',
  'a path with an encoded letter, digit, `-`, `.`, or `_`, such as `/api/%70ayments`, is 400.',
  async () => {
    for (const path of ['/%6Eotes', '/notes/%31', '/notes/%2D', '/notes/%2E', '/notes/%5F'])
      expect([path, await statusOf(`GET ${path}`)]).toEqual([path, 400]);
  },
);
fact('guide/frameworks.md', 'A path with capital letters, an empty segment, or a segment `..` is 404.', async () => {
  for (const path of ['/Notes', '/notes//1', '/notes/../people'])
    expect([path, await statusOf(`GET ${path}`)]).toEqual([path, 404]);
});
fact('guide/frameworks.md', 'The tests send the same 51 requests and 40 hostile requests to each', () => {
  expect([requests.length, hostile.length]).toEqual([51, 40]);
});

fact(
  'guide/http.md',
  '- A client that accepts other media types only cannot detect by 406 that the server does not support them.',
  async () => {
    const asHtml = { accept: 'text/html' };
    expect((await send(serve(), 'GET /notes', undefined, asHtml)).status).toBe(406);
    expect((await send(serve({ lenientMediaTypes: true }), 'GET /notes', undefined, asHtml)).status).toBe(200);
  },
);
fact(
  'guide/http.md',
  '- **`Prefer: return=minimal`** is always supported, where the specification allows it',
  async () => {
    const full = { ...created, relationships: { author: { data: null }, readers: { data: [] } } };
    for (const options of [{}, { lenientMediaTypes: true }]) {
      const { status, headers } = await send(serve(options), 'POST /notes', full, { prefer: 'return=minimal' });
      expect([status, headers['Preference-Applied']]).toEqual([204, 'return=minimal']);
    }
    expect((await send(serve(), 'POST /notes', created, { prefer: 'return=minimal' })).status).toBe(201);
  },
);

const answers = 'docs/examples/how-do-i/how-do-i.test.ts';
proven(
  'guide/how-do-i.md',
  ['| [export 100,000 records](#export-100000-records) |', answers, 'exports: all records, or a page'],
  ['| [reject a user](#reject-a-user) | 401 and 429 |', answers, 'errors: 401, 429, and a code of your own'],
  [
    '| [answer 401 instead of 403](#answer-401-instead-of-403) | `challenge` |',
    answers,
    'accounts: registration, hashed passwords, current rows, and 401',
  ],
);
fact(
  'guide/how-do-i.md',
  'A user who cannot read a new resource cannot create it: the specification requires the resource in the response, so the server responds with 403.',
  async () => {
    const access = {
      notes: { read: () => [{ field: 'title', values: ['mine'] }], create: () => true },
      people: { read: () => true },
    };
    expect((await send(serve({ access }), 'POST /notes', created)).status).toBe(403);
  },
);

const many = { errors: Array.from({ length: 150 }, () => ({ status: 409 })) };
fact('guide/validating.md', '| `maxIssues` | The maximum number of issues, at least one | 100 |', () => {
  const countOf = (options?: object) =>
    (validateDocument(many, options) as { issues: readonly unknown[] }).issues.length;
  expect([countOf(), countOf({ maxIssues: 7 }), countOf({ maxIssues: 0 })]).toEqual([100, 7, 1]);
});
proven('guide/validating.md', [
  'All commands read at most 64 MiB, after decompression, and wait at most 30 seconds for a URL.',
  'packages/tools/conformance/test/limits.test.ts',
  'a small body that becomes a large one: 2',
]);

proven('guide/twelve-routes.md', [
  'A complete JSON:API of three types in 177 lines of code',
  'docs/examples/twelve-routes.test.ts',
  'the routes use the core alone, in at most 177 lines without blank lines and comments',
]);
const pageOf = (url: string) => readPage({ query: parseQuery(api, 'notes', url.split('?')[1] ?? '') }, url);
fact('guide/twelve-routes.md', 'A wrong parameter is a 400 that names it.', () => {
  const source = { parameter: 'page[size]' };
  expect(() => pageOf('/notes?page[size]=x')).toThrow(
    expect.objectContaining({ status: 400, errors: [expect.objectContaining({ source })] }),
  );
});
fact('guide/twelve-routes.md', '| `pageSize`, `pageSizeMaximum` | 25, 100 | |', () => {
  // One record more says whether there is a next page.
  expect(pageOf('/notes').slice).toMatchObject({ offset: 0, limit: 26 });
  expect(() => pageOf('/notes?page[size]=100')).not.toThrow();
  expect(() => pageOf('/notes?page[size]=101')).toThrow();
});
fact('guide/openapi.md', '- **202** is part of the document only if a source has the method `job`.', async () => {
  const memory = createMemorySources(api, {});
  for (const job of [undefined, () => undefined]) {
    const people = { ...memory.people, ...(job === undefined ? {} : { job }) };
    const server = serve({ onReplacedMethods: () => undefined }, { ...memory, people });
    const document = openApiDocument(await server.describe(), { info: { title: 'x', version: '1' } });
    expect(JSON.stringify(document).includes('"202"')).toBe(job !== undefined);
  }
});
const measured = 'packages/internal/atlas/src/measure-pages.ts';
proven(
  'guide/cursor-pagination.md',
  ['With 135,233 cities in SQLite and 100 on each page', measured, 'const first = `/cities?'],
  [
    '| Order | Page 1 | Page 1,000 by cursor | Page 1,000 backwards by cursor | Page 1,000 by offset |',
    measured,
    '| order | direction | page 1 | page 1,000 | ratio | by offset, page 1,000 | ratio |',
  ],
  ['| id | 1.0 | 0.8 | 0.9 | 4 |', measured, "for (const order of ['', 'name', '-population'])"],
  ['| `name`, with an index | 1.2 | 0.9 | 1.1 | 45 |', measured, "for (const order of ['', 'name', '-population'])"],
  [
    '| `-population`, with an index for the cursors | 1.2 | 1.0 | 1.1 | 138 |',
    measured,
    "for (const order of ['', 'name', '-population'])",
  ],
);
fact('guide/openapi.md', 'Clients can always send longer paths.', async () => {
  expect((await send(serveLinked(), 'GET /articles?include=author.articles.author')).status).toBe(200);
});
const changes = 'packages/tools/changes/test/cli.test.ts';
const large = 'packages/tools/openapi/test/large.test.ts';
proven(
  'guide/openapi.md',
  [
    'The document of 137 types with 12 attributes and 5 relationships each has at most 2.5 MB without writes',
    large,
    'has at most 2.5 MB without writes',
  ],
  ['3.7 MB with all writes', large, 'has at most 3.7 MB with all writes, and names what the server accepts'],
  [
    'it has at most 190 kB.',
    large,
    'the document of nine types with 23 relationships and Atomic Operations has at most 190 kB',
  ],
  [
    '- **Never stricter.** The server removes keywords',
    'packages/tools/openapi/test/mutants.test.ts',
    'the server rejects each changed document that the schemas reject',
  ],
  ['or a union of more than 1,000 parts.', 'packages/tools/changes/src/schema/shape.ts', 'const MAX_PARTS = 1000;'],
  ['The exit status is 1 if a change is breaking.', changes, 'a breaking change: 1, with the place and the reason'],
  ['The exit status is 2 if an option is wrong or an input cannot be read.', changes, 'a text that is not JSON'],
  [
    'must be an array, but it is 5.``',
    changes,
    'a description with parts of another kind: 2, and a text that names the file and the member',
  ],
);
