import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const article: AnyDocument = { data: { type: 'articles', attributes: { title: 'New' } } };

describe('the response to a create request', () => {
  test('without find, the response contains the record that create returns', async () => {
    const server = createServer(
      blog,
      withRest(blog, { notes: { create: (input) => ({ id: 5, ...input.attributes }) } }),
    );
    const { status, document } = await send(server, 'POST /notes', {
      data: { type: 'notes', attributes: { text: 'x' } },
    });
    expect([status, document.data.id, document.data.attributes]).toEqual([201, '5', { text: 'x' }]);
  });

  test('the resource is created even if find does not return it yet', async () => {
    const articles = blogSources().articles as Required<DataSource<Blog, 'articles'>>;
    const server = createServer(blog, withRest(blog, { articles: { create: articles.create, find: () => [] } }));
    expect((await send(server, 'POST /articles', article)).status).toBe(201);
  });

  test('only `return=minimal` needs the whole resource, which is compared with the request', async () => {
    const articles = blogSources().articles as Required<DataSource<Blog, 'articles'>>;
    const selected: (readonly string[])[] = [];
    const find: typeof articles.find = (ids, selection, call) => {
      selected.push([...selection.attributes]);
      return articles.find(ids, selection, call);
    };
    const server = createServer(
      blog,
      withRest(blog, {
        articles: { ...articles, find, version: 'views', returnsWritten: undefined },
      }),
    );
    const url = 'POST /articles?fields[articles]=title';
    await send(server, url, article);
    expect(selected.pop()).toEqual(['title', 'views']);
    await send(server, url, article, { Prefer: 'return=minimal' });
    expect(selected.pop()).toEqual(['title', 'views', 'subtitle', 'publishedAt']);
  });
});
