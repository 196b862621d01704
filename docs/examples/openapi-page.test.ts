import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { app } from './openapi-page.ts';

test('the page, its files, and the document come from the host', async () => {
  const host = app.listen(0);
  try {
    const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const page = await (await fetch(`${base}/docs`)).text();
    const files = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file as string);
    expect(files).toHaveLength(3);
    for (const file of files) expect([file, (await fetch(base + file)).status]).toEqual([file, 200]);
    expect(await (await fetch(`${base}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.1' });
  } finally {
    host.close();
  }
});
