/** Options of fields in the declaration, over a server: who writes them, and which documents contain them. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources, createServer, type Selection } from '../src/index.ts';

const api = defineApi({
  accounts: {
    attributes: {
      name: z.string(),
      email: attribute(z.string(), { write: 'create' }),
      approved: attribute(z.boolean().default(false), { write: 'update' }),
      password: attribute(z.string().min(3), { read: false }),
      biography: attribute(z.string().optional(), { onDemand: true }),
      label: attribute(z.string(), {
        compute: ({ name, email }) => `${name} <${email}>`,
        needs: ['name', 'email'],
      }),
    },
    relationships: {
      team: toOne('teams', { required: true }),
      sponsor: toOne('accounts', { write: 'create' }),
      friends: toMany('accounts', { write: 'update' }),
    },
  },
  teams: { attributes: { name: z.string() } },
});
const ada = {
  id: '1',
  name: 'Ada',
  email: 'ada@example.com',
  approved: true,
  password: 'secret',
  biography: 'Long',
  team: '7',
  sponsor: null,
  friends: [],
};

function start() {
  const selections: Selection[] = [];
  const memory = createMemorySources(api, { accounts: [ada], teams: [{ id: '7', name: 'Blue' }] });
  const accounts: typeof memory.accounts = {
    ...memory.accounts,
    find(ids, selection, call) {
      selections.push(selection);
      return memory.accounts?.find?.(ids, selection, call) ?? [];
    },
  };
  const server = createServer(api, { ...memory, accounts });
  const send = async (line: string, document?: unknown) => {
    const [method = '', url = ''] = line.split(' ');
    const headers = document === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const body = document === undefined ? undefined : JSON.stringify(document);
    const { status, body: text, headers: answered } = await server.handle({ method, url, headers, body });
    return { status, document: text === undefined ? undefined : JSON.parse(String(text)), etag: answered['ETag'] };
  };
  return { send, selections };
}

const change = (members: object) => ({ data: { type: 'accounts', id: '1', ...members } });
const add = (members: object) => ({ data: { type: 'accounts', ...members } });
const team = { data: { type: 'teams', id: '7' } };
const attributes = { name: 'Bo', email: 'bo@example.com', password: 'secret' };

describe('documents', () => {
  test('contain computed attributes, but neither write-only attributes nor attributes on request', async () => {
    const { send } = start();
    const { document } = await send('GET /accounts/1');
    expect(document.data.attributes).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      approved: true,
      label: 'Ada <ada@example.com>',
    });
  });

  test.each([
    ['GET /accounts/1?fields[accounts]=biography', { biography: 'Long' }],
    ['GET /accounts/1?fields[accounts]=label', { label: 'Ada <ada@example.com>' }],
    ['GET /teams/7?fields[teams]=name', { name: 'Blue' }],
  ])('%s', async (line, expected) => {
    const { send } = start();
    expect((await send(line)).document.data.attributes).toEqual(expected);
  });

  test('the source receives the fields that a computed attribute needs, but not omitted fields', async () => {
    const { send, selections } = start();
    await send('GET /teams/7?include=');
    await send('GET /accounts?fields[accounts]=label');
    const { send: again, selections: found } = start();
    await again('GET /accounts/1?fields[accounts]=label');
    expect(selections).toEqual([]);
    for (const { attributes: asked } of found) {
      expect([...asked]).not.toContain('password');
      expect([...asked]).not.toContain('label');
      expect([...asked]).toEqual(expect.arrayContaining(['name', 'email']));
    }
  });

  test.each([
    ['fields[accounts]=password', 'fields[accounts]', 'FIELD_UNKNOWN'],
    ['sort=password', 'sort', 'SORT_NOT_SUPPORTED'],
    ['filter[password]=secret', 'filter[password]', 'FILTER_NOT_SUPPORTED'],
    ['filter[label]=x', 'filter[label]', 'FILTER_NOT_SUPPORTED'],
  ])('%s is rejected, and no text names the attribute as one to use', async (query, parameter, code) => {
    const { send } = start();
    const { status, document } = await send(`GET /accounts?${query}`);
    expect(status).toBe(400);
    expect(document.errors).toMatchObject([{ code, source: { parameter } }]);
    expect(document.errors[0].detail).not.toMatch(/mean `password`/);
  });

  test('an entity tag changes with attributes on request too', async () => {
    const { send } = start();
    const { etag } = await send('GET /accounts/1');
    await send('PATCH /accounts/1', change({ attributes: { biography: 'Longer' } }));
    expect((await send('GET /accounts/1')).etag).not.toBe(etag);
  });
});

describe('requests', () => {
  test('a create request sets writable attributes', async () => {
    const { send } = start();
    const { status, document } = await send('POST /accounts', add({ attributes, relationships: { team } }));
    expect(status).toBe(201);
    expect(document.data.attributes).not.toHaveProperty('password');
    expect(document.data.attributes.label).toBe('Bo <bo@example.com>');
  });

  test.each([
    [
      'POST',
      add({ attributes: { ...attributes, approved: true }, relationships: { team } }),
      403,
      '/data/attributes/approved',
    ],
    [
      'POST',
      add({ attributes: { ...attributes, label: 'x' }, relationships: { team } }),
      403,
      '/data/attributes/label',
    ],
    ['POST', add({ attributes, relationships: { team, friends: { data: [] } } }), 403, '/data/relationships/friends'],
    ['POST', add({ attributes }), 422, '/data'],
    ['POST', add({ attributes, relationships: {} }), 422, '/data/relationships'],
    ['POST', add({ attributes, relationships: { team: { data: null } } }), 422, '/data/relationships/team/data'],
    ['PATCH', change({ attributes: { email: 'x' } }), 403, '/data/attributes/email'],
    ['PATCH', change({ attributes: { label: 'x' } }), 403, '/data/attributes/label'],
    ['PATCH', change({ relationships: { sponsor: { data: null } } }), 403, '/data/relationships/sponsor'],
    ['PATCH', change({ relationships: { team: { data: null } } }), 422, '/data/relationships/team/data'],
  ])('%s %j: %i %s', async (method, document, status, pointer) => {
    const { send } = start();
    const answer = await send(`${method} /accounts${method === 'POST' ? '' : '/1'}`, document);
    expect(answer.status).toBe(status);
    expect(answer.document.errors).toMatchObject([
      { code: status === 422 ? 'RELATIONSHIP_REQUIRED' : 'FIELD_READ_ONLY', source: { pointer } },
    ]);
  });

  test.each([
    ['PATCH /accounts/1/relationships/team', { data: null }, 422],
    ['PATCH /accounts/1/relationships/sponsor', { data: null }, 403],
    ['PATCH /accounts/1/relationships/friends', { data: [{ type: 'accounts', id: '1' }] }, 204],
    ['PATCH /accounts/1', change({ attributes: { approved: false, password: 'other' } }), 200],
  ])('%s %j: %i', async (line, document, status) => {
    const { send } = start();
    expect((await send(line, document)).status).toBe(status);
  });
});
