/** Events without a position are found by an index that does not grow with the events that have one. */
import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type OpenDatabase } from '../../test/databases.ts';
import { api } from '../../test/outbox-world.ts';
import { createOutboxTable, readEvents } from '../index.ts';

/** The events that were delivered. */
const DELIVERED = 20_000;

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'a table with many delivered events', () => {
    const queries: CompiledQuery[] = [];
    let [opened, db] = [undefined, undefined] as [OpenDatabase | undefined, Kysely<never> | undefined];
    const insert = async (first: number, count: number, position: string): Promise<void> => {
      const time = name === 'MariaDB' ? '`time`' : '"time"';
      await opened?.exec(`insert into outbox (position, type, id, operation, fields, members, ${time})
        with recursive n (i) as (select ${first} union all select i + 1 from n where i < ${first + count - 1})
        select ${position}, 'tags', concat(i, ''), 'create', '["name"]', '{}', 1 from n`);
    };
    beforeAll(async () => {
      opened = await open();
      db = new Kysely<never>({ dialect: opened.dialect, log: ({ query }) => void queries.push(query) });
      await createOutboxTable(db);
      if (name === 'MariaDB') await opened.exec('set max_recursive_iterations = 100000');
      await insert(1, DELIVERED, 'i');
      await opened.exec(`update outbox_reader set position = ${DELIVERED}`);
      await insert(DELIVERED + 1, 3, 'null');
    }, 60_000);
    afterAll(async () => {
      await db?.destroy();
      await opened?.close();
    });

    /** Returns the plan of a statement as text. */
    async function planOf({ sql, parameters }: CompiledQuery): Promise<string> {
      const how = name === 'SQLite' ? 'explain query plan' : 'explain';
      const { rows } = await (db as Kysely<never>).executeQuery(CompiledQuery.raw(`${how} ${sql}`, [...parameters]));
      return JSON.stringify(rows);
    }

    test('is searched through the index of the events that have no position', async () => {
      queries.length = 0;
      const { events } = await readEvents(api, db as Kysely<never>, { after: DELIVERED, limit: 5 });
      expect(events.map(({ position }) => position)).toEqual([1, 2, 3].map((it) => DELIVERED + it));
      const about = (text: RegExp): CompiledQuery => queries.find(({ sql }) => text.test(sql)) as CompiledQuery;
      const [pending, next] = [about(/^select .entry. .* is null/), about(/^select .position., .type/)];
      // MariaDB has no partial indexes: its index begins with the position, so the events without one are neighbours, in their order.
      const found = name === 'MariaDB' ? /"type":"ref".*"key":"outbox_position"/ : /outbox_pending/;
      await insert(DELIVERED + 4, 3000, 'null');
      for (const statistics of ['', name === 'MariaDB' ? 'analyze table outbox' : 'analyze outbox']) {
        if (statistics !== '') await opened?.exec(statistics);
        const plans = [await planOf(pending), await planOf(next)] as const;
        expect(plans[0]).toMatch(found);
        expect(plans[1]).toMatch(/outbox_position/);
        for (const plan of plans) expect(plan).not.toMatch(/filesort|Sort|TEMP B-TREE|Seq Scan/);
      }
    });
  });
});
