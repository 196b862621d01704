/**
 * A process that serves counters from PostgreSQL and counts one of them up, each time on the condition that it saw the last
 * value. Prints how many writes succeeded. Arguments: the connection as JSON, and the number of writes.
 */
import { openPool, serveCounters } from './counters-on-postgres.ts';

const [connection = '{}', wanted = '1'] = process.argv.slice(2);
const { countUp, db } = serveCounters(openPool(JSON.parse(connection)));
let done = 0;
while (done < Number(wanted)) {
  const status = await countUp('1');
  if (status === 200) done += 1;
  else if (status !== 412) throw new Error(`PATCH must be 200 or 412, but it is ${status}.`);
}
process.stdout.write(String(done));
await db.destroy();
