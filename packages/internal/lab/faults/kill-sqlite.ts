import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { counterTable } from '../../../sources/kysely/test/counters.ts';
import type { Report } from './report.ts';

const program = fileURLToPath(new URL('../../../sources/kysely/test/transfer-process.ts', import.meta.url));

/** Kills a process that writes to an SQLite file, again and again: no transfer is half done, and no confirmed one is lost. */
export async function killSqlite(times: number, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-kill-'));
  const file = join(folder, 'counters.db');
  const failures: string[] = [];
  let transfers = 0;
  try {
    const first = new DatabaseSync(file);
    first.exec(`${counterTable}; insert into counter values ('1', 0), ('2', 0)`);
    first.close();
    for (let time = 1; time <= times; time++) {
      const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (text) => {
        output += text;
      });
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      const confirmed = Number(output.trim().split('\n').at(-1));
      const database = new DatabaseSync(file);
      const values = database
        .prepare('select value from counter order by id')
        .all()
        .map(({ value }) => Number(value));
      database.close();
      const [from = 0, to = 0] = values;
      if (from + to !== 0) failures.push(`kill ${time}: a transfer is half done: ${values}`);
      if (to < transfers + confirmed)
        failures.push(`kill ${time}: ${transfers + confirmed} are confirmed, ${to} are there`);
      transfers = to;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (transfers === 0) failures.push('No transfer was made, so nothing was tested.');
  report('SQLite, kill -9', `${times} times, ${transfers} transfers`, failures);
}
