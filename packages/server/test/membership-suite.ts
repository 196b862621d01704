/** The data of memberships: `meta` of identifiers, for each kind of data source. */
import { attribute, defineApi, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  cursorPagination,
  idempotencyKeys,
  type Server,
} from '../src/index.ts';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import { operate } from './atomic-request.ts';
import { send } from './support.ts';

const member = {
  role: z.enum(['head', 'staff']),
  since: z.iso.date().default('2020-01-01'),
  hours: z.int().nullable().optional(),
  rank: attribute(z.int().optional(), { write: false }),
};

/** The API of the tests. */
export const api = defineApi({
  clinics: {
    attributes: { name: attribute(z.string(), { sort: true }) },
    relationships: { doctors: toMany('doctors', { member, inverse: 'clinics' }) },
    clientGeneratedIds: true,
  },
  doctors: {
    attributes: { name: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { clinics: toMany('clinics', { member }) },
    clientGeneratedIds: true,
  },
});
/** The options of its server. */
export type Options = ServerOptions<unknown, typeof api>;

type Meta = Readonly<Record<string, unknown>>;
const doctor = (id: string, meta?: Meta) => ({ type: 'doctors', id, ...(meta && { meta }) });
const clinic = (id: string, meta?: Meta) => ({ type: 'clinics', id, ...(meta && { meta }) });
const head = { role: 'head', since: '2021-05-01', hours: 40 };
const staff = { role: 'staff', since: '2022-06-02' };
const url = '/clinics/1/relationships/doctors';

/** Compares without the order of members, and without null, which is how databases store what is absent. */
const plain = (data: unknown): unknown =>
  Array.isArray(data)
    ? data
        .map(({ type, id, meta }) => ({
          ...{ type, id },
          ...(meta && { meta: Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null)) }),
        }))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
    : data;

/**
 * Adds the tests for a kind of data source.
 *
 * @param open Opens a server, in which the rank of doctor 7 in clinic 1 is that of the second parameter.  The clinics are 1 and 2, the doctors 7, 8, and 9. In clinic 1, doctor 7 is `head` with 40 hours and doctor 8 is
 * `staff`; doctor 7 is also `staff` in clinic 2.
 */
export function describeMembership(open: (options?: Options, rank?: number) => Promise<Server>): void {
  const linkage = async (server: Server, at = url) => {
    const { status, document } = await send(server, `GET ${at}`);
    expect(status).toBe(200);
    return plain(document.data);
  };
  const write = async (server: Server, line: string, data: unknown) => {
    const { status, document } = await send(server, line, { data });
    return document?.errors === undefined
      ? status
      : [status, ...document.errors.map(({ code, source }: never) => `${code} ${source?.['pointer']}`)];
  };
  const doctors = [doctor('7', head), doctor('8', staff)];

  describe('reads', () => {
    test.each([
      ['at the URL of a relationship', url],
      ['page by page', `${url}?page[size]=5`],
      ['sorted', `${url}?sort=-name`],
      ['with included resources', `${url}?include=doctors`],
    ])('%s', async (_, at) => expect(await linkage(await open(), at)).toEqual(doctors));

    test('each parent has its own', async () => {
      const { document } = await send(await open(), 'GET /clinics?include=doctors&sort=name');
      expect(document.data.map((it: never) => plain(it['relationships']['doctors']['data']))).toEqual([
        doctors,
        [doctor('7', staff)],
      ]);
      expect(document.included.map(({ id }: { id: string }) => id).sort()).toEqual(['7', '8']);
    });

    test('beside the cursors of a page, and on the first page of included members', async () => {
      const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
      const server = await open({ profiles, pagination: { includedSize: 1 } });
      const { document } = await send(server, `GET ${url}?page[size]=1`);
      expect(document.data[0].meta).toMatchObject({ ...head, page: { cursor: expect.any(String) } });
      const next = await send(server, `GET ${document.links.next.href ?? document.links.next}`);
      expect(next.document.data.map(({ id, meta }: never) => [id, meta['role']])).toEqual([['8', 'staff']]);
      // A client can send back the linkage that it received, with its cursors.
      expect(await write(server, `PATCH ${url}`, [document.data[0], next.document.data[0]])).toBe(204);
      const included = await send(server, 'GET /clinics/1?include=doctors');
      const [shown, ...others] = included.document.data.relationships.doctors.data;
      expect([shown.id, shown.meta.role, others]).toEqual(['7', 'head', []]);
    });

    test('no name of a prototype is data', async () => {
      const polluted = {
        type: 'doctors',
        id: '9',
        meta: JSON.parse('{ "role": "staff", "constructor": 1, "extra": [1] }'),
      };
      const server = await open();
      expect(await write(server, `POST ${url}`, [polluted])).toBe(204);
      expect(await linkage(server)).toEqual([...doctors, doctor('9', { role: 'staff', since: '2020-01-01' })]);
    });

    test('from the inverse relationship', async () => {
      const data = [clinic('1', head), clinic('2', staff)];
      expect(await linkage(await open(), '/doctors/7/relationships/clinics')).toEqual(data);
    });

    test('related resources do not contain it', async () => {
      const { document } = await send(await open(), 'GET /clinics/1/doctors');
      expect(document.data.map(({ id, meta }: { id: string; meta: unknown }) => [id, meta])).toEqual([
        ['7', undefined],
        ['8', undefined],
      ]);
    });
  });

  describe('writes', () => {
    test('POST adds a member with its data and the defaults, on both relationships', async () => {
      const server = await open();
      expect(await write(server, `POST ${url}`, [doctor('9', { role: 'staff' })])).toBe(204);
      const added = { role: 'staff', since: '2020-01-01' };
      expect(await linkage(server)).toEqual([...doctors, doctor('9', added)]);
      expect(await linkage(server, '/doctors/9/relationships/clinics')).toEqual([clinic('1', added)]);
    });

    test('POST of a member writes what it sends, and nothing else', async () => {
      const server = await open();
      expect(await write(server, `POST ${url}`, [doctor('7', { role: 'staff' }), doctor('8')])).toBe(204);
      const changed = { ...head, role: 'staff' };
      expect(await linkage(server)).toEqual([doctor('7', changed), doctor('8', staff)]);
      expect(await linkage(server, '/doctors/7/relationships/clinics')).toEqual([
        clinic('1', changed),
        clinic('2', staff),
      ]);
    });

    test('`meta` without declared data changes nothing', async () => {
      const server = await open();
      for (const meta of [{}, { other: 1 }]) {
        expect(await write(server, `POST ${url}`, [doctor('7', meta)])).toBe(204);
        expect(await write(server, `PATCH ${url}`, [doctor('7', meta), doctor('8', meta)])).toBe(204);
      }
      expect(await linkage(server)).toEqual(doctors);
    });

    test('PATCH keeps the data of members that send none', async () => {
      const server = await open();
      const data = [doctor('7'), doctor('9', { role: 'head', hours: 2 })];
      expect(await write(server, `PATCH ${url}`, data)).toBe(204);
      const added = { role: 'head', hours: 2, since: '2020-01-01' };
      expect(await linkage(server)).toEqual([doctor('7', head), doctor('9', added)]);
    });

    test('PATCH of a resource does the same', async () => {
      const server = await open();
      const data = [doctor('7', { hours: null }), doctor('8'), doctor('9', { role: 'head' })];
      const update = { ...clinic('1'), relationships: { doctors: { data } } };
      expect(await write(server, 'PATCH /clinics/1', update)).toBe(200);
      const { hours: _, ...rest } = head;
      const added = { role: 'head', since: '2020-01-01' };
      expect(await linkage(server)).toEqual([doctor('7', rest), doctor('8', staff), doctor('9', added)]);
    });

    test('POST creates a resource with members', async () => {
      const server = await open();
      const data = [doctor('8', { role: 'staff' }), doctor('9', head)];
      const created = { ...clinic('3'), attributes: { name: 'C' }, relationships: { doctors: { data } } };
      expect([201, 204]).toContain(await write(server, 'POST /clinics', created));
      const added = { role: 'staff', since: '2020-01-01' };
      expect(await linkage(server, '/clinics/3/relationships/doctors')).toEqual([
        doctor('8', added),
        doctor('9', head),
      ]);
    });

    test('DELETE removes members, whatever they send', async () => {
      const server = await open();
      expect(await write(server, `DELETE ${url}`, [doctor('7', { role: 'staff' })])).toBe(204);
      expect(await linkage(server)).toEqual([doctor('8', staff)]);
      expect(await linkage(server, '/doctors/7/relationships/clinics')).toEqual([clinic('2', staff)]);
    });

    test('what a client received can be sent back', async () => {
      const server = await open();
      const { document } = await send(server, `GET ${url}`);
      expect(await write(server, `PATCH ${url}`, document.data)).toBe(204);
      expect(await linkage(server)).toEqual(doctors);
    });

    test('a value of the server is accepted as it is stored, and not written', async () => {
      const server = await open({ extensions: [atomicOperations()] }, 5);
      const data = await linkage(server);
      expect(data).toEqual([doctor('7', { ...head, rank: 5 }), doctor('8', staff)]);
      const update = { ...clinic('1'), relationships: { doctors: { data } } };
      expect(await write(server, `PATCH ${url}`, data)).toBe(204);
      expect(await write(server, 'PATCH /clinics/1', update)).toBe(200);
      expect(await write(server, `PATCH ${url}`, [doctor('7', { rank: 5 }), doctor('8', {})])).toBe(204);
      expect(await linkage(server)).toEqual(data);
      expect(await write(server, `POST ${url}`, [doctor('7', { hours: 41, rank: 5 })])).toBe(204);
      const ref = { type: 'clinics', id: '1', relationship: 'doctors' };
      expect((await operate(server, [{ op: 'add', ref, data: [doctor('7', { hours: 40, rank: 5 })] }])).status).toBe(
        204,
      );
      const wrong = [403, 'FIELD_READ_ONLY /data/0/meta/rank'];
      for (const rank of [6, '5', null, [5]])
        expect(await write(server, `PATCH ${url}`, [doctor('7', { rank }), doctor('8')])).toEqual(wrong);
      expect(await write(server, `POST ${url}`, [doctor('8', { rank: 5 })])).toEqual(wrong);
      expect(await write(server, `POST ${url}`, [doctor('9', { role: 'head', rank: 5 })])).toEqual(wrong);
      const { problems } = await operate(server, [{ op: 'add', ref, data: [doctor('8', { rank: 5 })] }]);
      expect(problems).toEqual(['FIELD_READ_ONLY /atomic:operations/0/data/0/meta/rank']);
      expect(await linkage(server)).toEqual(data);
      expect(await write(server, `DELETE ${url}`, [doctor('7', { rank: 5 })])).toBe(204);
    });

    test('operations of a list write it', async () => {
      const server = await open({ extensions: [atomicOperations()] });
      const ref = { type: 'clinics', id: '1', relationship: 'doctors' };
      const operations = [
        { op: 'add', ref, data: [doctor('9', { role: 'staff', hours: 1 })] },
        { op: 'add', ref, data: [doctor('8', { role: 'head' })] },
        { op: 'remove', ref, data: [doctor('7')] },
      ];
      expect((await operate(server, operations)).status).toBe(204);
      const added = { role: 'staff', hours: 1, since: '2020-01-01' };
      expect(await linkage(server)).toEqual([doctor('8', { ...staff, role: 'head' }), doctor('9', added)]);
      const { problems } = await operate(server, [{ op: 'add', ref, data: [doctor('7')] }]);
      expect(problems).toEqual(['MEMBER_INVALID /atomic:operations/0/data/0']);
    });

    test('writes of the data change the entity tag of the relationship', async () => {
      const server = await open();
      const tag = async () => (await send(server, `GET ${url}`)).headers['ETag'];
      const before = await tag();
      await write(server, `POST ${url}`, [doctor('8', { hours: 7 })]);
      expect(await tag()).not.toBe(before);
    });
  });

  describe('rejects', () => {
    const place = '/data/0/meta/role';
    const ofResource = '/data/relationships/doctors/data/1';
    test.each<[string, string, unknown, unknown]>([
      ['a wrong value', `POST ${url}`, [doctor('9', { role: 'x' })], [422, `MEMBER_INVALID ${place}`]],
      ['a wrong value of a member', `PATCH ${url}`, [doctor('7', { role: 1 })], [422, `MEMBER_INVALID ${place}`]],
      ['a new member without it', `POST ${url}`, [doctor('7'), doctor('9')], [422, 'MEMBER_INVALID /data/1']],
      ['a replacement without it', `PATCH ${url}`, [doctor('9'), doctor('7')], [422, 'MEMBER_INVALID /data/0']],
      ['a value of the server', `POST ${url}`, [doctor('7', { rank: 1 })], [403, 'FIELD_READ_ONLY /data/0/meta/rank']],
      [
        'a new resource without it',
        'POST /clinics',
        {
          ...clinic('3'),
          attributes: { name: 'C' },
          relationships: { doctors: { data: [doctor('7', head), doctor('8')] } },
        },
        [422, `MEMBER_INVALID ${ofResource}`],
      ],
      [
        'an update without it',
        'PATCH /clinics/2',
        { ...clinic('2'), relationships: { doctors: { data: [doctor('7'), doctor('8')] } } },
        [422, `MEMBER_INVALID ${ofResource}`],
      ],
    ])('%s', async (_, line, data, expected) => {
      const server = await open();
      expect(await write(server, line, data)).toEqual(expected);
      expect(await linkage(server)).toEqual(doctors);
    });
  });

  describe('with access rules', () => {
    const access = { doctors: { read: () => [{ field: 'name', operator: 'ne', values: ['Bo'] }] } } as never;
    const options: Options = { access, defaultAccess: 'allow' };

    test('data that the user cannot read is neither shown, nor written, nor part of the entity tag', async () => {
      const fields = (user: unknown) => (user === 'admin' ? true : { except: ['doctors.hours'] as const });
      const context = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => headers['x-user'];
      const server = await open({ context, access: { clinics: { fields } }, defaultAccess: 'allow' } as never);
      const { hours: _, ...seen } = head;
      for (const at of [url, `${url}?include=doctors`, `${url}?sort=name`])
        expect(await linkage(server, at)).toEqual([doctor('7', seen), doctor('8', staff)]);
      const before = await send(server, `GET ${url}`);
      const admin = { 'x-user': 'admin' };
      const sent = { data: [doctor('7', { hours: 1 })] };
      expect((await send(server, `POST ${url}`, sent)).status).toBe(204);
      expect(plain((await send(server, `GET ${url}`, undefined, admin)).document.data)).toEqual(doctors);
      expect((await send(server, `POST ${url}`, sent, admin)).status).toBe(204);
      const after = await send(server, `GET ${url}`);
      expect([after.document, after.headers['ETag']]).toEqual([before.document, before.headers['ETag']]);
      const { document } = await send(server, `GET ${url}`, undefined, admin);
      expect(plain(document.data)).toEqual([doctor('7', { ...head, hours: 1 }), doctor('8', staff)]);
    });

    test('a change of data alone needs the rule of the inverse relationship, and data that stays the same does not', async () => {
      const asked: unknown[] = [];
      const updateRelationship = (_: unknown, { id }: { readonly id: string }) => {
        asked.push(id);
        return id !== '8';
      };
      const server = await open({ access: { doctors: { updateRelationship } }, defaultAccess: 'allow' } as never);
      expect(await write(server, `POST ${url}`, [doctor('8', { hours: 9 })])).toEqual([403, 'FORBIDDEN undefined']);
      expect(await write(server, `PATCH ${url}`, [doctor('7'), doctor('8', { role: 'head' })])).toEqual([
        403,
        'FORBIDDEN undefined',
      ]);
      expect(await linkage(server)).toEqual(doctors);
      asked.length = 0;
      const { document } = await send(server, `GET ${url}`);
      expect(await write(server, `PATCH ${url}`, document.data)).toBe(204);
      expect(asked).toEqual([]);
      expect(await write(server, `POST ${url}`, [doctor('7', { hours: 9 }), doctor('8')])).toBe(204);
      expect([asked, await linkage(server)]).toEqual([['7'], [doctor('7', { ...head, hours: 9 }), doctor('8', staff)]]);
    });

    test('a repeated response does not show data that the user can no longer read', async () => {
      let except: readonly string[] = [];
      const fields = () => (except.length === 0 ? true : { except });
      const keys = idempotencyKeys({ store: createMemoryIdempotencyStore() });
      const idempotency = { keys, user: () => 'all' };
      const server = await open({ idempotency, access: { clinics: { fields } }, defaultAccess: 'allow' } as never);
      const update = { data: { ...clinic('1'), relationships: { doctors: { data: [doctor('7', { hours: 5 })] } } } };
      const again = () => send(server, 'PATCH /clinics/1?include=doctors', update, { 'idempotency-key': 'k' });
      const first = await again();
      const repeated = await again();
      expect([first.status, repeated.headers['Idempotency-Replayed']]).toEqual([200, 'true']);
      expect(JSON.stringify(repeated.document)).toContain('"hours":5');
      except = ['doctors.hours'];
      const { status, document } = await again();
      expect([status, JSON.stringify(document).includes('hours')]).toEqual([403, false]);
    });

    test('a hidden member stays hidden, and keeps its data', async () => {
      const server = await open(options);
      expect(await linkage(server)).toEqual([doctor('7', head)]);
      expect(await write(server, `PATCH ${url}`, [doctor('7', { hours: 3 })])).toBe(204);
      expect(await linkage(server)).toEqual([doctor('7', { ...head, hours: 3 })]);
      const { document } = await send(server, 'GET /clinics/1?include=doctors');
      expect(plain(document.data.relationships.doctors.data)).toEqual([doctor('7', { ...head, hours: 3 })]);
    });
  });
}
