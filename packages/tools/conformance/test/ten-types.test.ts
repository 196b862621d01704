/** A run over a local server with ten types ends within a minute, and shows how far it is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHost } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toNodeHandler } from '@linkage/node';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { runsWith } from './run-cli.ts';

const MOST = 60_000;
const title = attribute(z.string().min(1), { sort: true, filter: true });
const names = ['apples', 'birds', 'cars', 'doors', 'eggs', 'fish', 'goats', 'hats', 'inks', 'jars'];
const api = defineApi(
  Object.fromEntries(
    names.map((name, index) => {
      const next = names[(index + 1) % names.length] ?? name;
      return [name, { attributes: { title }, relationships: { one: toOne(next), many: toMany(next) } }];
    }),
  ),
);
const records = Object.fromEntries(
  names.map((name) => [name, ['1', '2', '3'].map((id) => ({ id, title: `${name} ${id}`, one: id, many: [id] }))]),
);

test.skipIf(!isLong)(
  `ten types${skippedInShort}`,
  async () => {
    const server = createServer(api, createMemorySources(api, records as never) as never, { defaultAccess: 'allow' });
    const host = createHost(toNodeHandler(server));
    await new Promise<void>((resolve) => void host.listen(0, resolve));
    const url = `http://localhost:${(host.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(tmpdir(), 'linkage-ten-'));
    const samples = join(folder, 'samples.json');
    const run = runsWith(() => []);
    const drafted = await run('init', url, '--types', names.join(), '--out', samples, '--try');
    expect(drafted.status, drafted.error).toBe(0);
    // Of the processor: the machine of the tests does other things at the same time.
    const start = process.cpuUsage();
    const { status, out, error } = await run('conform', url, '--samples', samples);
    const { user, system } = process.cpuUsage(start);
    host.close();
    rmSync(folder, { recursive: true, force: true });
    expect(status, out).toBe(0);
    expect(error.match(/^\d+ of \d+ cases, 0 failed$/gm)?.length).toBeGreaterThan(5);
    expect((user + system) / 1000).toBeLessThan(MOST);
  },
  3 * MOST,
);
