/** nginx and Varnish in front of a server with the defaults: no user receives the response of another one. */

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHost } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toNodeHandler } from './index.ts';

const api = defineApi({ notes: { attributes: { owner: attribute(z.string(), { filter: true }) } } });
const owners = ['ada', 'bo'] as const;
const records = owners.map((owner, index) => ({ id: String(index), owner }));

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

type Start = (folder: string, port: number, origin: number) => ChildProcess;

const caches: Readonly<Record<string, readonly [program: string, start: Start]>> = {
  nginx: [
    '/usr/sbin/nginx',
    (folder, port, origin) => {
      const file = join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {}
        http { access_log off; proxy_cache_path ${folder}/cache keys_zone=all:1m;
          client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
          uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
          server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${origin}; proxy_cache all;
            add_header X-Cache $upstream_cache_status; } } }`,
      );
      return spawn('/usr/sbin/nginx', ['-c', file, '-e', `${folder}/log`], { stdio: 'ignore' });
    },
  ],
  Varnish: [
    '/usr/sbin/varnishd',
    (folder, port, origin) =>
      spawn(
        '/usr/sbin/varnishd',
        [
          ...['-F', '-n', join(folder, 'varnish'), '-a', `127.0.0.1:${port}`, '-b', `127.0.0.1:${origin}`],
          ...['-s', 'malloc,16m', '-j', 'none'],
        ],
        { stdio: 'ignore' },
      ),
  ],
};

describe.each(Object.entries(caches))('%s', (name, [program, start]) => {
  const isMissing = !existsSync(program);
  describe.skipIf(isMissing)(isMissing ? `SKIPPED, because ${name} is not installed` : 'users', () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkage-cache-'));
    let requests = 0;
    // The host adds a user by a header that no cache knows, as many applications do.
    const userOf = (headers: Readonly<Record<string, unknown>>): string => String(headers['x-user'] ?? 'nobody');
    const server = createServer<typeof api, string>(api, createMemorySources(api, { notes: records }), {
      context: ({ headers }) => userOf(headers),
      access: { notes: { read: (user) => [{ field: 'owner', values: [user] }] } },
    });
    const open = createServer(api, createMemorySources(api, { notes: records }), {
      cacheControl: () => 'public, max-age=60',
    });
    const listeners = { '/open': toNodeHandler(open), '': toNodeHandler(server) };
    const host = createHost((request, response) => {
      requests++;
      const isOpen = request.url?.startsWith('/open') === true;
      if (isOpen) request.url = request.url?.slice('/open'.length) ?? '/';
      void listeners[isOpen ? '/open' : ''](request, response);
    });
    let child: ChildProcess;
    let origin = '';
    beforeAll(async () => {
      chmodSync(folder, 0o777);
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
      const port = await freePort();
      child = start(folder, port, (host.address() as AddressInfo).port);
      origin = `http://127.0.0.1:${port}`;
      const statusOf = (): Promise<number> =>
        fetch(`${origin}/none`)
          .then(({ status }) => status)
          .catch(() => 0);
      while ((await statusOf()) !== 404) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      host.closeAllConnections();
      host.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test.each(['/notes', '/notes?sort=id', '/notes/0', '/notes/0/relationships/none'])('GET %s', async (url) => {
      const seen = async (user: string) => {
        const response = await fetch(`${origin}${url}`, { headers: { 'x-user': user } });
        return [response.status, await response.text()] as const;
      };
      for (const user of [...owners, ...owners, 'nobody']) {
        const [, text] = await seen(user);
        for (const other of owners) if (other !== user) expect(text).not.toContain(`"${other}"`);
      }
      expect((await seen('ada'))[0]).toBe(url.startsWith('/notes/0/') ? 404 : 200);
    });

    test('with `public`, the cache is in use: it responds without the server', async () => {
      const get = async () => (await fetch(`${origin}/open/notes`)).status;
      expect(await get()).toBe(200);
      const before = requests;
      expect([await get(), await get(), requests - before]).toEqual([200, 200, 0]);
    });
  });
});
