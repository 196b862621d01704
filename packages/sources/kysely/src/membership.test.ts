import { defineApi, toMany } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, describeMembership } from '../../../server/test/membership-suite.ts';
import { databases } from '../test/databases.ts';
import { membershipTables } from '../test/membership-tables.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, createOutboxTable, readDatabaseSchema, readEvents } from './index.ts';

const through = 'clinic_doctor';
/** The types of values for which databases need more than a parameter. */
const owning = defineApi({
  firms: {
    attributes: { name: z.string() },
    relationships: { owners: toMany('owners', { member: { share: z.string(), at: z.iso.datetime() } }) },
  },
  owners: { attributes: { name: z.string() } },
});
const shares = `
  create table firm (id varchar(36) primary key, name varchar(40) not null);
  create table owner (id varchar(36) primary key, name varchar(40) not null);
  create table firm_owner (firm_id varchar(36) not null, owner_id varchar(36) not null, share NUMBER not null, at INSTANT not null,
    primary key (firm_id, owner_id));
  insert into firm values ('1', 'A');
  insert into owner values ('1', 'Ada'), ('2', 'Bo');
  insert into firm_owner values ('1', '1', '10.00', '2020-01-01 00:00:00'), ('1', '2', '10.00', '2020-01-01 00:00:00');
`;
const sqlTypes: Readonly<Record<string, readonly [number: string, instant: string]>> = {
  SQLite: ['text', 'text'],
  MariaDB: ['decimal(5, 2)', 'timestamp'],
};
const member = { hours: 'weekly_hours', rank: 'rank_no' };

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'membership data', () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });
    const mapping = {
      clinics: {
        table: 'clinic',
        relationships: { doctors: { through, from: 'clinic_id', to: 'doctor_id', member } },
      },
      doctors: {
        table: 'doctor',
        relationships: { clinics: { through, from: 'doctor_id', to: 'clinic_id', member } },
      },
    } as const;
    describeMembership(async (options, rank) => {
      const database = await open();
      const db = new Kysely<never>({ dialect: database.dialect });
      closing.push(async () => {
        await db.destroy();
        await database.close();
      });
      await database.exec(membershipTables(rank));
      const sources = createKyselySources(api, db as never, mapping, { databaseSchema: await readDatabaseSchema(db) });
      return createServer(api, sources, options);
    });

    test('a change of the data alone is an event of both relationships, and data that stays the same is none of the other', async () => {
      const { dialect, exec, close } = await open();
      const db = new Kysely<never>({ dialect });
      closing.push(async () => {
        await db.destroy();
        await close();
      });
      await exec(membershipTables());
      await createOutboxTable(db);
      const sources = createKyselySources(api, db as never, mapping, {
        databaseSchema: await readDatabaseSchema(db),
        outbox: 'outbox',
      });
      const server = createServer(api, sources);
      const send = requestsTo(server);
      const url = '/clinics/1/relationships/doctors';
      const doctor = (id: string, meta: object) => ({ type: 'doctors', id, meta });
      const ada = { role: 'head', since: '2021-05-01', hours: 40 };
      let after: number | undefined;
      const told = async (line: string, data: unknown) => {
        const { status } = await send(line, data);
        expect([line, status < 300]).toEqual([line, true]);
        const { events } = await readEvents(api, db, after === undefined ? {} : { after });
        after = events.at(-1)?.position ?? after;
        return events.map(
          ({ type, id, operation, members }) => `${type} ${id} ${operation} ${JSON.stringify(members)}`,
        );
      };
      const both = [
        'clinics 1 updateRelationship {"doctors":[{"type":"doctors","id":"7"}]}',
        'doctors 7 updateRelationship {"clinics":[{"type":"clinics","id":"1"}]}',
      ];
      expect(await told(`POST ${url}`, [doctor('7', { hours: 9 })])).toEqual(both);
      expect(
        await told('POST /doctors/7/relationships/clinics', [{ type: 'clinics', id: '1', meta: { hours: 8 } }]),
      ).toEqual(both.toReversed());
      const update = {
        type: 'clinics',
        id: '1',
        relationships: { doctors: { data: [doctor('7', ada), doctor('8', {})] } },
      };
      expect(await told('PATCH /clinics/1', update)).toEqual([
        both[0]?.replace('updateRelationship', 'update'),
        both[1],
      ]);
      expect(await told(`POST ${url}`, [doctor('7', ada)])).toEqual(['clinics 1 updateRelationship {}']);
    });

    test('each member has its own data, also if its values are parts of SQL', async () => {
      const { dialect, exec, close } = await open();
      const db = new Kysely<never>({ dialect });
      closing.push(async () => {
        await db.destroy();
        await close();
      });
      const [number, instant] = sqlTypes[name] ?? ['numeric(5, 2)', 'timestamptz'];
      await exec(shares.replace('NUMBER', number).replace('INSTANT', instant));
      const mapping = {
        firms: {
          table: 'firm',
          relationships: { owners: { through: 'firm_owner', from: 'firm_id', to: 'owner_id' } },
        },
        owners: { table: 'owner' },
      } as const;
      const sources = createKyselySources(owning, db as never, mapping, {
        databaseSchema: await readDatabaseSchema(db),
      });
      const send = requestsTo(createServer(owning, sources, { defaultAccess: 'allow' }));
      const owner = (id: string, share: string, at: string) => ({ type: 'owners', id, meta: { share, at } });
      const sent = [owner('1', '60.50', '2024-05-01T10:00:00Z'), owner('2', '39.50', '2025-06-02T11:00:00Z')];
      expect((await send('PATCH /firms/1/relationships/owners', sent)).status).toBe(204);
      const { document } = await send('GET /firms/1/relationships/owners');
      const read = document.data.map(({ id, meta }: ReturnType<typeof owner>) =>
        owner(id, meta.share, new Date(meta.at).toISOString().replace('.000', '')),
      );
      expect(read).toEqual(sent);
    });
  });
});
