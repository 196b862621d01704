/** Ids of bytes: hexadecimal digits, or the text of a UUID in a column of 16 bytes. */
import { defineApi, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const api = defineApi({
  hosts: { attributes: { name: z.string() }, clientGeneratedIds: true },
  services: {
    attributes: { name: z.string() },
    relationships: { host: toOne('hosts', { filter: true }) },
    clientGeneratedIds: true,
  },
});
const mapping = {
  hosts: { table: 'host' },
  services: { table: 'service', relationships: { host: { column: 'host_id' } } },
};

/** The types of the two ids, and the pattern of an id that the server makes. */
const types: Partial<Record<DatabaseName, readonly [host: string, service: string, host: RegExp, service: RegExp]>> = {
  PostgreSQL: ['bytea', 'bytea', /^[0-9a-f]{32}$/, /^[0-9a-f]{32}$/],
  MariaDB: ['binary(20)', 'binary(16)', /^[0-9a-f]{40}$/, /^[0-9a-f]{8}-[0-9a-f]{4}-4/],
};

describe.each(databases.filter(({ name }) => types[name] !== undefined))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'ids of bytes', () => {
    const [host = '', service = '', ofHost, ofService] = types[name] ?? [];
    const database = useDatabase<never>(
      open,
      `create table host (id ${host} primary key, name varchar(20) not null);
      create table service (
        id ${service} primary key, name varchar(20) not null, host_id ${host}, foreign key (host_id) references host (id)
      );`,
    );

    test('are made, found, related, and rejected', async () => {
      const databaseSchema = await readDatabaseSchema(database.db);
      const sources = createKyselySources(api, database.db, mapping as never, { databaseSchema });
      const server = createServer(api, sources, { limits: { pageSizeMaximum: 100 } });
      const send = async (request: string, data?: object) => {
        const [method = '', url = ''] = request.split(' ');
        const headers = { 'content-type': 'application/vnd.api+json' };
        const body = data === undefined ? undefined : JSON.stringify({ data });
        const response = await server.handle({ method, url, headers, body });
        return { status: response.status, data: JSON.parse(response.body ?? '{}').data };
      };
      const attributes = { name: 'a' };
      const { data: made } = await send('POST /hosts', { type: 'hosts', attributes });
      expect(made.id).toMatch(ofHost as RegExp);
      const related = { host: { data: { type: 'hosts', id: made.id } } };
      const child = { type: 'services', attributes, relationships: related };
      const { data: first } = await send('POST /services', child);
      expect(first.id).toMatch(ofService as RegExp);
      await send('POST /services', child);
      const all = await send(`GET /services?filter[host]=${made.id}&include=host`);
      expect(all.data.map((it: { relationships: object }) => it.relationships)).toMatchObject([related, related]);
      expect((await send(`GET /services/${first.id}/host`)).data).toMatchObject({ type: 'hosts', id: made.id });
      expect((await send(`DELETE /hosts/${made.id}`)).status).toBe(409);
      for (const wrong of [made.id.toUpperCase(), made.id.slice(1), `\\x${made.id}`, 'x'])
        expect((await send(`GET /hosts/${encodeURIComponent(wrong)}`)).status).toBe(404);
      expect((await send('POST /hosts', { type: 'hosts', id: '0g', attributes })).status).toBe(422);
      expect((await send(`DELETE /services/${first.id}`)).status).toBe(204);
      expect((await send(`GET /services/${first.id}`)).status).toBe(404);
    });
  });
});
