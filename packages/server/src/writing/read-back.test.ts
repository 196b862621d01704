import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../source/data-source.ts';

const article: AnyDocument = { data: { type: 'articles', attributes: { title: 'New' } } };

describe('the answer to a create request', () => {
  test('a source without find: the record that create gives is shown', async () => {
    const server = createServer(blog, { notes: { create: (input) => ({ id: 5, ...input.attributes }) } });
    const { status, document } = await send(server, 'POST /notes', {
      data: { type: 'notes', attributes: { text: 'x' } },
    });
    expect([status, document.data.id, document.data.attributes]).toEqual([201, '5', { text: 'x' }]);
  });

  test('a source whose find does not see the new resource yet: it is created all the same', async () => {
    const articles = blogSources().articles as Required<DataSource<Blog, 'articles'>>;
    const server = createServer(blog, { articles: { create: articles.create, find: () => [] } });
    expect((await send(server, 'POST /articles', article)).status).toBe(201);
  });
});
