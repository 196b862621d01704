import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { counterTable, serveCounters } from '../test/counters.ts';
import { databases } from '../test/databases.ts';
import { type ExecutedStatement, explainStatements } from './explain.ts';

describe.each(databases)('$name', ({ missing, open }) => {
  test.skipIf(missing !== undefined)(
    `statements are reported to the request that ran them ${missing ?? ''}`,
    async () => {
      const database = await open();
      await database.exec(`${counterTable}; insert into counter values ('1', 5)`);
      const requests = new AsyncLocalStorage<ExecutedStatement[]>();
      const dialect = explainStatements(database.dialect, (statement) => void requests.getStore()?.push(statement));
      const { send, db } = serveCounters(dialect);
      const statementsOf = async (run: () => Promise<unknown>): Promise<readonly ExecutedStatement[]> => {
        const statements: ExecutedStatement[] = [];
        await requests.run(statements, run);
        return statements;
      };
      const [read, write] = await Promise.all([
        statementsOf(() => send('GET', '1')),
        statementsOf(() => send('PATCH', '1', 6)),
      ]);
      expect(read).toMatchObject([{ sql: expect.stringMatching(/^select/), parameterTypes: ['string'], rows: 1 }]);
      expect(write.map(({ sql }) => sql.split(' ')[0])).toEqual(expect.arrayContaining(['begin', 'update', 'commit']));
      const update = write.find(({ sql }) => sql.startsWith('update'));
      expect(update).toMatchObject({ parameterTypes: expect.arrayContaining(['number', 'string']), rows: 1 });
      for (const { milliseconds } of [...read, ...write]) expect(milliseconds).toBeGreaterThan(0);
      expect(await send('GET', '1')).toMatchObject({ status: 200, value: 6 });
      const failing = await statementsOf(() =>
        new Kysely<never>({ dialect })
          .selectFrom('none' as never)
          .execute()
          .catch(String),
      );
      expect(failing).toMatchObject([{ rows: undefined, parameterTypes: [] }]);
      await db.destroy();
      await database.close();
    },
  );
});
