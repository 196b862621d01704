import { test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { createServer } from '../../door/create-server.ts';
import { offsetStrategy } from './offset.ts';

test('rules are for types of the API', () => {
  createServer(blog, {}, { pagination: { total: 'never', types: { articles: { strategy: offsetStrategy } } } });
  // @ts-expect-error -- no such type
  createServer(blog, {}, { pagination: { types: { films: { pageSize: 3 } } } });
  // @ts-expect-error -- sizes for all types stand in `limits`
  createServer(blog, {}, { pagination: { pageSize: 3 } });
  // @ts-expect-error -- never, on-request or always
  createServer(blog, {}, { pagination: { total: 'yes' } });
});
