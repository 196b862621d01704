import { MutationObserver, onlineManager, QueryClient } from '@tanstack/query-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rename, renameWithUndo, renderState, resume, saveForm, stored } from './client-editing.ts';
import { client } from './client-typed.ts';

let id: string;
const read = () => client.get('articles', id);

beforeAll(async () => {
  ({ id } = (await client.create('articles', { attributes: { title: 'New' } }, { idempotencyKey: true })).data);
});
// Other tests have the same articles.
afterAll(() => client.delete('articles', id));

test('a form saves twice, and learns of a conflict', async () => {
  const queryClient = new QueryClient();
  const { etag = '' } = await read();
  const next = await saveForm(queryClient, id, 'First', etag);
  expect(await saveForm(queryClient, id, 'Second', next ?? '')).toBeDefined();
  expect(await saveForm(queryClient, id, 'Late', etag)).toBeUndefined();
  expect((await read()).data.title).toBe('Second');
});

test('a change is taken back', async () => {
  const undo = await renameWithUndo(new QueryClient(), id, 'Changed');
  expect((await read()).data.title).toBe('Changed');
  await undo();
  expect((await read()).data.title).toBe('Second');
});

test('a paused mutation is stored and resumed, and a page is rendered', async () => {
  const before = new QueryClient();
  onlineManager.setOnline(false);
  void new MutationObserver(before, rename).mutate({ id, attributes: { title: 'Offline' } });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const state = JSON.parse(JSON.stringify(stored(before)));
  onlineManager.setOnline(true);
  await resume(new QueryClient(), state);
  expect((await read()).data.title).toBe('Offline');
  expect(await renderState()).toContain('Offline');
});
