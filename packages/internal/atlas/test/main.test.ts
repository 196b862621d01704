import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../../core/test/runs.ts';
import { grace } from '../src/limits.ts';
import { killAll, served, startAtlas } from './atlas-process.ts';
import { makeFolder, writeDatabase } from './served-atlas.ts';

const { folder, remove } = makeFolder();
const file = join(folder, 'atlas.db');
const timeout = 30_000;
/** test/settings.test.ts tries all of them without a process. */
const wrongPorts = ['abc', '-1', '65536', '3000 ', '1e3'];

const start = (env: Record<string, string>) => startAtlas({ ATLAS_DB: file, ...env });

beforeAll(() => writeDatabase(file), timeout);
afterEach(killAll);
afterAll(remove);

test.skipIf(!isLong)(
  `with ATLAS_EXPLAIN=1 the log has each statement, without values${skippedInShort}`,
  { timeout },
  async () => {
    const { child, saying } = start({ ATLAS_EXPLAIN: '1' });
    const base = (await saying(served))[1];
    expect((await fetch(`${base}/countries/FRA`)).status).toBe(200);
    await saying(/^ {2}[\d.]+ ms, 1 rows: select .*"countries".* \[string\]$/m);
    child.kill('SIGKILL');
  },
);

test('serves, logs, and goes when told to, before the time of running requests is over', { timeout }, async () => {
  for (const signal of someOf(['SIGTERM', 'SIGINT'] as const, 2)) {
    const { child, exit, saying } = start({});
    const base = (await saying(served))[1];
    expect((await fetch(`${base}/countries/FRA`)).status).toBe(200);
    await saying(/^GET \/countries\/FRA 200 [\d.]+ ms, SQL: 1$/m);
    const told = performance.now();
    child.kill(signal);
    const { code, out, err } = await exit;
    expect(performance.now() - told).toBeLessThan(grace);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('Importing');
    expect(out.match(/^curl -g 'http:.*$/gm)).toHaveLength(7);
  }
});

test.skipIf(!isLong).each(wrongPorts)(`PORT=%s is rejected in one line${skippedInShort}`, { timeout }, async (port) => {
  const { code, out, err } = await start({ PORT: port }).exit;
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe(`PORT must be a number from 0 to 65535, but it is "${port}"\n`);
});

test.skipIf(!isLong)(`a port in use is told in one line, with a way out${skippedInShort}`, { timeout }, async () => {
  const occupier: Server = createServer().listen(0);
  await once(occupier, 'listening');
  const { port } = occupier.address() as { port: number };
  const { code, err } = await start({ PORT: String(port) }).exit;
  occupier.close();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^Port ${port} is in use\\. Choose another one: npm start -- --port \\d+\\n$`));
});

test.skipIf(!isLong)(
  `the options of the command replace the variables of the environment${skippedInShort}`,
  { timeout },
  async () => {
    const { child, saying } = startAtlas({ ATLAS_DB: 'nowhere.txt/atlas.db', PORT: 'abc' }, [
      ...['--port', '0', '--host', '127.0.0.1', `--database=${file}`],
    ]);
    const base = (await saying(served))[1];
    expect((await fetch(`${base}/countries/FRA`)).status).toBe(200);
    child.kill('SIGKILL');
  },
);

const calls: readonly (readonly [args: readonly string[], status: number, text: RegExp])[] = [
  [['--help'], 0, /^Serves the demo: [\s\S]* {2}--port <port> /],
  [['--prot', '4000'], 1, /^Unknown option '--prot'\. Did you mean --port\? See npm start -- --help\n$/],
  [['4000'], 1, /^Unexpected argument '4000'\. [\w ]+\. See npm start -- --help\n$/],
  [['--port', '70000'], 1, /^PORT must be a number from 0 to 65535, but it is "70000"\n$/],
];
test.each(someOf(calls, 4))('npm start -- %j', { timeout }, async (args, status, text) => {
  const { code, out, err } = await startAtlas({ ATLAS_DB: file }, args).exit;
  expect([code, out + err]).toEqual([status, expect.stringMatching(text)]);
});

test.skipIf(!isLong)(`an option that npm has kept for itself is named${skippedInShort}`, { timeout }, async () => {
  const { code, err } = await start({ npm_config_port: '4000' }).exit;
  expect([code, err]).toEqual([1, 'npm does not pass on options without "--". Use npm start -- --port 4000\n']);
});

test('a file that cannot be used is told in one line', { timeout }, async () => {
  const text = join(folder, 'text.db');
  writeFileSync(text, 'this is not a database, and long enough to be read as one'.repeat(100));
  const other = join(folder, 'other.db');
  const database = new DatabaseSync(other);
  database.exec('create table cities (name text); insert into cities values (1)');
  for (const path of someOf([text, folder, other, join(text, 'x', 'atlas.db')], 4)) {
    const { code, err } = await start({ ATLAS_DB: path }).exit;
    expect(code).toBe(1);
    expect(err).toMatch(/^The database .* cannot be used: .*\n$/);
    expect(err).toContain(path);
  }
  expect(database.prepare('select count(*) as count from cities').get()).toEqual({ count: 1 });
  database.close();
});

test.skipIf(!isLong)(
  `an import that is killed has not happened; the next start does it again${skippedInShort}`,
  { timeout },
  async () => {
    const killed = join(folder, 'killed.db');
    const first = spawn(process.execPath, [join(import.meta.dirname, 'killed-import.ts'), killed], { stdio: 'ignore' });
    expect(await once(first, 'exit')).toEqual([null, 'SIGKILL']);
    const second = start({ ATLAS_DB: killed });
    const base = (await second.saying(served))[1];
    const response = await fetch(`${base}/cities/2988507`);
    expect(await response.json()).toMatchObject({ data: { attributes: { name: 'Paris' } } });
    second.child.kill();
    expect((await second.exit).out).toContain('Importing: 100 %');
  },
);
