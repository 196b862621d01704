import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { send } from '../../packages/server/test/support.ts';
import { blocksOf } from '../../scripts/docs/markdown.ts';
import { log, server } from './forbidden.ts';

const page = readFileSync(new URL('../recipes/forbidden.md', import.meta.url), 'utf8');
const article = (attributes: object, author?: string) => ({
  ...{ type: 'articles', attributes },
  ...(author !== undefined && { relationships: { author: { data: { type: 'people', id: author } } } }),
});
const request = (line: string, user: string | undefined, data?: object) =>
  send(server, line, data && { data }, user === undefined ? {} : { 'x-user': user });

test('the response of the page', async () => {
  const changed = { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '8' } } } };
  const { document } = await request('PATCH /articles/1', '7', changed);
  const shown = blocksOf(page).find(({ language }) => language === 'json')?.code ?? '';
  expect({ errors: document.errors }).toEqual(JSON.parse(shown));
  expect(log.at(-1)).toBe(`PATCH /articles/{id} 403 by 7: ${document.errors[0].meta.rejection}`);
});

test.each([
  ['POST /articles', undefined, article({ title: 'x' })],
  ['POST /articles', '7', article({ title: 'x' })],
  ['DELETE /articles/1', '7', undefined],
  ['PATCH /people/8', '7', { type: 'people', id: '8', attributes: { name: 'x' } }],
  ['POST /articles', '7', article({ title: 'x' }, '8')],
])('the page shows the reason of %s by %s', async (line, user, data) => {
  const { status, document } = await request(line, user, data);
  expect(status).toBe(403);
  // The page has one reason for resources of every id.
  const reason = String(document.errors[0].meta.rejection).replace(/"articles" "\d+"/, '"articles" "3"');
  expect(page.replace(/\s+/g, ' ')).toContain(reason);
});

test('a resource that the user cannot read is 404', async () => {
  const changed = { type: 'articles', id: '2', attributes: { title: 'x' } };
  expect((await request('PATCH /articles/2', '7', changed)).status).toBe(404);
});
