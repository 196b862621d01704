import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('a default port that is in use is replaced, and named', async () => {
  const hosts = [createServer(), createServer()] as const;
  const replaced: number[] = [];
  await listen(hosts[0], undefined, () => undefined);
  const url = await listen(hosts[1], undefined, (port) => replaced.push(port));
  for (const host of hosts) host.close();
  expect(replaced).toEqual([4700]);
  expect(new URL(url).port).not.toBe('4700');
});
