/** Ids beyond 2^53, of which JavaScript makes the same number for neighbors. */

import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const api = defineApi({
  nodes: {
    attributes: { name: z.string() },
    relationships: { parent: toOne('nodes'), children: toMany('nodes'), links: toMany('nodes', { filter: true }) },
    clientGeneratedIds: true,
  },
});
const [one, two, three] = ['9007199254740992', '9007199254740993', '9223372036854775807'];
const schema = `
  create table node (id bigint primary key, name varchar(20) not null, parent_id bigint references node (id));
  create table link (a bigint not null, b bigint not null, primary key (a, b));
  insert into node values (9, 'nine', null), (10, 'ten', null), (${one}, 'one', null), (${two}, 'two', ${one}), (${three}, 'three', ${two});
  insert into link values (${one}, ${two}), (${two}, ${three}), (${one}, 9), (${one}, 10);
`;

describe.each(databases)('$name', ({ missing, open }) => {
  test.skipIf(missing !== undefined)(`neighbors are told apart ${missing ?? ''}`, async () => {
    const database = await open();
    await database.exec(schema);
    const db = new Kysely<never>({ dialect: database.dialect });
    const relationships = {
      parent: { column: 'parent_id' },
      children: { foreignKey: 'parent_id' },
      links: { through: 'link', from: 'a', to: 'b' },
    };
    const mapping = { nodes: { table: 'node', idType: 'integer', relationships } } as const;
    const sources = createKyselySources(api, db, mapping, { databaseSchema: await readDatabaseSchema(db) });
    const failures: unknown[] = [];
    const options = { onError: (error: unknown) => void failures.push(error), pagination: { includedSize: 5 } };
    const server = createServer(api, sources, options);
    const send = async (line: string, data?: unknown) => {
      const [method = '', url = ''] = line.split(' ');
      const headers = data === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
      const body = data === undefined ? undefined : JSON.stringify({ data });
      const response = await server.handle({ method, url, headers, body });
      const document = JSON.parse(response.body ?? '{}');
      const ids = (it: unknown) => [it].flat().map((resource) => (resource as { id: string } | null)?.id);
      const links = document.data?.relationships?.links?.data;
      return { status: response.status, ids: ids(document.data), included: ids(document.included ?? []).sort(), links };
    };
    expect((await send('GET /nodes')).ids).toEqual(['9', '10', one, two, three]);
    expect(await send(`GET /nodes/${two}?include=parent`)).toMatchObject({ status: 200, ids: [two], included: [one] });
    expect(await send(`GET /nodes/${one}?include=children`)).toMatchObject({ ids: [one], included: [two] });
    expect((await send(`GET /nodes/${one}?include=links`)).links).toMatchObject([
      { id: '9' },
      { id: '10' },
      { id: two },
    ]);
    expect((await send(`GET /nodes/${two}/links`)).ids).toEqual([three]);
    expect((await send(`GET /nodes?filter[links]=${two}`)).ids).toEqual([one]);
    expect((await send('GET /nodes/9223372036854775806')).status).toBe(404);
    expect((await send(`DELETE /nodes/${three}`)).status).toBe(204);
    expect((await send(`PATCH /nodes/${two}`, { type: 'nodes', id: two, attributes: { name: 'new' } })).status).toBe(
      200,
    );
    const made = { type: 'nodes', id: '9007199254740995', attributes: { name: 'made' } };
    expect(await send('POST /nodes', made)).toMatchObject({ status: 201, ids: ['9007199254740995'] });
    expect((await send('POST /nodes', { ...made, id: '9223372036854775808' })).status).toBe(400);
    expect(failures).toEqual([]);
    await db.destroy();
    await database.close();
  });
});
