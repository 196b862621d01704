/**
 * A process that is killed while it creates an order with an idempotency key. Arguments: the name of the database, how to
 * connect to it as JSON, and whether the process dies `before` the commit of the write or `after` it, when the response is
 * not sent yet.
 */
import { createServer, type IdempotencyStore, idempotencyKeys } from '@linkage/server';
import { createKyselyIdempotencyStore } from '../src/index.ts';
import { api, openDatabase } from './atomic-world.ts';
import { connectTo, type KilledDatabase } from './connect-to.ts';
import { orderRequest } from './keyed-order.ts';

const [name = 'SQLite', connection = '{}', moment] = process.argv.slice(2);
const { sources, db } = openDatabase(connectTo(name as KilledDatabase, JSON.parse(connection)));
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
const idempotency = { keys: idempotencyKeys({ store: dying }), user: () => 'ada' };
await createServer(api, sources, { idempotency, limits: { requestTime: 1500 } }).handle(orderRequest);
