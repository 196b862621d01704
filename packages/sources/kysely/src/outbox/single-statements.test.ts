/** Where a query can write, a write that changes only its own row writes its event in the same statement. */
import type { SourceCall } from '@linkage/server';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../test/databases.ts';
import { api, rows, sourcesOf, tables } from '../../test/outbox-world.ts';
import { useDatabase } from '../../test/use-database.ts';
import { createOutboxTable, readDatabaseSchema, readEvents } from '../index.ts';

const call: SourceCall = { context: undefined, signal: new AbortController().signal };
const named = (name: string | null) => ({ attributes: { name }, relationships: {} }) as never;
const author = { attributes: {}, relationships: { author: { type: 'people', id: '2' } } } as never;

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'events', () => {
    const statements: string[] = [];
    const database = useDatabase(open, tables, statements);
    let sources: ReturnType<typeof sourcesOf>;
    beforeAll(async () => {
      await createOutboxTable(database.db);
      sources = sourcesOf(database.db, await readDatabaseSchema(database.db));
    });
    beforeEach(() => database.exec(`${rows} delete from outbox;`));
    const hasOne = name === 'PostgreSQL' || name === 'PGlite';
    /** Runs a write, and returns its statements and its events. */
    const eventsOf = async (write: () => unknown) => {
      const { position } = await readEvents(api, database.db, { after: 'end' });
      statements.length = 0;
      const result = await write();
      const count = statements.length;
      const { events } = await readEvents(api, database.db, { after: position });
      return { result, count, events: events.map(({ position: _, time, ...event }) => [time instanceof Date, event]) };
    };
    const event = (type: string, id: string, operation: string, version?: string) =>
      [true, { type, id, operation, fields: ['name'], members: {}, version }] as const;

    test('an update, also of another value for the same statement', async () => {
      for (const [value, version] of [
        ["it's", '1'],
        [null, '2'],
      ] as const) {
        const { result, count, events } = await eventsOf(() => sources.articles.update('a', named(value), call));
        expect(result).toMatchObject({ id: 'a', name: value });
        expect(events).toEqual([event('articles', 'a', 'update', version)]);
        if (hasOne) expect(count).toBe(1);
      }
    });

    test('a creation with an id of the client, or of the server', async () => {
      const { count, events } = await eventsOf(() =>
        sources.tags.create({ id: 'n', ...(named('N') as object) } as never, call),
      );
      expect(events).toEqual([event('tags', 'n', 'create')]);
      if (hasOne) expect(count).toBe(1);
      const other = await eventsOf(() => sources.tags.create(named('N'), call));
      const { id } = other.result as { readonly id: string };
      expect(other.events).toEqual([event('tags', id, 'create')]);
    });

    test.each(['name', 'author.name'])(
      'a row that does not match %s takes the statements of a missing one',
      async (field) => {
        const conditions = [{ field, operator: 'eq', values: ['nobody'] }] as const;
        const counts = [];
        for (const id of ['a', 'none']) {
          const given = { ...call, conditions };
          const removed = await eventsOf(() => sources.articles.delete(id, given));
          const linked = await eventsOf(() => sources.articles.updateRelationship(id, 'tags', { replace: [] }, given));
          expect([removed.result, removed.events, linked.result, linked.events]).toEqual([false, [], false, []]);
          counts.push([removed.count, linked.count]);
        }
        expect(counts[0]).toEqual(counts[1]);
      },
    );

    test('a write that fails, or finds no resource, has no event', async () => {
      expect((await eventsOf(() => sources.articles.update('none', named('x'), call))).events).toEqual([]);
      const taken = async () => sources.tags.create({ id: 't', ...(named('x') as object) } as never, call);
      await expect(taken()).rejects.toThrow();
      const conditions = [{ field: 'name', operator: 'eq', values: ['Beta'] }] as never;
      const { result, events } = await eventsOf(() =>
        sources.articles.update('a', named('x'), { ...call, conditions }),
      );
      expect([result, events]).toEqual([null, []]);
    });

    test('a write with links has the events of the inverse relationships', async () => {
      const { events } = await eventsOf(() => sources.articles.update('a', author, call));
      expect(events).toHaveLength(3);
    });
  });
});
