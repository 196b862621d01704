import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, handle, removeAbandoned } from './files.ts';

const type = 'application/vnd.api+json';
const origin = 'https://example.com';
const send = (method: string, url: string, body?: RequestInit['body'], headers: Record<string, string> = {}) =>
  handle(
    new Request(origin + url, {
      method,
      headers,
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit),
  );
const storedNames = (): Promise<readonly string[]> => readdir(folder);
const ann = { 'x-user': 'ann' };

async function create(name = 'A "plan".pdf'): Promise<{ readonly id: string; readonly url: string }> {
  const body = JSON.stringify({ data: { type: 'files', attributes: { name, mediaType: 'application/pdf' } } });
  const response = await send('POST', '/files', body, { ...ann, 'content-type': type });
  const { data } = (await response.json()) as { data: { id: string; meta: { content: string } } };
  return { id: data.id, url: data.meta.content };
}

async function read(id: string, headers: Record<string, string> = ann) {
  const response = await send('GET', `/files/${id}`, undefined, headers);
  const { data } = (await response.json()) as { data?: { attributes: object; meta: { content: string } } };
  return { status: response.status, attributes: data?.attributes, url: data?.meta.content ?? '' };
}

test('a file is uploaded once, described, downloaded, and deleted', async () => {
  const { id, url } = await create();
  expect((await send('PUT', url, 'content')).status).toBe(204);
  expect((await send('PUT', url, 'other')).status).toBe(409);
  const { attributes, url: link } = await read(id);
  expect(attributes).toMatchObject({ size: 7, sha256: expect.stringMatching(/^[\da-f]{64}$/) });
  const downloaded = await send('GET', link);
  expect([await downloaded.text(), downloaded.headers.get('content-disposition')]).toEqual([
    'content',
    "attachment; filename*=UTF-8''A%20%22plan%22.pdf",
  ]);
  expect((await send('DELETE', `/files/${id}`, undefined, ann)).status).toBe(204);
  await expect.poll(storedNames).toEqual([]);
});

test('other users find neither the resource nor a link', async () => {
  const { id } = await create();
  expect(await read(id, { 'x-user': 'eve' })).toMatchObject({ status: 404, url: '' });
});

test.each([
  ['of another method', (url: string) => ['GET', url]],
  ['of another file', (url: string) => ['PUT', url.replace(/files\/./, 'files/x')]],
  ['with a later time', (url: string) => ['PUT', url.replace(/expires=\d+/, 'expires=99999999999999')]],
  ['without a signature', (url: string) => ['PUT', url.replace(/signature=.*/, '')]],
  ['that leads out of the folder', (url: string) => ['PUT', url.replace(/files\/[^/]+/, 'files/..%2F..%2Fx')]],
])('a link %s is rejected', async (_, changed) => {
  const [method = '', url = ''] = changed((await create()).url);
  expect((await send(method, url, method === 'PUT' ? 'x' : undefined)).status).toBe(403);
  expect(await storedNames()).toEqual([]);
});

test('a file that is too large leaves nothing, also without Content-Length', async () => {
  const { id, url } = await create();
  const chunk = new Uint8Array(1_000_000);
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  expect((await send('PUT', url, body)).status).toBe(413);
  expect([await storedNames(), (await read(id)).attributes]).toEqual([[], expect.objectContaining({ size: null })]);
});

test('of two uploads at the same time, one is stored', async () => {
  const { id, url } = await create();
  const statuses = await Promise.all(['one', 'two!'].map(async (text) => (await send('PUT', url, text)).status));
  expect(statuses.toSorted()).toEqual([204, 409]);
  const { attributes, url: link } = await read(id);
  expect((await (await send('GET', link)).text()).length).toBe((attributes as { size: number }).size);
});

test('an upload that ends in the middle stores no content, and cleaning keeps only what resources describe', async () => {
  const { url } = await create();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: () => Promise.reject(new Error('gone')),
  });
  await expect(send('PUT', url, body)).rejects.toThrow('gone');
  const before = await storedNames();
  const abandoned = ['00000000-0000-0000-0000-000000000000', `${before[0]}.part`];
  for (const name of abandoned) await writeFile(join(folder, name), 'x');
  expect(await removeAbandoned()).toEqual([]);
  expect((await removeAbandoned(-1)).toSorted()).toEqual(abandoned.toSorted());
  expect([before.length, await storedNames()]).toEqual([1, before]);
});
