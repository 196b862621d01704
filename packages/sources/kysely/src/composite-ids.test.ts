/** Ids of several columns, on every database. */

import { type AccessRules, createServer, cursorPagination } from '@linkage/server';
import { beforeAll, expect, test } from 'vitest';
import * as given from '../test/composite-ids-world.ts';
import { describeWorld } from '../test/describe-world.ts';
import { hrefOf, requestsTo } from '../test/requests.ts';
import { readDatabaseSchema } from './index.ts';

const { api, sourcesOf } = given;

describeWorld(given, 'several columns', (world, send) => {
  let paged: typeof send;
  beforeAll(() => {
    const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
    paged = world.serve({ profiles, pagination: { includedSize: 2 } });
  });

  test('linkage contains ids, and each relationship of an include is one statement', async () => {
    const { document } = await send('GET /orders?include=lines.shipments.line');
    expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual([
      ...['lines 10~1', 'lines 1~1', 'lines 1~10', 'lines 1~2', 'lines 2~1'],
      ...['shipments a', 'shipments b', 'shipments c'],
    ]);
    expect(world.statements).toHaveLength(3);
    const shipments = await send('GET /shipments?include=line');
    expect(
      shipments.document.data.map((it: { relationships: { line: { data: unknown } } }) => it.relationships.line.data),
    ).toEqual([{ type: 'lines', id: '1~2' }, { type: 'lines', id: '1~2' }, { type: 'lines', id: '10~1' }, null, null]);
    expect(shipments.document.included).toHaveLength(2);
    expect(world.statements).toHaveLength(5);
  });

  test('cursors walk through all rows, in both directions', async () => {
    for (const sort of ['', 'sort=product&', 'sort=-product&', 'sort=-id&', 'sort=-product,lineNo&']) {
      const all = (await send(`GET /lines?${sort}`)).document.data.map(({ id }: { id: string }) => id);
      const expected = sort === 'sort=-product&' ? ['10~1', '1~2', '2~1', '1~1', '1~10'] : all;
      const found: string[] = [];
      let link: string | null = `/lines?${sort}page[size]=2`;
      let last = link;
      for (let pages = 0; link !== null && pages < 9; pages++) {
        last = link;
        const answer = await paged(`GET ${link}`);
        found.push(...String(answer.ids).split(',').filter(Boolean));
        link = hrefOf(answer.document.links.next);
      }
      expect([sort, found]).toEqual([sort, expected]);
      const { document } = await paged(`GET ${last}`);
      expect((await paged(`GET ${hrefOf(document.links.prev)}`)).ids).toBe(expected.slice(2, 4).join());
    }
    expect(world.failures).toEqual([]);
  });

  test('an include shows a page of the members of each parent, and leads on', async () => {
    const { document } = await paged('GET /orders?include=lines');
    const [order] = document.data;
    expect(order.relationships.lines.data.map(({ id }: { id: string }) => id)).toEqual(['1~1', '1~2']);
    const next = await paged(`GET ${hrefOf(order.relationships.lines.links.next)}`);
    expect([next.ids, world.failures]).toEqual(['1~10', []]);
    const lines = await paged('GET /lines?include=shipments');
    expect(lines.document.included).toHaveLength(3);
    expect(world.failures).toEqual([]);
  });

  test('many ids are read in chunks', async () => {
    const call = { context: undefined, signal: new AbortController().signal };
    const ids = Array.from({ length: 1200 }, (_, index) => `1~${index}`);
    const selection = { attributes: new Set(['product'] as const), relationships: new Set<never>() };
    const found = await world.sources.lines.find(ids, selection, call);
    expect(found.map(({ id }) => id).sort()).toEqual(['1~1', '1~10', '1~2']);
    expect(world.statements).toHaveLength(3);
  });

  test('a new id consists of the fields of its columns', async () => {
    const line = (order: string, lineNo: number | undefined, id?: string) => ({
      ...{ type: 'lines', ...(id === undefined ? {} : { id }) },
      attributes: { product: 'New', ...(lineNo === undefined ? {} : { lineNo }) },
      relationships: { order: { data: { type: 'orders', id: order } } },
    });
    const created = await send('POST /lines', line('2', 7));
    expect([created.status, created.document.data.id]).toEqual([201, '2~7']);
    expect(created.document.data.relationships.order.data).toEqual({ type: 'orders', id: '2' });
    expect((await send('GET /lines/2~7')).ids).toBe('2~7');
    expect((await send('POST /lines', line('2', 7))).status).toBe(409);
    expect((await send('POST /lines', line('2', 8, '2~8'))).status).toBe(201);
    const other = await send('POST /lines', line('2', 9, '2~10'));
    expect([other.status, other.document.errors[0].source.pointer]).toEqual([422, '/data/id']);
    for (const id of ['2', '2~x', '2~9~9']) {
      const wrong = await send('POST /lines', line('2', 9, id));
      expect([wrong.status, wrong.document.errors[0].source.pointer]).toEqual([400, '/data/id']);
    }
    expect((await send('POST /lines', line('404', 1))).status).toBe(404);
    expect((await send('POST /places', { type: 'places', id: 'it~RM', attributes: { name: 'Rome' } })).status).toBe(
      201,
    );
    expect((await send('POST /places', { type: 'places', id: 'it~RM', attributes: { name: 'Rome' } })).status).toBe(
      409,
    );
    expect((await send('POST /places', { type: 'places', attributes: { name: 'Rome' } })).status).toBe(422);
    const shipments = { data: [{ type: 'shipments', id: 'd' }] };
    const withMembers = line('2', 11);
    const related = { ...withMembers, relationships: { ...withMembers.relationships, shipments } };
    expect((await send('POST /lines', related)).status).toBe(201);
    expect((await send('GET /shipments/d/line')).ids).toBe('2~11');
    expect(world.failures).toEqual([]);
  });

  test('a resource is updated and deleted, and its version counts writes', async () => {
    const data = { type: 'lines', id: '1~2', attributes: { product: 'Nib' } };
    const before = await send('GET /lines/1~2');
    expect((await send('PATCH /lines/1~2', data)).document.data.attributes.product).toBe('Nib');
    expect((await send('PATCH /lines/1~2', { ...data, attributes: { lineNo: 3 } })).status).toBe(403);
    expect((await send('PATCH /lines/1~3', { ...data, id: '1~3' })).status).toBe(404);
    expect((await send('GET /lines/1~10')).document.data.attributes.product).toBe(null);
    expect(before.status).toBe(200);
    const rows = await world.db
      .selectFrom('line' as never)
      .select(['revision' as never])
      .where('order_id' as never, '=', 1 as never)
      .where('line_no' as never, '=', 2 as never)
      .execute();
    expect(rows).toEqual([{ revision: 2 }]);
    const stale = await send('PATCH /lines/1~2', data, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    expect((await send('DELETE /lines/1~2')).status).toBe(409);
    expect((await send('DELETE /lines/1~1')).status).toBe(204);
    expect((await send('DELETE /lines/1~1')).status).toBe(404);
    expect((await send('GET /lines')).ids).toBe('1~2,1~10,2~1,10~1');
    expect(world.failures).toEqual([]);
  });

  test('foreign keys of several columns are written through both relationships', async () => {
    const line = (id: string) => ({ type: 'lines', id });
    expect((await send('PATCH /shipments/a/relationships/line', line('2~1'))).status).toBeLessThan(300);
    expect((await send('GET /shipments/a/line')).ids).toBe('2~1');
    expect((await send('PATCH /shipments/a/relationships/line', line('2~99'))).status).toBe(404);
    expect((await send('PATCH /shipments/a/relationships/line', line('2'))).status).toBe(404);
    expect((await send('PATCH /shipments/a/relationships/line', null)).status).toBeLessThan(300);
    expect((await send('GET /shipments/a/line')).ids).toBe(null);
    const shipments = (...ids: string[]) => ids.map((id) => ({ type: 'shipments', id }));
    expect((await send('POST /lines/1~10/relationships/shipments', shipments('a', 'd'))).status).toBe(204);
    expect((await send('GET /lines/1~10/shipments')).ids).toBe('a,d');
    expect((await send('DELETE /lines/1~10/relationships/shipments', shipments('d', 'c'))).status).toBe(204);
    expect((await send('PATCH /lines/1~2/relationships/shipments', shipments('a'))).status).toBe(204);
    expect((await send('GET /lines/1~2/shipments')).ids).toBe('a');
    expect((await send('GET /shipments?filter[line]=null')).ids).toBe('b,d,e');
    expect((await send('POST /lines/1~77/relationships/shipments', shipments('a'))).status).toBe(404);
    expect(world.failures).toEqual([]);
  });

  test('a deletion applies `onDelete` to rows of several columns', async () => {
    const sources = sourcesOf(world.db, await readDatabaseSchema(world.db), 'cascade');
    const cascading = requestsTo(createServer(api, sources, { uncheckedInverses: { lines: ['order'] } }));
    expect((await cascading('DELETE /orders/1')).status).toBe(204);
    expect((await send('GET /lines')).ids).toBe('2~1,10~1');
    expect((await send('GET /shipments')).ids).toBe('a,b,c,d,e');
    expect((await send('GET /shipments?filter[line]=null')).ids).toBe('a,b,d,e');
    expect(world.failures).toEqual([]);
  });

  test('a row of several columns that the row filter excludes does not exist', async () => {
    const sources = sourcesOf(world.db, await readDatabaseSchema(world.db), undefined, { revision: 1 });
    const { version: _, ...lines } = sources.lines;
    const onError = (error: unknown) => void world.failures.push(error);
    const filtered = requestsTo(createServer(api, { ...sources, lines }, { onError }));
    expect((await filtered('DELETE /lines/1~2')).status).toBe(204);
    expect((await filtered('GET /lines/1~2')).status).toBe(404);
    expect((await filtered('GET /orders/1/lines')).ids).toBe('1~1,1~10');
    expect((await filtered('GET /shipments/a/line')).ids).toBe(null);
    expect((await filtered('GET /shipments?filter[line]=1~2')).ids).toBe('');
    expect((await filtered('GET /shipments?filter[line]=null')).ids).toBe('a,b,d,e');
    expect((await filtered('GET /orders?filter[lines]=1~2')).ids).toBe('');
    expect((await filtered('GET /shipments?sort=-line.product,id')).ids).toBe('c,a,b,d,e');
    const { document } = await filtered('GET /shipments?include=line');
    expect(document.included.map(({ id }: { id: string }) => id)).toEqual(['10~1']);
    const line = { type: 'lines', id: '1~2' };
    expect((await filtered('PATCH /shipments/c/relationships/line', line)).status).toBe(404);
    expect((await filtered('PATCH /shipments/c/relationships/line', { ...line, id: '1~1' })).status).toBeLessThan(300);
    expect((await filtered('GET /shipments/c/line')).ids).toBe('1~1');
    expect(world.failures).toEqual([]);
  });

  test('conditions of a rule apply to resources, linkage, and filters', async () => {
    const access: AccessRules<typeof api> = {
      lines: { read: () => [{ field: 'product', operator: 'eq', values: ['Pen'] }] },
    };
    const guarded = world.serve({ defaultAccess: 'allow', access });
    expect((await guarded('GET /lines')).ids).toBe('1~2,10~1');
    expect((await guarded('GET /lines/1~1')).status).toBe(404);
    expect((await guarded('GET /orders/1/lines')).ids).toBe('1~2');
    expect((await guarded('GET /orders?filter[lines]=1~1,10~1')).ids).toBe('10');
    expect((await guarded('GET /shipments?filter[line]=1~2')).ids).toBe('a,b');
    const { document } = await guarded('GET /orders?include=lines.shipments');
    expect(document.included).toHaveLength(5);
    const line = { type: 'lines', id: '1~1' };
    expect((await guarded('PATCH /shipments/a/relationships/line', line)).status).toBe(404);
    expect(world.failures).toEqual([]);
  });
});
