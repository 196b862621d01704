/** Attributes that the user can read of some resources only. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { send } from '../../test/support.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { cursorPagination } from '../extensions/cursor-pagination/cursor-pagination.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  people: {
    attributes: {
      name: attribute(z.string(), asked),
      email: attribute(z.string().nullable().default(null), asked),
      team: attribute(z.string().default('a'), asked),
      domain: attribute(z.string(), {
        compute: ({ email }: { readonly email: string | null }) => email?.split('@')[1] ?? 'none',
        needs: ['email'],
      }),
    },
    relationships: {
      boss: toOne('people', { filter: true, sort: true }),
      reports: toMany('people', { inverse: 'boss' }),
    },
    defaultSort: ['email'],
    clientGeneratedIds: true,
  },
});
type People = typeof api;
const rows = (email8: string) => [
  { id: '7', name: 'Ada', email: 'ada@a.example', team: 'a', boss: null },
  { id: '8', name: 'Bob', email: email8, team: 'b', boss: '7' },
  { id: '9', name: 'Cyd', email: 'cyd@c.example', team: 'a', boss: '7' },
];
const everything = {
  read: () => true,
  create: () => true,
  update: () => true,
  delete: () => true,
  updateRelationship: () => true,
};

type Where = Record<string, unknown>;

/** How a source returns its records, which must not matter. */
const manners: Readonly<Record<string, (source: DataSource) => DataSource>> = {
  'a source that applies conditions': (source) => source,
  'a source that applies none': (source) => ({ ...source, appliesFilters: undefined }),
};

function serverOf(where: Where, email8 = 'bob@b.example', manner = 'a source that applies conditions', options = {}) {
  const { people } = createMemorySources(api, { people: rows(email8) });
  const change = manners[manner] as (source: DataSource) => DataSource;
  return createServer(api, { people: change(people as DataSource) } as never, {
    access: { people: { ...everything, fields: () => ({ where }) } } as never,
    extensions: [atomicOperations()],
    onError: (error) => {
      throw error;
    },
    ...(options as ServerOptions<unknown, People>),
  });
}
function serverWith(where: Where, change: (source: DataSource) => never) {
  const { people } = createMemorySources(api, { people: rows('bob@b.example') });
  const access = { people: { ...everything, fields: () => ({ where }) } };
  return createServer(api, { people: change(people as DataSource) }, { access: access as never });
}
const own: Where = { email: [{ field: 'id', values: ['7'] }] };
const team: Where = { email: [{ field: 'team', values: ['a'] }] };
const reports: Where = { email: [{ field: 'boss.name', values: ['Ada'] }] };

const emails = (data: readonly { id: string; attributes: { email?: string } }[]) =>
  Object.fromEntries(data.map(({ id, attributes }) => [id, attributes.email]));
const [ada, bob, cyd] = ['ada@a.example', 'bob@b.example', 'cyd@c.example'];

describe.each(Object.keys(manners))('%s', (manner) => {
  test.each<[string, Where, object]>([
    ['the id', own, { 7: ada }],
    ['an attribute', team, { 7: ada, 9: cyd }],
    ['a path', reports, { 8: bob, 9: cyd }],
    ['several conditions', { email: [...(team['email'] as []), ...(reports['email'] as [])] }, { 9: cyd }],
    ['a group', { email: [{ not: { field: 'id', values: ['7'] } }] }, { 8: bob, 9: cyd }],
  ])('by %s, on every path', async (_, where, expected) => {
    const server = serverOf(where, bob, manner);
    const whole = { 7: undefined, 8: undefined, 9: undefined, ...expected };
    const { document } = await send(server, 'GET /people');
    expect(emails(document.data)).toEqual(whole);
    // A computed attribute that needs it is absent with it.
    for (const { attributes } of document.data) expect('domain' in attributes).toBe('email' in attributes);
    for (const { id } of document.data)
      expect(emails([(await send(server, `GET /people/${id}`)).document.data])).toEqual({ [id]: whole[id as 7] });
    expect(emails((await send(server, 'GET /people/7/reports')).document.data)).toEqual({ 8: whole[8], 9: whole[9] });
    expect(emails([(await send(server, 'GET /people/8/boss')).document.data])).toEqual({ 7: whole[7] });
    const included = (await send(server, 'GET /people/7?include=reports,reports.boss')).document;
    expect(emails([included.data, ...included.included])).toEqual(whole);
    const sparse = (await send(server, 'GET /people?fields[people]=email,domain')).document.data;
    expect(emails(sparse.map((it: object) => ({ attributes: {}, ...it })))).toEqual(whole);
  });

  test('a write returns it only of resources that match', async () => {
    const server = serverOf(team, bob, manner);
    const rename = (id: string) => ({ data: { type: 'people', id, attributes: { name: 'X' } } });
    const patched = await send(server, 'PATCH /people/8', rename('8'), { prefer: 'return=representation' });
    expect([patched.status, patched.document.data.attributes]).toEqual([200, { name: 'X', team: 'b' }]);
    const operations = ['8', '9'].map((id) => ({ op: 'update', data: rename(id).data }));
    const { results } = await operate(server, operations, { prefer: 'return=representation' });
    expect(emails(results.map(({ data }) => data))).toEqual({ 8: undefined, 9: cyd });
  });
});

test.each([
  'GET /people?sort=email',
  'GET /people?sort=boss.email',
  'GET /people?filter[email]=bob@b.example',
  'GET /people?filter[boss.email]=ada@a.example',
  'GET /people?filter[reports.email]=ada@a.example',
  'GET /people/7/reports?sort=email',
])('%s is rejected like a hidden field', async (line) => {
  const hidden = createServer(api, createMemorySources(api, { people: rows(bob) }), {
    access: { people: { ...everything, fields: () => ({ except: ['email'] }) } },
  });
  const [one, other] = [await send(serverOf(own), line), await send(hidden, line)];
  expect(one.status).toBe(400);
  expect(one.document).toEqual(other.document);
});

test('a user who can read it of all resources can filter and sort by it', async () => {
  const { document } = await send(serverOf({ email: true }), 'GET /people?sort=-email&filter[email][contains]=example');
  expect(document.data.map(({ id }: { id: string }) => id)).toEqual(['9', '8', '7']);
});

describe('conditions that match nothing', () => {
  const requests: readonly (readonly [line: string, document?: object])[] = [
    ['GET /people'],
    ['GET /people/7?include=reports'],
    ['GET /people?fields[people]=email,domain'],
    ['GET /people?fields[people]=domain'],
    ['GET /people?sort=email'],
    ['GET /people?filter[email]=x'],
    ['PATCH /people/7', { data: { type: 'people', id: '7', attributes: { email: 'e@e.example' } } }],
    ['PATCH /people/7', { data: { type: 'people', id: '7', attributes: { name: 'N' } } }],
    ['POST /people', { data: { type: 'people', id: '1', attributes: { name: 'N', email: 'e@e.example' } } }],
    ['POST /people', { data: { type: 'people', id: '2', attributes: { name: 'N' } } }],
  ];
  const answersTo = async (email: unknown, manner?: string) => {
    const server = serverOf({ email }, bob, manner);
    const answers = [];
    for (const [line, document] of requests) {
      const prefer = document && { prefer: 'return=representation' };
      const { status, document: answer, headers } = await send(server, line, document, prefer);
      answers.push([line, status, answer, headers['ETag']]);
    }
    return { answers, description: (await server.describe(undefined)).types['people']?.fields };
  };

  test.each<[string, unknown]>([
    ['false', false],
    ['no values', [{ field: 'team', values: [] }]],
    [
      'no values beside others',
      [
        { field: 'team', values: ['a'] },
        { field: 'id', values: [] },
      ],
    ],
  ])('%s: every response is that of conditions which no resource matches', async (_, email) => {
    const { answers, description } = await answersTo(email);
    for (const manner of Object.keys(manners))
      expect({ answers, description }).toEqual(await answersTo([{ field: 'team', values: ['nobody'] }], manner));
    expect(JSON.stringify(answers)).not.toMatch(/"(?:email|domain)":|example/);
    expect(answers.map(([, status]) => status)).toEqual([200, 200, 200, 200, 400, 400, 403, 200, 403, 201]);
  });

  test('a source without transactions creates nothing', async () => {
    let created = 0;
    const create = () => ({ id: String(++created), name: 'N' });
    const server = serverWith({ email: false }, (source) => ({ ...source, transaction: undefined, create }) as never);
    const document = { data: { type: 'people', attributes: { name: 'N', email: 'e@e.example' } } };
    expect((await send(server as never, 'POST /people', document)).problems).toEqual([
      'FORBIDDEN /data/attributes/email',
    ]);
    expect(created).toBe(0);
  });
});

test('the description says that a computed attribute can be absent with what it needs', async () => {
  for (const [email, optional] of [
    [true, undefined],
    [false, true],
    [[{ field: 'id', values: ['7'] }], true],
  ] as const) {
    const { types } = await serverOf({ email }).describe(undefined);
    expect(types['people']?.fields['domain']).toMatchObject(optional === true ? { optional } : {});
    expect((types['people']?.fields['domain'] as { optional?: boolean } | undefined)?.optional === true).toBe(
      optional === true,
    );
  }
});

test('neither tags, nor the default order, nor cursors depend on a value that is hidden', async () => {
  const lines = ['GET /people', 'GET /people/8', 'GET /people/8/relationships/boss', 'GET /people?page[size]=1'];
  for (const pagination of [undefined, { profiles: [cursorPagination()] }]) {
    const [one, other] = ['bob@b.example', 'zed@z.example'].map((it) => serverOf(own, it, undefined, pagination ?? {}));
    for (const line of lines) {
      const [here, there] = [await send(one as never, line), await send(other as never, line)];
      expect(here.status).toBe(200);
      expect(here.document).toEqual(there.document);
      expect(here.headers).toEqual(there.headers);
    }
  }
});

test.each<[string, DataSource['version']]>([
  ['a name', 'email'],
  ['a function', (record) => String((record as { email?: unknown }).email)],
])('a version by %s does not depend on it', async (_, version) => {
  const tags = await Promise.all(
    ['bob@b.example', 'zed@z.example'].map(async (it) => {
      const { people } = createMemorySources(api, { people: rows(it) });
      const server = createServer(api, { people: { ...people, version } } as never, {
        access: { people: { ...everything, fields: () => ({ where: own as never }) } },
      });
      return (await send(server, 'GET /people/8')).headers['ETag'];
    }),
  );
  expect(tags[0]).toBeDefined();
  expect(tags[0]).toBe(tags[1]);
});

test('users who read different attributes have different tags, also if the source declares its versions', async () => {
  const { people } = createMemorySources(api, { people: rows(bob) }) as Record<string, Required<DataSource>>;
  const find = (people as Required<DataSource>).find;
  const declared = { ...people, find, version: 'name', versioned: { find, attributes: ['name', 'email', 'team'] } };
  const [one, other] = await Promise.all(
    ['7', '8'].map((id) => {
      const where = { email: [{ field: 'id', values: [id] }] } as never;
      const access = { people: { ...everything, fields: () => ({ where }) } };
      return send(
        createServer(api, { people: declared } as never, { access, deployment: '1' }),
        'GET /people/8?fields[people]=name,email',
      );
    }),
  );
  expect([one?.document.data.attributes.email, other?.document.data.attributes.email]).toEqual([undefined, bob]);
  expect(one?.headers['ETag']).not.toBe(other?.headers['ETag']);
});

describe('writes', () => {
  const patch = (id: string, attributes: object) => ({ data: { type: 'people', id, attributes } });
  const problem = 'FORBIDDEN /data/attributes/email';

  test('of one that matches are allowed, of another 403, even with the value that it has', async () => {
    for (const email of [bob, 'eve@e.example']) {
      const { status, problems } = await send(serverOf(own), 'PATCH /people/8', patch('8', { email }));
      expect([status, problems]).toEqual([403, [problem]]);
    }
    const allowed = await send(serverOf(own), 'PATCH /people/7', patch('7', { email: 'eve@e.example' }));
    expect([allowed.status, allowed.document.data.attributes.email]).toEqual([200, 'eve@e.example']);
  });

  test('cannot make the resource match and set the attribute at once, or set it and let go', async () => {
    const server = serverOf(team);
    const both = (id: string, to: string) => patch(id, { team: to, email: 'eve@e.example' });
    expect((await send(server, 'PATCH /people/8', both('8', 'a'))).problems).toEqual([problem]);
    expect((await send(server, 'PATCH /people/9', both('9', 'b'))).problems).toEqual([problem]);
    // Nothing is written.
    expect((await send(server, 'GET /people/9')).document.data.attributes).toMatchObject({ team: 'a', email: cyd });
    expect((await send(server, 'GET /people/8')).document.data.attributes.team).toBe('b');
  });

  test('create a resource with it only if the user can read it then', async () => {
    const post = (id: string, attributes: object) => ({ data: { type: 'people', id, attributes } });
    const server = serverOf(team);
    const rejected = await send(server, 'POST /people', post('1', { name: 'N', team: 'b', email: 'n@n.example' }));
    expect([rejected.status, rejected.problems]).toEqual([403, [problem]]);
    expect((await send(server, 'GET /people/1')).status).toBe(404);
    const allowed = await send(server, 'POST /people', post('2', { name: 'N', team: 'a', email: 'n@n.example' }));
    expect([allowed.status, allowed.document.data.attributes.email]).toEqual([201, 'n@n.example']);
    // The default of the schema is not part of the request.
    const defaulted = await send(server, 'POST /people', post('3', { name: 'N', team: 'b' }));
    expect([defaulted.status, defaulted.document.data.attributes]).toEqual([201, { name: 'N', team: 'b' }]);
  });

  test('accept a default that differs each time, and no value that only looks like the default', async () => {
    let count = 0;
    const changing = defineApi({
      notes: {
        attributes: {
          text: z.string(),
          token: z.string().default(() => `t${count++}`),
          tags: z.any().default(() => new Set(['a'])),
        },
      },
    });
    const nobody = [{ field: 'id', values: ['0'] }];
    const { notes } = createMemorySources(changing, { notes: [] });
    const created: unknown[] = [];
    const create: DataSource['create'] = (input) => {
      created.push(input);
      return { id: '1', text: 'N' } as never;
    };
    const access = { notes: { ...everything, fields: () => ({ where: { token: nobody, tags: nobody } }) } };
    const server = createServer(changing, { notes: { ...(notes as DataSource), create } } as never, {
      access: access as never,
    });
    const post = (attributes: object) => send(server, 'POST /notes', { data: { type: 'notes', attributes } });
    for (const [name, value] of [
      ['tags', {}],
      ['token', 't5'],
    ] as const)
      expect((await post({ text: 'N', [name]: value })).problems).toEqual([`FORBIDDEN /data/attributes/${name}`]);
    created.length = 0;
    expect((await post({ text: 'N' })).status).toBe(201);
    expect(created).toHaveLength(1);
  });

  test('in the background are of a resource whose id decides, because its record is not known afterward', async () => {
    const later = { accepted: { type: 'people', id: '9' } };
    const manner = (source: DataSource) => ({ ...source, create: () => later, update: () => later }) as never;
    const [byId, byTeam] = [own, team].map((where) => serverWith(where, manner));
    const set = (id: string) => patch(id, { email: 'eve@e.example' });
    expect((await send(byId as never, 'PATCH /people/7', set('7'))).status).toBe(202);
    const named = { data: { type: 'people', attributes: { name: 'N' } } };
    expect((await send(byTeam as never, 'POST /people', named)).status).toBe(202);
    const post = (id?: string) => ({
      data: { type: 'people', ...(id === undefined ? {} : { id }), attributes: { name: 'N', email: 'eve@e.example' } },
    });
    for (const [server, line, body] of [
      [byTeam, 'PATCH /people/9', set('9')],
      [byTeam, 'POST /people', post('1')],
      [byId, 'POST /people', post('1')],
      [byId, 'POST /people', post()],
    ] as const)
      expect((await send(server as never, line, body)).problems).toEqual([problem]);
  });

  test('with `If-Match` compare what the user sees', async () => {
    const server = serverOf(own);
    const { headers } = await send(server, 'GET /people/8');
    const tag = { 'if-match': headers['ETag'] as string };
    expect((await send(server, 'PATCH /people/8', patch('8', { name: 'X' }), tag)).status).toBe(200);
  });
});

test('a rule that fails shows nothing', async () => {
  const { people } = createMemorySources(api, { people: rows(bob) });
  const errors: unknown[] = [];
  const server = createServer(
    api,
    { people },
    {
      access: {
        people: { ...everything, fields: () => ({ where: { email: [{ field: 'nope', values: [1] }] } }) as never },
      },
      onError: (error) => errors.push(error),
    },
  );
  expect((await send(server, 'GET /people')).status).toBe(500);
  expect(String(errors[0])).toContain('`access.people.fields.where.email` returned a condition on "nope"');
});

test('the description of a user says that resources can lack it', async () => {
  const context = { context: () => 'me' };
  const { types } = await serverOf(own, bob, undefined, context).describe('me');
  expect(types['people']?.fields['email']).toMatchObject({ sort: false, filterOperators: [], optional: true });
  expect(types['people']?.defaultSort).toEqual([]);
});
