import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { requestsTo } from '../../kysely/test/requests.ts';
import { missing, openPrisma } from '../test/open-prisma.ts';
import { createPrismaSources, transactionOf } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  products: {
    attributes: {
      title: attribute(z.string(), on),
      price: attribute(z.string().default('0.00'), on),
      size: attribute(z.string().default('0'), on),
      addedAt: attribute(z.iso.datetime(), { ...on, write: false }),
      changedAt: attribute(z.iso.datetime(), { write: false }),
    },
    relationships: {
      groups: toMany('groups', { inverse: 'products', filter: true }),
      maker: toOne('groups', { inverse: 'made' }),
      seller: toOne('groups'),
    },
    clientGeneratedIds: true,
  },
  groups: {
    attributes: { name: z.string() },
    relationships: {
      products: toMany('products', { inverse: 'groups' }),
      made: toMany('products', { inverse: 'maker' }),
    },
    clientGeneratedIds: true,
  },
});
const tables = `
  create table product_group (id text primary key, name text not null);
  create table product (
    id text primary key, title text not null, price numeric(10, 2) not null, size bigint not null,
    added_at timestamptz not null default '2026-01-01T00:00:00.000001Z', changed_at timestamptz not null,
    deleted_at timestamp, tenant text not null, maker_id text references product_group (id),
    seller_id text references product_group (id), opens_at time
  );
  create table "_GroupToProduct" (
    "A" text not null references product_group (id) on delete cascade,
    "B" text not null references product (id) on delete cascade, primary key ("A", "B")
  );`;
const rows = `
  delete from product; delete from product_group;
  insert into product_group values ('g1', 'One'), ('g2', 'Two');
  insert into product (id, title, price, size, changed_at, tenant, maker_id, seller_id, deleted_at) values
    ('a', 'Pen', 2.50, 9007199254740993, '2026-01-01T00:00:00Z', 'one', 'g1', 'g2', null),
    ('b', 'Ink', 10.00, 1, '2026-01-01T00:00:00Z', 'one', null, 'g1', null),
    ('c', 'Cap', 10.00, 1, '2026-01-01T00:00:00Z', 'two', null, null, null),
    ('d', 'Old', 10.00, 1, '2026-01-01T00:00:00Z', 'one', null, null, now());
  insert into "_GroupToProduct" values ('g1', 'a'), ('g2', 'a'), ('g1', 'd');`;

const products = {
  model: 'product',
  where: { tenant: (call: { readonly context: unknown }) => String(call.context), deletedAt: null },
  softDelete: { deletedAt: () => new Date() },
  onCreate: { changedAt: () => new Date('2026-05-06T07:08:09.010Z') },
  onUpdate: { changedAt: () => new Date('2026-06-07T08:09:10.011Z') },
  relationships: { maker: { column: 'makerId' }, seller: { column: 'sellerId' } },
};
const groups = { model: 'group', relationships: { made: { foreignKey: 'makerId', onDelete: 'restrict' } } };
const mapping = { products, groups };

describe.skipIf(missing !== undefined)(missing ?? 'mapping', () => {
  let opened: Awaited<ReturnType<typeof openPrisma>>;
  const create = (given: object = mapping, options = {}) =>
    createPrismaSources(api, opened.prisma, given as never, options);
  const sendTo = async (options: object = {}) =>
    requestsTo(createServer(api, (await create()) as never, { context: () => 'one', ...options } as never));
  beforeAll(async () => {
    opened = await openPrisma('mapping');
    await opened.exec(tables);
  }, 120_000);
  beforeEach(() => opened.exec(rows));
  afterAll(() => opened?.close());

  test('an attribute has the exact value of its column', async () => {
    const { document } = await (await sendTo())('GET /products/a');
    expect(document.data.attributes).toEqual({
      ...{ title: 'Pen', price: '2.50', size: '9007199254740993' },
      ...{ addedAt: '2026-01-01T00:00:00.000001Z', changedAt: '2026-01-01T00:00:00.000Z' },
    });
  });

  test.each([
    ['/products', 'a,b'],
    ['/products?filter[price]=10.00', 'b'],
    ['/products?filter[size][gt]=9007199254740992', 'a'],
    ['/products?filter[addedAt]=2026-01-01T00:00:00.000001Z&sort=-price', 'b,a'],
    ['/products?filter[groups]=g2', 'a'],
    ['/products/a/groups', 'g1,g2'],
    ['/groups/g1/products', 'a'],
    ['/groups/g1/made', 'a'],
    ['/products/a/seller', 'g2'],
    ['/products/d', undefined],
  ])('GET %s: %s', async (url, ids) => {
    expect((await (await sendTo())(`GET ${url}`)).ids).toBe(ids);
  });

  test('writes fields, relationships, and values of the server', async () => {
    const send = await sendTo();
    const relationships = {
      groups: { data: [{ type: 'groups', id: 'g2' }] },
      maker: { data: { type: 'groups', id: 'g1' } },
    };
    const made = await send('POST /products', {
      ...{ type: 'products', id: 'e', relationships },
      attributes: { title: 'Cup', price: '1.10', size: '9223372036854775807' },
    });
    expect([made.status, made.document.data.attributes]).toEqual([
      201,
      expect.objectContaining({ price: '1.10', size: '9223372036854775807', changedAt: '2026-05-06T07:08:09.010Z' }),
    ]);
    const changed = await send('PATCH /products/e', { type: 'products', id: 'e', attributes: { title: 'Mug' } });
    expect(changed.document.data.attributes.changedAt).toBe('2026-06-07T08:09:10.011Z');
    expect((await send('GET /groups/g2/products')).ids).toBe('a,e');
    expect((await send('DELETE /groups/g1')).status).toBe(409);
    expect((await send('DELETE /products/e')).status).toBe(204);
    expect((await send('GET /products')).ids).toBe('a,b');
    expect(await opened.prisma.product.count({ where: { id: 'e', deletedAt: { not: null } } })).toBe(1);
  });

  test('with `where: true`, a deleted row stays a resource', async () => {
    const sources = await create({ ...mapping, products: { ...products, where: true } });
    const send = requestsTo(createServer(api, sources as never, { context: () => 'one' } as never));
    expect((await send('DELETE /products/b')).status).toBe(204);
    expect(await opened.prisma.product.count({ where: { id: 'b', deletedAt: { not: null } } })).toBe(1);
    expect((await send('GET /products/b')).status).toBe(200);
  });

  test.each([
    [{ price: '123456789.00' }, 422, 'ATTRIBUTE_INVALID'],
    [{ size: '9223372036854775808' }, 422, 'ATTRIBUTE_INVALID'],
    [{ title: 'a\u0000' }, 422, 'ATTRIBUTE_INVALID'],
  ])('%j: %i', async (attributes, status, code) => {
    const send = await sendTo();
    const { status: found, document } = await send('PATCH /products/a', { type: 'products', id: 'a', attributes });
    expect([found, document.errors?.[0]?.code]).toEqual([status, code]);
  });

  test('a client with extensions runs the statements', async () => {
    const extended = opened.prisma.$extends({ name: 'nothing' });
    const sources = await createPrismaSources(api, extended, mapping as never);
    const send = requestsTo(createServer(api, sources as never, { context: () => 'one' } as never));
    expect((await send('PATCH /products/a', { type: 'products', id: 'a', attributes: { title: 'x' } })).status).toBe(
      200,
    );
  });

  test('a taken id is 409', async () => {
    const resource = { type: 'products', id: 'a', attributes: { title: 'x' } };
    expect((await (await sendTo())('POST /products', resource)).status).toBe(409);
  });

  test('a hook writes with Prisma in the transaction of the request', async () => {
    const after = async ({ call }: { call: object }) => {
      const tx = await transactionOf(opened.prisma, call);
      await tx.group.update({ where: { id: 'g2' }, data: { name: 'by a hook' } });
      throw new Error('stop');
    };
    const send = await sendTo({ hooks: { products: { update: { after } } }, onError: () => undefined });
    const { status } = await send('PATCH /products/a', { type: 'products', id: 'a', attributes: { title: 'x' } });
    expect([status, await opened.prisma.group.count({ where: { name: 'Two' } })]).toEqual([500, 1]);
  });

  test.each<[string, object, string]>([
    ['an unknown type', { items: products }, 'unknown resource type "items"'],
    ['an unknown model', { products: { ...products, model: 'Thing' } }, 'the schema of Prisma has no model "Thing"'],
    [
      'a model without a table',
      { products: { ...products, model: 'item' } },
      'the database does not have a table "item"',
    ],
    [
      'an unknown constraint',
      { ...mapping, groups: { ...groups, constraints: { one: 'x' } } },
      'groups.constraints.one: the database does not have this constraint',
    ],
    ['an unknown member', { groups: { ...groups, relationship: {} } }, 'Did you mean `relationships`?'],
    [
      'a field that the model does not have',
      { ...mapping, groups: { ...groups, attributes: { name: 'nam' } } },
      'mapping.groups.attributes.name: the model Group does not have a field "nam". Did you mean "name"?',
    ],
    [
      'a relation as an attribute',
      { ...mapping, groups: { ...groups, attributes: { name: 'products' } } },
      'the model Group has a relation, and not a column, "products"',
    ],
    [
      'several foreign keys between two models',
      { ...mapping, products: { ...products, relationships: { seller: { column: 'sellerId' } } } },
      'mapping.products.relationships.maker: several foreign keys of the relation of Product are possible: "maker_id" or "seller_id". Write { column: … }',
    ],
    [
      'a time',
      { ...mapping, products: { ...products, attributes: { title: 'opensAt' } } },
      'which Prisma reads as a moment on 1 January 1970',
    ],
    [
      'an attribute whose schema rejects the type',
      {
        ...mapping,
        products: { ...products, attributes: { title: 'tenant', price: 'deletedAt' }, where: { deletedAt: null } },
      },
      'mapping.products.where',
    ],
    [
      'from and to of the wrong tables',
      {
        ...mapping,
        groups: {
          ...groups,
          relationships: { ...groups.relationships, products: { through: '_GroupToProduct', from: 'B', to: 'A' } },
        },
      },
      'mapping.groups.relationships.products',
    ],
  ])('%s is an error at start', async (_, given, message) => {
    const created = create(given);
    await expect(created).rejects.toThrow(message);
    await expect(created).rejects.toThrow(/^createPrismaSources: /);
  });

  test('a client without models, and another database, are errors at start', async () => {
    const of = (client: object) => createPrismaSources(api, client as never, mapping as never);
    await expect(of({ _activeProvider: 'sqlite' })).rejects.toThrow(
      'the provider must be "postgresql", but it is "sqlite"',
    );
    await expect(of({ _activeProvider: 'postgresql' })).rejects.toThrow(
      'the client must be one that Prisma 7 has generated',
    );
  });
});
