import { expect, test } from 'vitest';
import { blogServer, send } from '../../test/support.ts';

test.each([
  ['GET /people', { page: { total: 3 } }, {}],
  ['GET /people', { 'total-count': 3 }, { totalName: 'total-count' }],
  ['GET /people', { stats: { total: 3 } }, { totalName: 'stats.total' }],
  ['GET /people/7/relationships/articles', { count: 2 }, { totalName: 'count' }],
])('%s: the meta is %j with the page rules %j', async (line, meta, rules) => {
  const { server } = blogServer({ pagination: { total: 'always', ...rules } });
  expect((await send(server, line)).document.meta).toEqual(meta);
});
