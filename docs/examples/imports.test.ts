import type { ImportProgress } from '@linkage/client';
import { expect, test } from 'vitest';
import { server } from './imports.ts';
import { importCustomers, updateCustomers } from './imports-client.ts';

async function* customers(count: number) {
  for (let at = 0; at < count; at++) yield { number: `c${at}`, name: `Customer ${at}` };
}

async function nameOf(id: string) {
  const headers = { accept: 'application/vnd.api+json' };
  const { status, body } = await server.handle({ method: 'GET', url: `/customers/${id}`, headers });
  return status === 200 ? JSON.parse(body as string).data.attributes.name : status;
}

test('an import keeps its progress, continues, and updates', async () => {
  let kept: ImportProgress | undefined;
  const progress = {
    load: () => kept,
    save(reached: ImportProgress) {
      kept = reached;
    },
  };
  await importCustomers(customers(600), progress);
  expect(kept).toEqual({ done: 600, batchSize: 500 });
  // Nothing is left to do. A file that has grown continues behind its last row.
  await importCustomers(customers(600), progress);
  kept = { done: 500, batchSize: 500 };
  await importCustomers(customers(600), progress);
  expect(await nameOf('c599')).toBe('Customer 599');

  const rows = [
    { number: 'c1', name: 'Renamed' },
    { number: 'new', name: 'New' },
  ];
  for await (const { done } of updateCustomers(rows, 'update-1')) expect(done).toBe(2);
  expect([await nameOf('c1'), await nameOf('new'), await nameOf('c2'), await nameOf('none')]).toEqual([
    'Renamed',
    'New',
    'Customer 2',
    404,
  ]);
});
