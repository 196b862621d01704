/**
 * A process that imports orders until it is killed. Arguments: the base URL of the server, the progress to continue with as JSON or an
 * empty text, and the number of rows. Prints each progress in a line.
 */
import { atomicRequests, createClient, importRows } from '../../../client/src/index.ts';
import type { api } from './atomic-world.ts';
import { importOptions, rowsOf } from './imported-orders.ts';

const [baseUrl = '', from = '', count = '0'] = process.argv.slice(2);
const client = createClient<typeof api>({ baseUrl, atomic: atomicRequests() });
const options = { ...importOptions, ...(from === '' ? {} : { from: JSON.parse(from) }) };
for await (const progress of importRows(client, rowsOf(Number(count)), options))
  process.stdout.write(`${JSON.stringify(progress)}\n`);
