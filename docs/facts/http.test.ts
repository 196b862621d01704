/** The sentences of the page about statuses, headers, and URLs that its table of statuses does not contain. */

import { defineApi } from '@linkage/core';
import { createMemorySources, createServer, cursorPagination } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fetchHandler } from '../examples/trailing-slash.ts';
import { api, fact as factOf, mediaType, note, send, serve } from './fact.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/http.md', sentence, check);
const attributes = { title: 'x', size: 1 };
const created = { type: 'notes', id: '7', attributes };
const change = { type: 'notes', id: '1', attributes: { title: 'New' } };
const openAll = { read: () => true, create: () => true, update: () => true };

fact('| HEAD | the status of GET | those of GET, without a document |', async () => {
  for (const path of ['/notes', '/notes/1', '/notes/none', '/none']) {
    const [head, get] = [await send(serve(), `HEAD ${path}`), await send(serve(), `GET ${path}`)];
    expect([head.status, head.headers, head.body ?? '']).toEqual([get.status, get.headers, '']);
  }
});
fact('| POST to a collection | 201 | `Location`, which equals `links.self` of the resource; `ETag` |', async () => {
  const { status, headers, document } = await send(serve(), 'POST /notes', created);
  expect([status, headers['Location'], headers['ETag']]).toEqual([201, document.data.links.self, expect.any(String)]);
});
fact(
  'Every response has `Vary` with `Accept` and the names in the option `vary`, and with `Prefer` after a POST or PATCH of a resource. Documents have a `Content-Type`.',
  async () => {
    for (const [line, data] of [
      ['GET /notes', undefined],
      ['GET /none', undefined],
      ['OPTIONS /notes', undefined],
      ['POST /notes', created],
      ['DELETE /notes/1', undefined],
    ] as const) {
      const { headers, body = '' } = await send(serve({ vary: ['X-A'] }), line, data);
      expect([line, headers['Vary']]).toEqual([line, line === 'POST /notes' ? 'Accept, Prefer, X-A' : 'Accept, X-A']);
      expect(headers['Content-Type']).toBe(body === '' ? undefined : mediaType);
    }
  },
);
fact('Errors have `Cache-Control: no-store`.', async () => {
  for (const line of ['GET /none', 'GET /notes?x=1', 'PUT /notes', 'POST /notes'])
    expect((await send(serve(), line)).headers['Cache-Control']).toBe('no-store');
});

fact('A response contains all errors of the query, or all errors of the document, up to `limits.errors`.', async () => {
  const twice = await send(serve(), 'GET /notes?sort=none&include=none&x=1');
  expect(twice.document.errors).toHaveLength(3);
  const wrong = { ...change, attributes: { title: 1, size: 'x', none: 1 } };
  expect((await send(serve(), 'PATCH /notes/1', wrong)).document.errors).toHaveLength(3);
  const limited = await send(serve({ limits: { errors: 2 } }), 'PATCH /notes/1', wrong);
  expect(limited.document.errors).toHaveLength(2);
});
fact(
  'the response has the status that the specification requires for one of them, such as 403 for a client-generated id. Otherwise, it has 400.',
  async () => {
    const responseTo = async (type: string, more: object) => {
      const { status, document } = await send(serve(), `POST /${type}`, { type, ...more });
      return [status, new Set(document.errors.map((error: { status: string }) => error.status)).size];
    };
    expect(await responseTo('people', { id: '1', attributes: { name: 1 } })).toEqual([403, 2]);
    expect(
      await responseTo('notes', { attributes: { title: 1, size: 1 }, relationships: { readers: { data: null } } }),
    ).toEqual([400, 2]);
  },
);
fact('The other members of a resource with another type than that of the URL are not checked.', async () => {
  const { document } = await send(serve(), 'POST /notes', { type: 'people', attributes: { none: 1 } });
  expect(document.errors).toEqual([expect.objectContaining({ status: '409' })]);
});
const people = ['a', 'b'].map((id) => ({ id, name: id }));
const readers = { readers: { data: ['a', 'b'].map((id) => ({ type: 'people', id })) } };
fact(
  'If a relationship in the response would have more than `limits.includedLinkage` resource identifiers, its relationship object contains only links.',
  async () => {
    const server = serve({ limits: { includedLinkage: 1 } }, createMemorySources(api, { people }));
    const { status, document } = await send(server, 'POST /notes', { ...created, relationships: readers });
    expect([status, Object.keys(document.data.relationships.readers)]).toEqual([201, ['links']]);
  },
);
fact(
  'For `include` in the request, a source with transactions undoes the write, and the response is 400.',
  async () => {
    const server = serve({ limits: { includedResources: 1 } }, createMemorySources(api, { people }));
    const { status } = await send(server, 'POST /notes?include=readers', { ...created, relationships: readers });
    expect([status, (await send(server, 'GET /notes/7')).status]).toEqual([400, 404]);
  },
);
fact(
  'For linkage to missing resources, there is one error for each identifier, with its pointer and its id.',
  async () => {
    const { document } = await send(serve(), 'POST /notes', { ...created, relationships: readers });
    for (const [index, id] of ['a', 'b'].entries())
      expect(document.errors[index]).toMatchObject({
        detail: expect.stringContaining(`"${id}"`),
        source: { pointer: `/data/relationships/readers/data/${index}` },
      });
    expect(document.errors).toHaveLength(2);
  },
);
fact('A resource that the user cannot read gets the same response as a missing one.', async () => {
  const access = { notes: openAll, people: { read: () => [{ field: 'id', values: ['8'] }] } };
  const bodyOf = async (id: string) => {
    const data = { ...created, relationships: { author: { data: { type: 'people', id } } } };
    return (await send(serve({ access }), 'POST /notes', data)).body
      ?.replaceAll(`"${id}`, '"ID')
      .replaceAll(`\\"${id}\\"`, 'ID');
  };
  expect(await bodyOf('9')).toBe(await bodyOf('none'));
});
fact('if the source lacks a method, the URL does not allow it.', async () => {
  const { notes, people } = createMemorySources(api, { notes: [note('1')] });
  const allowed = async (source: object) =>
    (await send(serve({}, { notes: source, people }), 'OPTIONS /notes/1')).headers['Allow'];
  expect(await allowed(notes)).toContain('DELETE');
  expect(await allowed({ ...notes, delete: undefined })).not.toContain('DELETE');
});

fact(
  'By the specification, a server must respond with 406 to `Accept: application/json`, and with 415 to `Content-Type: application/vnd.api+json; charset=utf-8`.',
  async () => {
    const charset = { 'content-type': `${mediaType}; charset=utf-8` };
    expect((await send(serve(), 'GET /notes', undefined, { accept: 'application/json' })).status).toBe(406);
    expect((await send(serve(), 'PATCH /notes/1', change, charset)).status).toBe(415);
    expect((await send(serve({ lenientMediaTypes: true }), 'PATCH /notes/1', change, charset)).status).toBe(200);
  },
);
fact(
  'With it, the server accepts `charset=utf-8` in `Content-Type`, and `application/json` and `text/html` in `Accept`. Responses keep the JSON:API media type.',
  async () => {
    for (const accept of ['application/json', 'text/html']) {
      const { status, headers } = await send(serve({ lenientMediaTypes: true }), 'GET /notes', undefined, { accept });
      expect([status, headers['Content-Type']]).toEqual([200, mediaType]);
    }
  },
);
fact('A request document of `application/json` stays 415', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await send(serve({ lenientMediaTypes: true }), 'PATCH /notes/1', change, headers)).status).toBe(415);
});
const override = async (line: string, value: string, methodOverride = true) =>
  (await send(serve({ methodOverride }), line, change, { 'x-http-method-override': value })).status;
fact('a POST with `X-HTTP-Method-Override` is handled as PATCH or DELETE. Any other value is 400.', async () => {
  expect(await override('POST /notes/1', 'PATCH')).toBe(200);
  expect(await override('POST /notes/1', 'DELETE')).toBe(204);
  for (const value of ['GET', 'PUT', 'none']) expect(await override('POST /notes/1', value)).toBe(400);
});
fact('On other methods, and by default, the server ignores the field.', async () => {
  expect(await override('PATCH /notes/1', 'DELETE')).toBe(200);
  expect(await override('POST /notes/1', 'PATCH', false)).toBe(405);
});
fact(
  'If the server did, the response contains the resource: for example with a generated id, a default, a trimmed string, or a changed computed attribute.',
  async () => {
    const strings = defineApi({ strings: { attributes: { text: z.string().trim(), kind: z.string().default('a') } } });
    const respond = async (line: string, text: object, id?: string) => {
      const server = createServer(
        strings,
        createMemorySources(strings, { strings: [{ id: '1', text: 'x', kind: 'a' }] }),
      );
      const data = { type: 'strings', ...(id && { id }), attributes: text };
      return (await send(server, line, data, { prefer: 'return=minimal' })).status;
    };
    expect(await respond('POST /strings', { text: 'x', kind: 'a' })).toBe(201); // a generated id
    expect(await respond('PATCH /strings/1', { text: ' x ' }, '1')).toBe(200);
    expect(await respond('PATCH /strings/1', { text: 'y' }, '1')).toBe(204);
  },
);

fact('All other URLs of the type begin with this path, and the server routes requests by the same paths:', async () => {
  const collection = (type: string) => `/v1/${type}`;
  const server = serve({ urls: { collection }, baseUrl: 'https://example.com/api' });
  expect((await send(server, 'GET /notes')).status).toBe(404);
  for (const path of ['/v1/notes/1', '/v1/notes/1/author', '/v1/notes/1/relationships/author'])
    expect((await send(server, `GET ${path}`)).document.links.self).toMatch(`https://example.com/api${path}`);
});
fact(
  '**`links.self`** contains all query parameters of the request in their order. They are percent-encoded, except for commas: a space is `%20`.',
  async () => {
    const { document } = await send(serve(), 'GET /notes?sort=title,-title&fields[notes]=title&filter[title]=a%20b');
    expect(document.links.self).toBe('/notes?sort=title,-title&fields%5Bnotes%5D=title&filter%5Btitle%5D=a%20b');
  },
);
fact('If a profile or an extension is applied, it is a link object with the media type.', async () => {
  const server = serve({ profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })] });
  const { headers, document } = await send(server, 'GET /notes');
  expect(document.links.self).toEqual({ href: '/notes', type: headers['Content-Type'] });
});
fact('With a function, an error document has the link if the URL of the request identifies a type.', async () => {
  const describedby = (type: string) => `/about/${type}`;
  const linkOf = async (line: string, option: unknown) =>
    (await send(serve({ describedby: option }), line)).document.links?.describedby;
  expect(await linkOf('GET /notes', describedby)).toBe('/about/notes');
  expect(await linkOf('GET /notes/none', describedby)).toBe('/about/notes');
  expect(await linkOf('GET /none', describedby)).toBeUndefined();
  expect(await linkOf('GET /none', '/about')).toBe('/about');
});
fact('A framework can redirect, with 308, which keeps the method and the document:', async () => {
  const { status, headers } = await fetchHandler(new Request('https://a.example/api/notes/'));
  expect([status, headers.get('location')]).toEqual([308, 'https://a.example/api/notes']);
});
