import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../test/support.ts';
import type { MemoryTable } from './memory-table.ts';
import { memoryTransactions } from './memory-transactions.ts';

const call = { context: undefined, signal: new AbortController().signal };
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('memoryTransactions', () => {
  test('a transaction that fails leaves no trace, in whatever table, and the order as it was', async () => {
    const tables: MemoryTable[] = [
      new Map([
        ['1', { id: '1' }],
        ['2', { id: '2' }],
      ]),
      new Map(),
    ];
    const transaction = memoryTransactions(tables);
    const failing = transaction(async () => {
      tables[0]?.delete('1');
      tables[1]?.set('3', { id: '3' });
      throw new Error('no');
    }, call);
    await expect(failing).rejects.toThrow('no');
    expect(tables.map((table) => [...table.keys()])).toEqual([['1', '2'], []]);
  });

  test('one at a time: a failing one does not take back what another wrote meanwhile', async () => {
    const table: MemoryTable = new Map();
    const transaction = memoryTransactions([table]);
    const failing = transaction(async () => {
      table.set('1', { id: '1' });
      await pause();
      throw new Error('no');
    }, call);
    const writing = transaction(async () => table.set('2', { id: '2' }), call);
    await expect(failing).rejects.toThrow('no');
    await writing;
    expect([...table.keys()]).toEqual(['2']);
  });

  test('a transaction within one is part of it, and not waited for', async () => {
    const table: MemoryTable = new Map();
    const transaction = memoryTransactions([table]);
    const outer = transaction(async (inside) => {
      await transaction(async () => table.set('1', { id: '1' }), inside);
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
