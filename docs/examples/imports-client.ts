import { atomicRequests, createClient, ImportError, type ImportProgress, importRows } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import { type api, server } from './imports.ts';

const client = createClient<typeof api>({
  baseUrl: 'http://localhost',
  fetch: toFetchHandler(server),
  atomic: atomicRequests(),
});

// #region import
/** Imports rows, and keeps the progress after each request. Begins where the last run of the same import ended. */
export async function importCustomers(
  rows: AsyncIterable<{ readonly number: string; readonly name: string }>,
  progress: { readonly load: () => ImportProgress | undefined; readonly save: (progress: ImportProgress) => void },
) {
  const run = importRows(client, rows, {
    key: 'customers-2026-11',
    from: progress.load(),
    batchSize: 500,
    write: (it, { number, name }) => it.add('customers', { id: number, attributes: { name } }),
  });
  try {
    for await (const reached of run) progress.save(reached);
  } catch (error) {
    // The row that the server rejects. Correct it, and start the import again.
    if (error instanceof ImportError) console.error(error.index, error.cause);
    throw error;
  }
}
// #endregion

// #region upsert
/** Creates the customers, or changes the names of those that exist. */
export const updateCustomers = (rows: Iterable<{ readonly number: string; readonly name: string }>, key: string) =>
  importRows(client, rows, {
    key,
    write: (it, { number, name }) => it.upsert('customers', { id: number, attributes: { name } }),
  });
// #endregion
