import { offsetStrategy } from '@linkage/core/http';
import { test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';

test('rules are for types of the API', () => {
  createServer(blog, blogSources(), {
    pagination: { total: 'never', types: { articles: { strategy: offsetStrategy } } },
  });
  // @ts-expect-error -- no such type
  createServer(blog, blogSources(), { pagination: { types: { films: { pageSize: 3 } } } });
  // @ts-expect-error -- sizes for all types stand in `limits`
  createServer(blog, blogSources(), { pagination: { pageSize: 3 } });
  // @ts-expect-error -- never, on-request or always
  createServer(blog, blogSources(), { pagination: { total: 'yes' } });
});
