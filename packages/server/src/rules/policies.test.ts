import { attribute, defineApi, type FilterLanguage, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const on = { filter: true, sort: true } as const;
const api = defineApi({
  orders: {
    attributes: { open: z.boolean() },
    relationships: { owner: toOne('people', on), lines: toMany('lines', { filter: true }) },
  },
  lines: {
    attributes: { text: attribute(z.string(), on), price: attribute(z.number().nullable(), on) },
    relationships: { order: toOne('orders', on) },
    defaultSort: ['-price'],
  },
  people: { attributes: { name: attribute(z.string(), on), email: z.string(), age: z.number() } },
});

function memory() {
  return createMemorySources(api, {
    orders: [
      { id: '1', open: true, owner: '7', lines: ['1', '2'], '@tenant': 'a' },
      { id: '2', open: false, owner: '8', lines: ['3'], '@tenant': 'b' },
      { id: '3', open: false, owner: null, lines: [], '@tenant': 'a' },
    ],
    lines: [
      { id: '1', text: 'Tea', price: 1, order: '1' },
      { id: '2', text: 'tea cup', price: 3, order: '1' },
      { id: '3', text: 'Cup 50%', price: null, order: '2' },
    ],
    people: [
      { id: '7', name: 'Ada', email: 'a@example.com', age: 36 },
      { id: '8', name: 'Bo', email: 'b@example.com', age: 40 },
    ],
  }) as unknown as Record<'orders' | 'lines' | 'people', DataSource>;
}

const me = '7';
const myLines = [{ field: 'order.owner', values: [me] }] as const;
const openOrMine = [
  {
    or: [
      { field: 'open', values: [true] },
      { field: 'owner', values: [me] },
    ],
  },
] as const;

/** Sources that declare nothing: written before operators and groups existed. */
function undeclared(sources: Record<string, DataSource>): Record<string, DataSource> {
  return Object.fromEntries(Object.entries(sources).map(([type, it]) => [type, { ...it, appliesFilters: undefined }]));
}

function serverOf(options: ServerOptions<unknown, typeof api>, sources: Record<string, DataSource> = memory()) {
  const errors: unknown[] = [];
  const server = createServer(
    api,
    sources as never,
    { onError: (error: unknown) => errors.push(error), ...options } as never,
  );
  const ids = async (url: string): Promise<unknown> => {
    const { status, document } = await send(server, `GET ${url}`);
    const data: unknown = document.data;
    return status === 200 ? (Array.isArray(data) ? data.map(({ id }) => id).join('') : 200) : status;
  };
  return { server, ids, errors };
}

describe('policies', () => {
  const rules = { lines: { read: () => myLines }, orders: { read: () => openOrMine } } as const;

  test('lines of my orders, and orders that are open or mine', async () => {
    const { ids } = serverOf({ defaultAccess: 'allow', access: rules });
    expect(await ids('/lines')).toBe('21');
    expect(await ids('/lines/3')).toBe(404);
    expect(await ids('/orders')).toBe('1');
    expect(await ids('/orders?filter[lines.text][iContains]=CUP')).toBe('1');
    expect(await ids('/people')).toBe('78');
  });

  test('of sources that declare nothing are read for each batch, and rejected in a collection', async () => {
    const { ids, errors } = serverOf({ defaultAccess: 'allow', access: rules }, undeclared(memory()));
    expect(await ids('/lines/1')).toBe(200);
    expect(await ids('/lines/3')).toBe(404);
    expect(await ids('/orders/1')).toBe(200);
    expect(await ids('/orders/2')).toBe(404);
    expect(await ids('/orders/1?include=lines')).toBe(200);
    // A path is a condition that each source knows.
    expect(await ids('/lines')).toBe('21');
    expect(errors).toEqual([]);
    expect(await ids('/orders')).toBe(500);
    expect(String(errors[0])).toContain(
      '`access.orders.read` returned the group `or`, but the source of "orders" does not declare in `appliesFilters` that its `list` applies it.',
    );
  });

  test('can use data that the API does not declare', async () => {
    const read = () => [{ field: '@tenant', values: ['a'] }] as const;
    expect(await serverOf({ defaultAccess: 'allow', access: { orders: { read } } }).ids('/orders')).toBe('13');
    const { ids, errors } = serverOf({ defaultAccess: 'allow', access: { orders: { read } } }, undeclared(memory()));
    expect([await ids('/orders/1'), await ids('/orders/2')]).toEqual([200, 404]);
    expect(errors).toEqual([]);
    // A source that declares nothing could ignore the name, and its pages and totals would then contain other resources.
    expect(await ids('/orders')).toBe(500);
    expect(String(errors[0])).toContain(
      '`access.orders.read` returned a condition on `@tenant`, but the source of "orders"',
    );
    const sources = undeclared(memory());
    const { find } = sources['orders'] as Required<DataSource>;
    sources['orders'] = {
      ...sources['orders'],
      find: async (...given) => (await find(...given)).map((record) => ({ ...record, '@tenant': undefined })),
    };
    const broken = serverOf({ defaultAccess: 'allow', access: { orders: { read } } }, sources);
    expect(await broken.ids('/orders/1')).toBe(500);
    expect(String(broken.errors[0])).toContain('must contain `@tenant`');
  });

  test('on data that the API does not declare do not reach a source that declares nothing', async () => {
    const received: unknown[] = [];
    const sources = undeclared(memory());
    for (const [type, source] of Object.entries(sources)) {
      const { list } = source as Required<DataSource>;
      const noting: typeof list = (query, call) => {
        received.push(...query.filter);
        return list(query, call);
      };
      sources[type] = { ...source, list: noting };
    }
    const read = () => [{ field: '@tenant', values: ['a'] }] as const;
    const { ids } = serverOf({ defaultAccess: 'allow', access: { orders: { read } }, onError: () => {} }, sources);
    expect(await ids('/lines?filter[order.owner]=7')).toBe(500);
    expect(JSON.stringify(received)).not.toContain('@tenant');
  });

  test('hide fields by name', async () => {
    const { server, ids } = serverOf({
      defaultAccess: 'allow',
      access: { people: { fields: () => ({ except: ['email', 'age'] }) } },
    });
    expect((await send(server, 'GET /people/7')).document).toMatchObject({ data: { attributes: { name: 'Ada' } } });
    expect(JSON.stringify((await send(server, 'GET /people/7')).document)).not.toContain('email');
    expect(await ids('/people?filter[email]=a')).toBe(400);
  });

  test('decide about an empty relationship by visible resources', async () => {
    const { ids } = serverOf({
      defaultAccess: 'allow',
      access: { people: { read: () => [{ field: 'id', values: [me] }] } },
    });
    expect(await ids('/orders?filter[owner]=null')).toBe('23');
    expect(await ids('/orders?filter[owner][ne]=null')).toBe('1');
    expect(await ids('/orders?filter[owner][ne]=8')).toBe('123');
    expect(await ids('/orders?filter=not(eq(owner,7))')).toBe('23');
    expect(await ids('/orders?filter[lines][exists]=false')).toBe('3');
  });
});

describe('filters', () => {
  test.each([
    ['/lines?filter[text][contains]=%25', '3'],
    ['/lines?filter[text][iStartsWith]=TEA', '21'],
    ['/lines?filter[text][endsWith]=cup', '2'],
    ['/lines?filter[price]=null', '3'],
    ['/lines?filter[price][ne]=1', '23'],
    ['/lines?filter[price][between]=1,2', '1'],
    ['/lines?filter=or(eq(price,1),eq(price,null))', '13'],
    ['/lines?filter[id]=1,3&sort=-id', '31'],
    ['/lines?sort=order.id,id', '123'],
    ['/orders/1/lines?filter[text][iEq]=TEA', '1'],
    ['/orders?filter[owner]=null', '3'],
    ['/orders?filter[owner]=null,8', '23'],
  ])('%s', async (url, expected) => {
    expect(await serverOf({}).ids(url)).toBe(expected);
  });

  test.each(['/lines?filter[price][ne]=1', '/lines?filter=not(eq(price,1))', '/orders?filter[owner]=null'])(
    'that a source does not declare are rejected: %s',
    async (url) => {
      const { server, errors } = serverOf({}, undeclared(memory()));
      const { status, document } = await send(server, `GET ${url}`);
      expect(status).toBe(400);
      expect(JSON.stringify(document)).toContain('FILTER_NOT_SUPPORTED');
      expect(errors).toEqual([]);
    },
  );

  test('have the language of the server', async () => {
    const ranges: FilterLanguage = (parameters, reader) =>
      parameters
        .map(({ parameter, brackets: [field = ''], value }) =>
          reader.condition({ field, operator: 'between', items: value.split('..'), parameter }),
        )
        .filter((condition) => condition !== undefined);
    const { ids } = serverOf({ filterLanguage: ranges });
    expect(await ids('/lines?filter[price]=2..9')).toBe('2');
    expect(await ids('/lines?filter[secret]=2..9')).toBe(400);
  });
});

describe('a default sort order', () => {
  test('is that of a collection without `sort`', async () => {
    const { ids } = serverOf({});
    expect(await ids('/lines')).toBe('213');
    expect(await ids('/lines?filter[price][ge]=1')).toBe('21');
    expect(await ids('/lines?sort=price')).toBe('312');
    expect(await ids('/orders/1/lines')).toBe('21');
    expect(await ids('/lines/1')).toBe(200);
  });

  test('omits a field that the user cannot read', async () => {
    const { ids } = serverOf({ defaultAccess: 'allow', access: { lines: { fields: () => ['text'] } } });
    expect(await ids('/lines')).toBe('123');
  });
});
