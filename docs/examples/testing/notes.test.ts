import { validateDocument } from '@linkage/core';
import { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databases, type OpenDatabase } from '../../../packages/sources/kysely/test/databases.ts';
import { createNotes, table } from './notes.ts';
import { rolledBack } from './rolled-back.ts';

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'notes', () => {
    let database: OpenDatabase;
    // #region test
    let dialect: ReturnType<typeof rolledBack>;
    let db: Kysely<never>;
    let server: Awaited<ReturnType<typeof createNotes>>;
    beforeAll(async () => {
      database = await open(); // an empty database, such as `new PostgresDialect({ pool })` as `dialect`
      await database.exec(table); // your migrations
      dialect = rolledBack(database.dialect);
      db = new Kysely({ dialect });
      server = await createNotes(db);
    });
    afterEach(() => dialect.rollBack());
    afterAll(async () => {
      await db.destroy();
      await database.close();
    });

    /** Sends a request as a user, and validates the document of every response. */
    async function send(line: string, user: string, data?: object) {
      const [method = '', url = ''] = line.split(' ');
      const headers = { 'x-user': user, 'content-type': 'application/vnd.api+json' };
      const body = data === undefined ? undefined : JSON.stringify({ data });
      const { status, body: text } = await server.handle({ method, url, headers, body });
      const document = text === undefined ? undefined : JSON.parse(text);
      if (document !== undefined) expect(validateDocument(document, { as: 'response' }).issues ?? []).toEqual([]);
      return { status, document };
    }
    const write = (text: string, user: string) => send('POST /notes', user, { type: 'notes', attributes: { text } });

    test('a note is stored, and only its owner reads it', async () => {
      const { status, document } = await write('Hello', 'ada');
      const { id } = document.data;
      expect(status).toBe(201);
      expect((await send(`GET /notes/${id}`, 'ada')).document.data.attributes).toEqual({ text: 'Hello' });
      expect((await send(`GET /notes/${id}`, 'bob')).status).toBe(404);
      expect((await send(`DELETE /notes/${id}`, 'ada')).status).toBe(403);
    });

    test('the tests before leave nothing behind', async () => {
      expect((await send('GET /notes', 'ada')).document.data).toEqual([]);
    });

    test('an empty text is 422 with a pointer', async () => {
      const { status, document } = await write('', 'ada');
      expect([status, document.errors[0].source]).toEqual([422, { pointer: '/data/attributes/text' }]);
    });
    // #endregion

    test('a rejected write leaves the transaction usable, and requests can be sent together', async () => {
      const id = (await write('Hello', 'ada')).document.data.id;
      await server
        .transaction({ context: { user: 'ada', isAdmin: false } }, async ({ writes }) => {
          await writes.create('notes', { attributes: { text: 'Undone' } });
          throw new Error('undo');
        })
        .catch(() => undefined);
      await Promise.all(['a', 'b', 'c'].map((text) => write(text, 'ada')));
      await send(`PATCH /notes/${id}`, 'ada', { type: 'notes', id, attributes: { text: 'New' } });
      const { document } = await send('GET /notes', 'ada');
      expect(document.data.map((it: { attributes: { text: string } }) => it.attributes.text).sort()).toEqual([
        'New',
        'a',
        'b',
        'c',
      ]);
    });
  });
});
