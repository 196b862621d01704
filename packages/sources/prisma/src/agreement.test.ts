/** Random filters find what a plain model finds, and pages by positions contain each resource once. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectMixedAgrees, expectWalkAgrees, orders, stockScript } from '../../kysely/test/cursor-agreement.ts';
import { expectFiltersAgree } from '../../kysely/test/filter-agreement.ts';
import { api } from '../../kysely/test/stock.ts';
import { missing, openPrisma } from '../test/open-prisma.ts';
import { createPrismaSources, kyselyOf } from './index.ts';

describe.skipIf(missing !== undefined)(missing ?? 'agreement', () => {
  let opened: Awaited<ReturnType<typeof openPrisma>>;
  beforeAll(async () => {
    opened = await openPrisma('agreement');
    await opened.exec(stockScript('PostgreSQL'));
  }, 120_000);
  afterAll(() => opened?.close());

  test('filters', () => expectFiltersAgree('PostgreSQL', kyselyOf(opened.prisma), opened.exec), 120_000);

  const sourcesOf = () => {
    const tags = { through: 'ItemTag', from: 'itemId', to: 'tagId' };
    return createPrismaSources(api, opened.prisma, {
      items: { model: 'item', relationships: { shop: { column: 'shopId' }, tags } },
      shops: { model: 'shop', relationships: { items: { foreignKey: 'shopId' } } },
      tags: { model: 'tag', relationships: { items: { through: 'ItemTag', from: 'tagId', to: 'itemId' } } },
    } as never);
  };

  test.each(orders)('sort=%s', async (sort) => expectWalkAgrees(await sourcesOf(), sort));

  test('a collection of several types', async () => expectMixedAgrees(await sourcesOf()));
});
