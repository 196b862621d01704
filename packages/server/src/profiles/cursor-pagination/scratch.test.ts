import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { cursorPagination } from './cursor-pagination.ts';
test('x', async () => {
  const server = createServer(blog, blogSources(), { profiles: [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })] , pagination: { types: {comments: {includedSize: 1}}}});
  const a = await send(server, 'GET /articles?page[size]=2&sort=-views');
  console.log(JSON.stringify(a.document, null, 1), a.headers);
  const b = await send(server, `GET ${a.document.links.next.href}`);
  console.log(JSON.stringify(b.document.links, null, 1));
  const c = await send(server, `GET /articles?include=comments&page[size]=1000&page[after]=x`);
  console.log(JSON.stringify(c.document, null, 1));
  const d = await send(server, `GET /articles/1?include=comments`);
  console.log(JSON.stringify(d.document, null, 1));
  expect(1).toBe(1);
});
