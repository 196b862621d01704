/** Orders with a line each, which a process imports. */
import type { ImportOptions } from '../../../client/src/index.ts';
import type { api } from './atomic-world.ts';

/** The rows of an import, created while they are read. */
export function* rowsOf(count: number): Generator<string> {
  for (let at = 0; at < count; at++) yield `imported-${at}`;
}

/** The options of the import. Two requests run at the same time. */
export const importOptions: ImportOptions<typeof api, string> = {
  key: 'orders-1',
  concurrency: 2,
  batchSize: 10,
  write(it, reference) {
    const order = it.add('orders', { attributes: { reference } });
    it.add('lines', { attributes: { product: reference, quantity: 1 }, relationships: { order } });
  },
};
