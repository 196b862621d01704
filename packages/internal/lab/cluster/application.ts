/** One process of the application: serves the ledger over one database, which the first argument describes as JSON. Ends after SIGTERM. */

import { createServer as createHost } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createShutdown, toNodeHandler } from '@linkage/node';
import { mysqlOf, postgresOf, serveLedger } from '../../../sources/kysely/test/ledger.ts';
import type { Place } from './processes.ts';

const place = JSON.parse(process.argv[2] ?? '{}') as Place;
const dialect = 'socketPath' in place ? mysqlOf(place.socketPath, place.database) : postgresOf(place);
const { server, close } = serveLedger(dialect, (unexpected) => process.send?.({ unexpected }));
const host = createHost(toNodeHandler(server));
const shutdown = createShutdown(host);
process.once('SIGTERM', async () => {
  await shutdown();
  await close();
  process.exit(0);
});
// The process that started this one must end it. Without that process, it ends by itself.
process.once('disconnect', () => process.exit(1));
host.listen(0, '127.0.0.1', () => process.send?.({ port: (host.address() as AddressInfo).port }));
