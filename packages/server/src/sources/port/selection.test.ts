import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';

test.each(['list', 'find'])('what %s does to its selection is gone with the request', async (method) => {
  const { articles } = blogSources() as AnyDocument;
  const asked: (readonly unknown[])[] = [];
  const spoil =
    (name: string) =>
    (...given: AnyDocument[]) => {
      const selection = name === 'list' ? given[0].selection : given[1];
      asked.push([...selection.attributes, '|', ...selection.relationships]);
      selection.attributes.clear();
      selection.relationships.add('columnOfMine');
      return articles[name](...given);
    };
  const server = createServer(
    blog,
    withRest(blog, { articles: { list: spoil('list'), find: spoil('find') } } as AnyDocument),
  );
  const path = method === 'list' ? 'GET /articles' : 'GET /articles/1';
  expect([(await send(server, path)).status, (await send(server, path)).status]).toEqual([200, 200]);
  const { attributes, relationships } = blog.types.get('articles') as AnyDocument;
  for (const selection of asked) expect(selection).toEqual([...attributes.keys(), '|', ...relationships.keys()]);
  expect(asked.length).toBeGreaterThan(1);
});
