/** The option `tenant` of the sources: the rows of other tenants do not exist, and no type can be forgotten, on every database. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import {
  createKyselySources,
  type KyselySourceOptions,
  type MappingWarning,
  type RowColumn,
  type RowExpressionBuilder,
  readDatabaseSchema,
} from './index.ts';

interface Context {
  readonly clinic: number | undefined;
}
const on = { sort: true, filter: true } as const;
const api = defineApi({
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

const tables = `
  create table country (id varchar(20) primary key, name varchar(20) not null);
  create table patient (
    id varchar(20) primary key, name varchar(20) not null, clinic_id integer not null, country_id varchar(20) references country (id)
  );
  create table visit (
    id varchar(20) primary key, text varchar(20) not null, open integer not null default 1, clinic_id integer not null,
    patient_id varchar(20) references patient (id)
  );
  create table doctor (id varchar(20) primary key, name varchar(20) not null, clinic_id integer not null);
  create table visit_doctor (
    visit_id varchar(20) not null references visit (id), doctor_id varchar(20) not null references doctor (id),
    primary key (visit_id, doctor_id)
  );
  create index patient_name on patient (clinic_id, name);
  create index visit_patient on visit (clinic_id, patient_id);
  insert into country values ('de', 'Germany'), ('fr', 'France');
  insert into patient values ('p1', 'Ann', 1, 'de'), ('p2', 'Ben', 1, null), ('x1', 'Zoe', 2, 'de');
  insert into visit values ('v1', 'First', 1, 1, 'p1'), ('v2', 'Second', 0, 1, 'x1'), ('y1', 'Theirs', 1, 2, 'x1'), ('y2', 'Mixed', 1, 2, 'p1');
  insert into doctor values ('d1', 'Dee', 1), ('z1', 'Zed', 2);
  insert into visit_doctor values ('v1', 'd1'), ('v1', 'z1'), ('y1', 'd1'), ('y1', 'z1');
`;
/** The writes of clinic 2 in the other world. Nothing that a user of the clinic 1 sees depends on it. */
const others = `
  update patient set name = 'Aaa', country_id = 'fr' where clinic_id = 2;
  insert into patient values ('x2', 'Ann', 2, 'de');
  update visit set text = 'First', open = 0, patient_id = 'x2' where clinic_id = 2;
  insert into visit values ('y3', 'Second', 1, 2, 'p2');
  update doctor set name = 'Dee' where clinic_id = 2;
  insert into visit_doctor values ('v2', 'z1'), ('y3', 'd1');
`;

const isOpen = (row: RowColumn, eb: RowExpressionBuilder) => eb(row('open'), '=', 1);
const mapping = {
  patients: {
    table: 'patient',
    relationships: { visits: { foreignKey: 'patient_id' }, country: { column: 'country_id' } },
  },
  visits: {
    table: 'visit',
    relationships: {
      patient: { column: 'patient_id' },
      doctors: { through: 'visit_doctor', from: 'visit_id', to: 'doctor_id' },
    },
  },
  doctors: {
    table: 'doctor',
    relationships: { visits: { through: 'visit_doctor', from: 'doctor_id', to: 'visit_id' } },
  },
  openVisits: { table: 'visit', where: isOpen },
  countries: { table: 'country' },
} as const;

const tenant = { column: 'clinic_id', of: ({ clinic }: Context) => clinic as number, except: ['countries'] };
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

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'tenants', () => {
    const opened: OpenDatabase[] = [];
    beforeAll(async () => {
      for (const script of [tables, `${tables}${others}`]) {
        const database = await open();
        opened.push(database);
        await database.exec(script);
      }
    }, 120_000);
    afterAll(async () => {
      for (const database of opened) await database.close();
    });

    const dbOf = (index: number) => new Kysely<never>({ dialect: (opened[index] as OpenDatabase).dialect });
    const start = async (
      given: object,
      options: Partial<KyselySourceOptions<Context>> = {},
      db: Kysely<never> = dbOf(0),
    ) =>
      createKyselySources(
        api,
        db,
        given as never,
        { databaseSchema: await readDatabaseSchema(db), tenant, ...options } as never,
      );
    const warningsOf = async (given: object, options: Partial<KyselySourceOptions<Context>> = {}) => {
      const warnings: MappingWarning[] = [];
      await start(given, { ...options, onWarning: (warning) => void warnings.push(warning) });
      return warnings.map(({ where, message }) => `${where}: ${message}`);
    };

    /** Serves one of the two worlds. */
    async function serve(index: number, failures: unknown[] = []) {
      const db = dbOf(index);
      let count = 0;
      const newId = () => `new${++count}`;
      const sources = await start(
        {
          ...mapping,
          visits: { ...mapping.visits, newId },
          openVisits: { ...mapping.openVisits, newId },
        },
        {},
        db,
      );
      const server = createServer<typeof api, Context>(api, sources as never, {
        context: ({ headers }) => ({
          clinic: headers['x-clinic'] === undefined ? undefined : Number(headers['x-clinic']),
        }),
        onError: (error) => void failures.push(error),
      });
      return { db, server, send: requestsTo(server) };
    }

    test('a user of one tenant receives the same in both worlds, and all requests stay in the tenant', async () => {
      const answers = [];
      for (const index of [0, 1]) {
        const { db, send } = await serve(index);
        const of2 = async () => {
          const all = [];
          for (const table of ['patient', 'visit', 'doctor'])
            all.push(
              await db
                .selectFrom(table as never)
                .selectAll()
                .where('clinic_id' as never, '=', 2 as never)
                .orderBy('id' as never)
                .execute(),
            );
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
        const links = await db
          .selectFrom('visit_doctor' as never)
          .selectAll()
          .where('doctor_id' as never, '=', 'z1' as never)
          .execute();
        expect(links.length).toBe(index === 0 ? 2 : 3);
      }
      expect(answers[1]).toEqual(answers[0]);
    });

    test('a link to a row of another tenant is rejected as one to no row', async () => {
      const { send } = await serve(0);
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
      const { send } = await serve(0, failures);
      for (const line of ['GET /patients', 'GET /patients/p1', 'GET /countries?filter[id]=de']) {
        const { status } = await send(line);
        expect([line, status]).toEqual([line, line.includes('countries') ? 200 : 500]);
      }
      const { status } = await send('POST /doctors', { type: 'doctors', attributes: { name: 'N' } });
      expect(status).toBe(500);
      expect(String(failures[0])).toContain('mapping.patients.where.clinic_id must return a value');
    });

    test('a server without `context` does not start', async () => {
      const sources = await start(mapping);
      expect(() => createServer(api, sources as never)).toThrow('context');
    });

    test('a type whose table does not have the column does not start', async () => {
      await expect(start(mapping, { tenant: { column: 'clinic_id', of: tenant.of } })).rejects.toThrow(
        'createKyselySources: mapping.countries: the table does not have the column "clinic_id" of `tenant`. If its rows belong to all tenants, add "countries" to `tenant.except`.',
      );
      await expect(start(mapping, { tenant: { ...tenant, except: ['contries'] } })).rejects.toThrow(
        'tenant.except: unknown resource type "contries". Did you mean "countries"?',
      );
      await expect(start({ ...mapping, doctors: { ...mapping.doctors, where: { clinic_id: 1 } } })).rejects.toThrow(
        'mapping.doctors.where must not contain "clinic_id", because `tenant` determines it.',
      );
      await expect(start(mapping, { tenant: { ...tenant, of: 'x' as never } })).rejects.toThrow(
        'createKyselySources: tenant: `of` must be a function',
      );
    });

    test('clients cannot write the column', async () => {
      const writable = defineApi({ doctors: { attributes: { name: z.string(), clinic_id: z.int() } } });
      const db = dbOf(0);
      const databaseSchema = await readDatabaseSchema(db);
      const doctors = { doctors: { table: 'doctor' } };
      expect(() =>
        createKyselySources(
          writable,
          db,
          doctors as never,
          { databaseSchema, tenant: { ...tenant, except: [] } } as never,
        ),
      ).toThrow('clients can write the column "clinic_id" as the attribute "clinic_id"');
    });

    test('warnings about indexes know that those of tenants begin with the column', async () => {
      const ofIndexes = (await warningsOf(mapping)).filter((it) => it.includes('index'));
      expect(ofIndexes.filter((it) => it.includes('patients'))).toEqual([]);
      expect(ofIndexes).toContain(
        'mapping.doctors.attributes.name: Requests can sort by "name", but no index begins with the columns "clinic_id", "name".',
      );
    });

    test('without the option, a type that alone has all rows is a warning', async () => {
      const scope = { clinic_id: ({ context }: { context: Context }) => context.clinic };
      const by = (...names: readonly string[]) =>
        Object.fromEntries(
          Object.entries(mapping).map(([name, it]) => [name, names.includes(name) ? { ...it, where: scope } : it]),
        );
      const shared = async (given: object, options: object) =>
        (await warningsOf(given, options)).filter((it) => it.includes('has all rows'));
      expect(await shared(by('patients', 'visits', 'openVisits'), { tenant: undefined })).toEqual([
        'mapping.doctors: The `where` of the other types with the column "clinic_id" contains it, but this type has all rows. Add it to the `where`, or use the option `tenant`.',
      ]);
      expect(await shared(by('patients'), { tenant: undefined })).toEqual([]);
      expect(await shared(mapping, { tenant: { ...tenant, except: ['countries', 'doctors'] } })).toEqual([]);
    });
  });
});
