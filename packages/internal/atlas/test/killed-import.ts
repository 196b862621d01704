/** Imports the data into the file of the command line, and kills its own process in the middle. */
import { openDatabase } from '../src/open-storage.ts';

let rows = 0;
let all = 0;
await openDatabase(process.argv[2] as string, {
  say() {},
  start(count) {
    all = count;
  },
  advance(count) {
    rows += count;
    if (rows > all / 2) process.kill(process.pid, 'SIGKILL');
  },
  stop() {},
});
