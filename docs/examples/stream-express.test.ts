import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { app } from './stream-express.ts';

const listener = app.listen(0, '127.0.0.1');
afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

test('an Express route streams all articles, and rejects what a stream cannot do', async () => {
  if (!listener.listening) await once(listener, 'listening');
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const all = await fetch(`${origin}/articles?fields[articles]=title`);
  expect(all.headers.get('content-type')).toBe('application/vnd.api+json');
  const { data } = (await all.json()) as { readonly data: readonly object[] };
  expect([data.length, data.at(-1)]).toEqual([
    100_000,
    { type: 'articles', id: '100000', attributes: { title: 'Article 100000' } },
  ]);
  for (const query of ['page[size]=2', 'sort=-title', 'filter[title]=x'])
    expect((await fetch(`${origin}/articles?${query}`)).status).toBe(400);
  const head = await fetch(`${origin}/articles`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
