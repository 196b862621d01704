import { type AtomicClient, type ImportProgress, importRows } from '@linkage/client';
import type { Api } from './schema.ts';

/** A patient in a file of another program. */
export interface PatientRow {
  readonly name: string;
  readonly bornOn: string;
  readonly insuranceNumber: string;
}

/** Creates patients, 100 in a request. An import that was interrupted continues with the same key, and creates nobody twice. */
export const importPatients = (
  client: AtomicClient<Api>,
  rows: Iterable<PatientRow> | AsyncIterable<PatientRow>,
  key: string,
  from?: ImportProgress,
) =>
  importRows(client, rows, {
    ...{ key, from, batchSize: 100 },
    write: (transaction, row) => transaction.add('patients', { attributes: row }),
  });
