import { describe } from 'vitest';
import { api, describeNestedCreate, tables } from '../../kysely/test/nested-create-world.ts';
import { buildersOf } from '../test/builders.ts';
import { places } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

describe.each(places)('$title', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'nested resources', () => {
    const { pgTable, integer, varchar } = buildersOf(name);
    const text = (column: string) => varchar(column, { length: 40 });
    const customer = pgTable('customer', { id: text('id').primaryKey(), name: text('name').notNull() });
    const order = pgTable('shop_order', {
      ...{ id: text('id').primaryKey(), number: text('number').notNull() },
      customerId: text('customer_id').references(() => customer.id),
    });
    const line = pgTable('order_line', {
      ...{ id: text('id').primaryKey(), item: text('item').notNull(), count: integer('count').notNull() },
      orderId: text('order_id')
        .notNull()
        .references(() => order.id),
    });
    describeNestedCreate(async () => {
      const { db, exec, close } = await open();
      await exec(tables);
      const sources = createDrizzleSources(api, db, {
        orders: {
          table: order,
          relationships: { lines: { foreignKey: line.orderId }, customer: { column: order.customerId } },
        },
        lines: { table: line, relationships: { order: { column: line.orderId } } },
        customers: { table: customer },
      } as never);
      return { sources, close };
    });
  });
});
