/** The tests of the option `tenant` of the sources over a database: the rows of other tenants do not exist. */
import { attribute, defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { createServer, type WriteHooks } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { requestsTo } from './requests.ts';

/** The user of a request. */
export interface Context {
  readonly clinic: number | undefined;
}
const on = { sort: true, filter: true } as const;
export const api = defineApi({
  patients: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { visits: toMany('visits', { filter: true }), country: toOne('countries', on) },
  },
  visits: {
    attributes: { text: attribute(z.string(), on), open: attribute(z.int(), on) },
    relationships: { patient: toOne('patients', on), doctors: toMany('doctors', { filter: true }) },
  },
  doctors: { attributes: { name: attribute(z.string(), on) }, relationships: { visits: toMany('visits') } },
  openVisits: { attributes: { text: attribute(z.string(), on), open: z.int() } },
  countries: { attributes: { name: attribute(z.string(), on) } },
});

/** The tables, with rows of two clinics. */
export const tables = `
  create table country (id varchar(20) primary key, name varchar(20) not null);
  create table patient (
    id varchar(20) primary key, name varchar(20) not null, clinic_id integer not null, country_id varchar(20) references country (id)
  );
  create table visit (
    id varchar(20) primary key, text varchar(20) not null, open integer not null default 1, clinic_id integer not null,
    patient_id varchar(20) references patient (id)
  );
  create table physician (id varchar(20) primary key, name varchar(20) not null, clinic_id integer not null);
  create table visit_physician (
    visit_id varchar(20) not null references visit (id), physician_id varchar(20) not null references physician (id),
    primary key (visit_id, physician_id)
  );
  create index patient_name on patient (clinic_id, name);
  create index visit_patient on visit (clinic_id, patient_id);
  insert into country values ('de', 'Germany'), ('fr', 'France');
  insert into patient values ('p1', 'Ann', 1, 'de'), ('p2', 'Ben', 1, null), ('x1', 'Zoe', 2, 'de');
  insert into visit values ('v1', 'First', 1, 1, 'p1'), ('v2', 'Second', 0, 1, 'x1'), ('y1', 'Theirs', 1, 2, 'x1'), ('y2', 'Mixed', 1, 2, 'p1');
  insert into physician values ('d1', 'Dee', 1), ('z1', 'Zed', 2);
  insert into visit_physician values ('v1', 'd1'), ('v1', 'z1'), ('y1', 'd1'), ('y1', 'z1');
`;
/** The writes of clinic 2 in the other world. Nothing that a user of the clinic 1 sees depends on it. */
export const others = `
  update patient set name = 'Aaa', country_id = 'fr' where clinic_id = 2;
  insert into patient values ('x2', 'Ann', 2, 'de');
  update visit set text = 'First', open = 0, patient_id = 'x2' where clinic_id = 2;
  insert into visit values ('y3', 'Second', 1, 2, 'p2');
  update physician set name = 'Dee' where clinic_id = 2;
  insert into visit_physician values ('v2', 'z1'), ('y3', 'd1');
`;

/** The option, with the name of the column in a mapping of Kysely. */
export const tenant = { column: 'clinic_id', of: ({ clinic }: Context) => clinic as number, except: ['countries'] };
const identifier = (type: string, id: string) => ({ data: { type, id } });

/** Requests of the clinic 1, in order, with the expected status, and the ids of the primary data. */
const requests: readonly (readonly [line: string, expected: number | string | null, data?: unknown])[] = [
  ['GET /patients?sort=name&include=visits.doctors,country&page[total]=true', 'p1,p2'],
  ['GET /patients?sort=-name&page[size]=1', 'p2'],
  ['GET /patients?filter[name]=Zoe', ''],
  ['GET /patients?filter[visits.text]=Mixed', ''],
  ['GET /patients/x1', 404],
  ['GET /patients/x1/visits', 404],
  ['GET /patients/p1/visits', 'v1'],
  ['GET /patients/p1/relationships/visits', 'v1'],
  ['GET /visits?sort=patient.name&include=patient,doctors', 'v2,v1'],
  ['GET /visits/v2/patient', null],
  ['GET /visits/v1/doctors', 'd1'],
  ['GET /doctors/d1/visits', 'v1'],
  ['GET /openVisits', 'v1'],
  ['GET /openVisits/y1', 404],
  ['GET /countries?sort=id', 'de,fr'],
  ['PATCH /patients/x1', 404, { type: 'patients', id: 'x1', attributes: { name: 'Own' } }],
  ['DELETE /patients/x1', 404],
  ['PATCH /visits/v1', 404, { type: 'visits', id: 'v1', relationships: { patient: identifier('patients', 'x1') } }],
  ['PATCH /visits/v1', 404, { type: 'visits', id: 'v1', relationships: { patient: identifier('patients', 'none') } }],
  ['PATCH /visits/v1/relationships/patient', 404, { type: 'patients', id: 'x1' }],
  ['POST /visits/v1/relationships/doctors', 404, [{ type: 'doctors', id: 'z1' }]],
  ['POST /patients/p2/relationships/visits', 404, [{ type: 'visits', id: 'y1' }]],
  [
    'POST /visits',
    404,
    { type: 'visits', attributes: { text: 'N', open: 1 }, relationships: { patient: identifier('patients', 'x1') } },
  ],
  [
    'POST /visits',
    'new1',
    { type: 'visits', attributes: { text: 'N', open: 1 }, relationships: { patient: identifier('patients', 'p2') } },
  ],
  ['POST /openVisits', 'new2', { type: 'openVisits', attributes: { text: 'O', open: 1 } }],
  ['POST /openVisits', 422, { type: 'openVisits', attributes: { text: 'O', open: 0 } }],
  ['PATCH /visits/v1/relationships/doctors', 204, []],
  ['GET /visits?sort=id&include=doctors,patient', 'new1,new2,v1,v2'],
];

/** One of the two worlds: its sources, and the rows of a table, sorted by id. */
export interface TenantWorld {
  readonly sources: (newId: () => string) => unknown;
  readonly rows: (table: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Serves a world. */
export function serveTenants(
  { sources }: TenantWorld,
  failures: unknown[] = [],
  hooks: WriteHooks<typeof api, Context> = {},
) {
  let count = 0;
  const server = createServer<typeof api, Context>(api, sources(() => `new${++count}`) as never, {
    context: ({ headers }) => ({
      clinic: headers['x-clinic'] === undefined ? undefined : Number(headers['x-clinic']),
    }),
    onError: (error) => void failures.push(error),
    hooks,
  });
  return requestsTo(server);
}

/** Defines the tests. @param open Returns the first world, or the second, in which the rows of the clinic 2 differ. */
export function describeTenants(open: (index: 0 | 1) => Promise<TenantWorld>): void {
  test('a hook lists and counts the rows of its tenant, with those of its write', async () => {
    const seen: unknown[] = [];
    const ofP2 = [{ field: 'patient', values: ['p2'] }] as const;
    const hooks: WriteHooks<typeof api, Context> = {
      visits: {
        create: {
          async before({ count }) {
            seen.push(await count('visits', { filter: ofP2 }), await count('visits'));
          },
          async after({ list, count }) {
            const found = await list('visits', { sort: ['-text'], page: { size: 2 } });
            seen.push(found.map(({ text }) => text));
            const [visit] = await list('visits', { filter: ofP2 });
            seen.push(visit?.text, visit?.patient, await count('visits', { filter: ofP2 }));
            const named = { field: 'patient.name', operator: 'startsWith', values: ['B'] } as const;
            const either = { or: [named, { field: 'open', operator: 'lt', values: [1] }] } as const;
            seen.push(await count('visits', { filter: [either] }));
            seen.push((await list('visits', { sort: ['text'], page: { size: 1, number: 3 } })).map(({ text }) => text));
            seen.push(await list('visits', { filter: [{ field: 'text', values: [] }] }));
            throw new JsonApiError(errorObject('VALUE_REJECTED', 'Nothing is left of this test.'));
          },
        },
      },
    };
    const failures: unknown[] = [];
    const send = serveTenants(await open(0), failures, hooks);
    const relationships = { patient: identifier('patients', 'p2') };
    const data = { type: 'visits', attributes: { text: 'Third', open: 1 }, relationships };
    expect([(await send('POST /visits', data, { 'x-clinic': '1' })).status, failures]).toEqual([422, []]);
    const patient = { type: 'patients', id: 'p2' };
    expect(seen).toEqual([0, 2, ['Third', 'Second'], 'Third', patient, 1, 2, ['Third'], []]);
  });

  test('a user of one tenant receives the same in both worlds, and all requests stay in the tenant', async () => {
    const answers = [];
    for (const index of [0, 1] as const) {
      const world = await open(index);
      const send = serveTenants(world);
      const of2 = async () => {
        const all = [];
        for (const table of ['patient', 'visit', 'physician'])
          all.push((await world.rows(table)).filter((row) => Number(row['clinic_id']) === 2));
        return all;
      };
      const before = await of2();
      const seen = [];
      for (const [line, expected, data] of requests) {
        const { status, ids, document } = await send(line, data, { 'x-clinic': '1' });
        expect([line, status < 300 && status !== 204 ? ids : status]).toEqual([line, expected]);
        seen.push([line, status, document]);
      }
      answers.push(seen);
      expect(await of2()).toEqual(before);
      // The links of rows of both tenants are kept.
      const links = (await world.rows('visit_physician')).filter((row) => row['physician_id'] === 'z1');
      expect(links.length).toBe(index === 0 ? 2 : 3);
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test('a link to a row of another tenant is rejected as one to no row', async () => {
    const send = serveTenants(await open(0));
    const errors = [];
    for (const id of ['x1', 'none']) {
      const data = { type: 'visits', id: 'v1', relationships: { patient: identifier('patients', id) } };
      const { document } = await send('PATCH /visits/v1', data, { 'x-clinic': '1' });
      errors.push(JSON.parse(JSON.stringify(document).replaceAll(id, 'ID')));
    }
    expect(errors[1]).toEqual(errors[0]);
  });

  test('a request without a tenant is an error of the server', async () => {
    const failures: unknown[] = [];
    const send = serveTenants(await open(0), failures);
    for (const line of ['GET /patients', 'GET /patients/p1', 'GET /countries?filter[id]=de']) {
      const { status } = await send(line);
      expect([line, status]).toEqual([line, line.includes('countries') ? 200 : 500]);
    }
    const { status } = await send('POST /doctors', { type: 'doctors', attributes: { name: 'N' } });
    expect(status).toBe(500);
    expect(String(failures[0])).toMatch(/mapping\.patients\.where\.clinic_id must return a value/);
  });
}
