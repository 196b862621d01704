import { globSync } from 'node:fs';
import { type AddressInfo, Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../packages/core/test/runs.ts';
import { root } from '../../scripts/workspace.ts';

const servers: Server[] = [];
const { listen } = Server.prototype;

/** Programs that listen get a free port here, as those of `run-example.ts` do. */
Server.prototype.listen = function listenAnywhere(this: Server, ...given: never[]): Server {
  servers.push(this);
  const callback = given.findLast((value) => typeof value === 'function');
  return Reflect.apply(listen, this, callback === undefined ? [0, '127.0.0.1'] : [0, '127.0.0.1', callback]);
} as typeof listen;

afterAll(() => {
  Server.prototype.listen = listen;
  for (const server of servers) server.close();
});

// The programs of first-server write a file: docs/first-server.test.ts runs them in a folder of their own.
const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
/** They start PGlite, which takes seconds. */
const slow = new Set(['drizzle.ts']);

test.each(files.filter((file) => !slow.has(file)))('%s runs', async (file) => {
  await expect(import(`${root}/docs/examples/${file}`)).resolves.toBeDefined();
});

test.skipIf(!isLong).each([...slow])(`%s runs${skippedInShort}`, async (file) => {
  await expect(import(`${root}/docs/examples/${file}`)).resolves.toBeDefined();
});

test('programs that listen do so', async () => {
  expect(servers.filter((server) => server.listening && (server.address() as AddressInfo).port > 0).length).toBe(
    servers.length,
  );
});
