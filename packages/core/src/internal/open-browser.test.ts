import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from './open-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-browser-'));
afterAll(() => rmSync(folder, { recursive: true }));
const url = 'http://127.0.0.1:4600/';

/** Opens a URL with the programs of the folder only, and waits for the program. */
async function open(platform: string): Promise<string> {
  const children: ReturnType<typeof spawn>[] = [];
  openBrowser(url, platform, (command, args, options) => {
    const child = spawn(command, args, { ...options, env: { PATH: folder } });
    children.push(child);
    return child;
  });
  const [child] = children;
  if (child !== undefined) await once(child, 'close').catch(() => undefined);
  return child?.spawnfile ?? '';
}

test.each([
  ['linux', 'xdg-open', url],
  ['darwin', 'open', url],
  ['win32', 'cmd', `/c start "" ${url}`],
])('on %s, %s opens the URL', async (platform, command, args) => {
  writeFileSync(join(folder, command), '#!/bin/sh\necho "$@" > "$0.args"\n', { mode: 0o755 });
  expect(await open(platform)).toBe(command);
  expect(readFileSync(join(folder, `${command}.args`), 'utf8').trim()).toBe(args);
});

test('a program that is missing ends nothing', async () => {
  rmSync(join(folder, 'xdg-open'), { force: true });
  expect(await open('freebsd')).toBe('xdg-open');
});
