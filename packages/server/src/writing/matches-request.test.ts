import { attribute, defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, blogServer, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';

const minimal = { Prefer: 'return=minimal' };
const article = (members: object): AnyDocument => ({ data: { type: 'articles', id: '1', ...members } });

describe('Prefer: return=minimal', () => {
  test.each<[string, object]>([
    ['an attribute', { attributes: { title: 'New', subtitle: null } }],
    [
      'relationships',
      { relationships: { author: { data: null }, comments: { data: [{ type: 'comments', id: '4' }] } } },
    ],
    ['nothing', {}],
  ])('UPD-08 PATCH of %s: 204 and the tag for the next write', async (_, members) => {
    const { server } = blogServer();
    const { status, headers } = await send(server, 'PATCH /articles/1', article(members), minimal);
    expect([status, headers]).toEqual([
      204,
      {
        ETag: expect.stringMatching(/^"[\da-f]{16}-"$/),
        'Preference-Applied': 'return=minimal',
        Vary: 'Accept, Prefer',
      },
    ]);
    const next = await send(server, 'PATCH /articles/1', article({ attributes: { views: 5 } }), {
      ...minimal,
      'If-Match': headers['ETag'],
    });
    expect(next.status).toBe(204);
  });

  test('UPD-05 the response to a PATCH contains the resource if the server changed more, with any preference', async () => {
    const { articles } = blogSources();
    const server = createServer(
      blog,
      withRest(blog, {
        articles: {
          ...articles,
          update: (id, changes, call) =>
            articles.update?.(id, { ...changes, attributes: { ...changes.attributes, views: 99 } }, call) ?? null,
        },
      }),
    );
    const { status, headers, document } = await send(
      server,
      'PATCH /articles/1?fields[articles]=title',
      article({ attributes: { title: 'New' } }),
      minimal,
    );
    expect([status, headers['Preference-Applied'], headers['Vary']]).toEqual([200, undefined, 'Accept, Prefer']);
    expect(document.data.attributes).toEqual({ title: 'New' });
  });

  test('CRE-05 the response to a POST without an id contains the resource', async () => {
    const { server } = blogServer();
    const body = { data: { type: 'people', attributes: { name: 'x' } } };
    const { status, headers } = await send(server, 'POST /people', body, minimal);
    expect([status, headers['Preference-Applied']]).toEqual([201, undefined]);
  });

  test('CRE-10 POST with an id of the client that changed nothing: 204 with Location', async () => {
    const { server } = blogServer();
    const relationships = { articles: { data: [] }, friend: { data: null } };
    const body = { data: { type: 'people', id: '70', attributes: { name: 'x' }, relationships } };
    const { status, headers } = await send(server, 'POST /people', body, minimal);
    expect([status, headers['Location'], headers['Preference-Applied']]).toEqual([204, '/people/70', 'return=minimal']);
    expect((await send(server, 'GET /people/70')).document.data.attributes).toEqual({ name: 'x' });
  });

  test('a source without find: the response contains the resource', async () => {
    const server = createServer(blog, withRest(blog, { people: { update: (id) => ({ id, name: 'x' }) } }));
    const body = { data: { type: 'people', id: '1', attributes: { name: 'x' } } };
    expect((await send(server, 'PATCH /people/1', body, minimal)).status).toBe(200);
  });

  test('records can inherit their fields or have accessors', async () => {
    const guarded = blogServer({
      access: { people: { read: () => [{ field: 'name' as never, values: ['Dan'] }] } },
      defaultAccess: 'allow',
    });
    const change = article({ attributes: { title: 'New' } });
    expect((await send(guarded.server, 'PATCH /articles/1', change, minimal)).status).toBe(204);
    class Person {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      get id(): string {
        return '1';
      }
      get name(): string {
        return this.#name;
      }
    }
    const find = (): Person[] => [new Person('x')];
    const server = createServer(
      blog,
      withRest(blog, { people: { find, update: () => new Person('x') } } as AnyDocument),
    );
    const body = { data: { type: 'people', id: '1', attributes: { name: 'x' } } };
    expect((await send(server, 'PATCH /people/1', body, minimal)).status).toBe(204);
  });

  test('errors are complete', async () => {
    const { server } = blogServer();
    const answer = await send(server, 'PATCH /articles/1', article({ attributes: { title: 5 } }), minimal);
    expect([answer.status, answer.problems]).toEqual([422, ['ATTRIBUTE_INVALID /data/attributes/title']]);
  });
});

test('Prefer: return=representation changes only Preference-Applied', async () => {
  const { server } = blogServer();
  const body = article({ attributes: { title: 'New' } });
  const { status, headers } = await send(server, 'PATCH /articles/1', body, { Prefer: 'return=representation' });
  expect([status, headers['Preference-Applied']]).toEqual([200, 'return=representation']);
});

describe('CRE-05 UPD-05 the request is what the client sent, not what the schemas made of it', () => {
  const api = defineApi({
    notes: {
      attributes: {
        text: z.string().trim().optional(),
        state: z.string().default('new'),
        made: attribute(z.coerce.date().default(new Date(0)), { write: 'create' }),
        place: z.object({ city: z.string() }).optional(),
        tag: z
          .string()
          .transform(async (tag) => tag.toLowerCase())
          .optional(),
        cents: attribute(z.string().transform(Number).optional(), { encode: (cents) => cents?.toFixed(2) }),
        shout: attribute(z.string().optional(), {
          needs: ['text'],
          compute: ({ text }) => (text === 'y' ? 'Y' : undefined),
        }),
      },
      clientGeneratedIds: true,
    },
  });
  const all = { text: 'x', state: 'new', made: '2026-01-02T03:04:05.000Z', place: { city: 'Rome' }, tag: 'a' };
  const { state: _, ...stateless } = all;
  const create = () =>
    createServer(api, createMemorySources(api, { notes: [{ id: '1', ...all }] }), { extensions: [atomicOperations()] });

  test.each<[string, object, object | undefined]>([
    ['equal values', all, undefined],
    ['a default', stateless, all],
    ['a trimmed text', { ...all, text: ' x ' }, all],
    ['a date in another form', { ...all, made: '2026-01-02T03:04:05Z' }, all],
    ['a removed member', { ...all, place: { city: 'Rome', zip: '1' } }, all],
    ['an asynchronous schema', { ...all, tag: 'A' }, all],
    ['an encoded value', { ...all, cents: '1.50' }, undefined],
    ['an encoded value in another form', { ...all, cents: '1.5' }, { ...all, cents: '1.50' }],
    ['a computed attribute that changed', { ...all, text: 'y' }, { ...all, text: 'y', shout: 'Y' }],
  ])('%s', async (name, attributes, shown) => {
    const data = { type: 'notes', id: '2', attributes };
    const created = await send(create(), 'POST /notes', { data }, minimal);
    expect([created.status, created.document?.data.attributes]).toEqual([shown === undefined ? 204 : 201, shown]);
    const added = await operate(create(), [{ op: 'add', data }], { prefer: 'return=minimal' });
    expect(added.results[0].data?.attributes).toEqual(shown);
    // An update does not add defaults.
    const { made, ...changes } = attributes as typeof all;
    const isSame = shown === undefined || name === 'a default' || name === 'a date in another form';
    const update = { data: { type: 'notes', id: '1', attributes: changes } };
    const updated = await send(create(), 'PATCH /notes/1', update, minimal);
    expect([updated.status, updated.document?.data.attributes]).toEqual(isSame ? [204, undefined] : [200, shown]);
  });
});
