import { Kysely } from 'kysely';
import { describe } from 'vitest';
import { databases } from '../test/databases.ts';
import { api, describeNestedCreate, tables } from '../test/nested-create-world.ts';
import { createKyselySources } from './index.ts';

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'nested resources', () => {
    describeNestedCreate(async () => {
      const database = await open();
      await database.exec(tables);
      const sources = createKyselySources(api, new Kysely<never>({ dialect: database.dialect }), {
        orders: {
          table: 'shop_order',
          relationships: { lines: { foreignKey: 'order_id' }, customer: { column: 'customer_id' } },
        },
        lines: { table: 'order_line', relationships: { order: { column: 'order_id' } } },
        customers: { table: 'customer' },
      } as never);
      return { sources, close: database.close };
    });
  });
});
