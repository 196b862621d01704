import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../test/support.ts';
import type { MemoryTable } from './memory-table.ts';
import { createMemoryTransactions } from './memory-transactions.ts';

const call = { context: undefined, signal: new AbortController().signal };
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('createMemoryTransactions', () => {
  test('a transaction that fails leaves no trace, in whatever table, and the order as it was', async () => {
    const tables: MemoryTable[] = [
      new Map([
        ['1', { id: '1' }],
        ['2', { id: '2' }],
      ]),
      new Map(),
    ];
    const { transaction, save, remove } = createMemoryTransactions();
    const failing = transaction(async () => {
      remove(tables[0] as MemoryTable, '1');
      save(tables[1] as MemoryTable, { id: '3' });
      throw new Error('no');
    }, call);
    await expect(failing).rejects.toThrow('no');
    expect(tables.map((table) => [...table.keys()])).toEqual([['1', '2'], []]);
  });

  test('a transaction that waits for the one it was begun in ends with its request, and the next ones run', async () => {
    const { transaction } = createMemoryTransactions();
    const request = new AbortController();
    const outer = { ...call, signal: request.signal };
    const order: string[] = [];
    const stuck = transaction(() => transaction(async () => order.push('never'), outer), outer);
    const next = transaction(async () => order.push('next'), call);
    await pause();
    expect(order).toEqual([]);
    request.abort(new Error('too long'));
    await expect(stuck).rejects.toThrow('too long');
    await next;
    expect(order).toEqual(['next']);
  });

  test('a transaction whose request has ended while it waited does not run, and later transactions do not overtake earlier ones', async () => {
    const { transaction } = createMemoryTransactions();
    const request = new AbortController();
    const order: string[] = [];
    const first = transaction(async () => {
      await pause();
      order.push('first');
    }, call);
    const given = transaction(async () => order.push('never'), { ...call, signal: request.signal });
    const third = transaction(async () => order.push('third'), call);
    request.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    expect(order).toEqual([]);
    await Promise.all([first, third]);
    expect(order).toEqual(['first', 'third']);
  });

  test('deleting much of a table copies it once', async () => {
    const table: MemoryTable = new Map(Array.from({ length: 20_000 }, (_, id) => [String(id), { id: String(id) }]));
    let copies = 0;
    const values = table.values.bind(table);
    table.values = () => {
      copies++;
      return values();
    };
    const { transaction, remove } = createMemoryTransactions();
    const failing = transaction(async () => {
      for (let id = 0; id < 5000; id++) remove(table, String(id));
      throw new Error('no');
    }, call);
    await expect(failing).rejects.toThrow('no');
    expect([copies, table.size, [...table.keys()][0]]).toEqual([1, 20_000, '0']);
  });

  const change = fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5'), isRemoved: fc.boolean(), value: fc.nat() });

  test('whatever was changed is as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change), fc.array(change), async (before, changes) => {
        const { transaction, save, remove } = createMemoryTransactions();
        const table: MemoryTable = new Map();
        const apply = (all: typeof changes): void => {
          for (const { id, isRemoved, value } of all) {
            const isThere = table.has(id);
            if (isRemoved) expect(remove(table, id)).toBe(isThere);
            else save(table, { id, value });
          }
        };
        apply(before);
        const entries = [...table];
        await expect(transaction(async () => Promise.reject(apply(changes)), call)).rejects.toBe(undefined);
        expect([...table]).toEqual(entries);
      }),
    );
  });

  test('one at a time: a failing one does not take back what another wrote meanwhile', async () => {
    const table: MemoryTable = new Map();
    const { transaction, save } = createMemoryTransactions();
    const failing = transaction(async () => {
      save(table, { id: '1' });
      await pause();
      throw new Error('no');
    }, call);
    const writing = transaction(async () => save(table, { id: '2' }), call);
    await expect(failing).rejects.toThrow('no');
    await writing;
    expect([...table.keys()]).toEqual(['2']);
  });

  test('a transaction within one is part of it, and not waited for', async () => {
    const table: MemoryTable = new Map();
    const { transaction, save } = createMemoryTransactions();
    const outer = transaction(async (inside) => {
      await transaction(async () => save(table, { id: '1' }), inside);
      throw new Error('no');
    }, call);
    await expect(outer).rejects.toThrow('no');
    expect(table.size).toBe(0);
  });

  test('CRE-04 writes through a server at the same time: all that succeed stay, none of the others', async () => {
    const { server } = blogServer({ limits: { includedResources: 0 } });
    const post = (index: number) => {
      const relationships = { author: { data: { type: 'people', id: '7' } } };
      const body = { data: { type: 'articles', attributes: { title: `New ${index}` }, relationships } };
      return send(server, `POST /articles${index % 2 === 0 ? '' : '?include=author'}`, body);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => post(index)));
    const created = answers.filter(({ status }) => status === 201).map(({ document }) => identities(document.data)[0]);
    expect([created.length, answers.filter(({ status }) => status === 400).length]).toEqual([10, 10]);
    expect(new Set(created).size).toBe(10);
    expect(identities((await send(server, 'GET /articles')).document.data).slice(3)).toEqual(created);
  });
});
