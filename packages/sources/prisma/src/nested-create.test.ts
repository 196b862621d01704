import { describe } from 'vitest';
import { api, describeNestedCreate, tables } from '../../kysely/test/nested-create-world.ts';
import { missing, openPrisma } from '../test/open-prisma.ts';
import { createPrismaSources } from './index.ts';

describe.skipIf(missing !== undefined)(missing ?? 'nested resources', () => {
  describeNestedCreate(async () => {
    const { prisma, exec, close } = await openPrisma('nested-create');
    await exec(tables);
    const mapping = {
      orders: { model: 'shopOrder' },
      lines: { model: 'orderLine' },
      customers: { model: 'customer' },
    };
    return { sources: await createPrismaSources(api, prisma, mapping as never), close };
  });
});
