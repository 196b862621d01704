/** The meta object of a resource identifier, which only its relationship contains. */
import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';

const since = { since: 2020 };
const article = {
  ...{ id: '1', title: 'Bikes', views: 30 },
  author: { type: 'people', id: '7', meta: since },
  reviewer: { type: 'people', id: '8' },
  comments: [
    { type: 'comments', id: '4', meta: since },
    { type: 'comments', id: '5' },
  ],
};
const { people, comments } = blogSources();
const articles = { find: (ids: readonly string[]) => (ids.includes('1') ? [article] : []) };
const server = createServer(blog, withRest(blog, { articles, people, comments } as never));

test.each([
  ['author', { type: 'people', id: '7', meta: since }],
  ['reviewer', { type: 'people', id: '8' }],
  ['comments', article.comments],
])('the linkage of %s contains it, with and without included resources', async (name, data) => {
  const url = `/articles/1/relationships/${name}`;
  for (const query of ['', `?include=${name}`]) {
    const { status, document } = await send(server, `GET ${url}${query}`);
    expect([status, document.data]).toEqual([200, data]);
  }
});
