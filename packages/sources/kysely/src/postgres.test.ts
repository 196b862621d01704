import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noPostgres, type PrivatePostgres, startPostgres } from '../test/postgres.ts';

const program = fileURLToPath(new URL('../test/terminated-backend.ts', import.meta.url));

describe.skipIf(noPostgres !== undefined)(`a terminated backend of PostgreSQL ${noPostgres ?? ''}`, () => {
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    const client = new Client(postgres.connection);
    await client.connect();
    await client.query(`create table article (id text primary key, title text not null);
      insert into article values ('1', 'one')`);
    await client.end();
  });
  afterAll(() => postgres?.stop());

  const runProgram = (mode: string) =>
    new Promise<{ readonly code: unknown; readonly output: string; readonly errors: string }>((resolve) => {
      const given = [program, JSON.stringify(postgres.connection), mode];
      execFile(process.execPath, given, { timeout: 30_000 }, (error, output, errors) => {
        resolve({ code: error === null ? 0 : error.code, output: output.trim(), errors });
      });
    });

  test('ends a process that does not listen to its clients', async () => {
    const { code, output, errors } = await runProgram('bare');
    expect([code, output, errors]).toEqual([1, '', expect.stringContaining('terminating connection')]);
  });

  test('fails one request of a process that does, as the README shows', async () => {
    const { code, output } = await runProgram('guarded');
    expect([code, output]).toEqual([0, '200 200 503 200']);
  });
});
