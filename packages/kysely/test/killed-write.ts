/**
 * A process that is killed while it creates an order with an idempotency key. Arguments: the file of an SQLite database, and
 * whether it dies `before` the commit of the write or `after` it, when the response is not sent yet.
 */
import { DatabaseSync } from 'node:sqlite';
import { createServer, type IdempotencyStore, idempotencyKeys } from '@linkage/server';
import { createKyselyIdempotencyStore, createNodeSqliteDialect } from '../src/index.ts';
import { api, openDatabase } from './atomic-world.ts';
import { orderRequest } from './keyed-order.ts';

const [file = '', moment] = process.argv.slice(2);
const { sources, db } = openDatabase(createNodeSqliteDialect(new DatabaseSync(file)));
const store = createKyselyIdempotencyStore(db as NonNullable<typeof db>);
const die = (): unknown => process.kill(process.pid, 'SIGKILL');

const dying: IdempotencyStore = {
  ...store,
  async complete(...given) {
    await store.complete(...given);
    if (moment === 'before') die();
  },
  async transaction(run, call) {
    const { transaction } = store as Required<IdempotencyStore>;
    const result = await transaction(run, call);
    if (moment === 'after') die();
    return result;
  },
};
const idempotency = idempotencyKeys({ store: dying, scope: () => 'ada' });
await createServer(api, sources, { idempotency, limits: { requestTime: 1500 } }).handle(orderRequest);
