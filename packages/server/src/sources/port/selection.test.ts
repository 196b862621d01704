import { expect, test, vi } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';

const changes: Readonly<Record<string, (selection: AnyDocument) => unknown>> = {
  clear: ({ attributes }) => attributes.clear(),
  add: ({ relationships }) => relationships.add('columnOfMine'),
  delete: ({ attributes }) => attributes.delete('title'),
  replace: (selection) => {
    selection.attributes = new Set();
  },
};

test.each(['list', 'find'].flatMap((method) => Object.keys(changes).map((change) => [method, change] as const)))(
  '%s cannot %s the fields of its selection, which other requests have, too',
  async (method, change) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { articles } = blogSources() as AnyDocument;
    const asked: (readonly unknown[])[] = [];
    let spoils = true;
    const spoil =
      (name: string) =>
      (...given: AnyDocument[]) => {
        const selection = name === 'list' ? given[0].selection : given[1];
        asked.push([...selection.attributes, '|', ...selection.relationships]);
        if (spoils) changes[change]?.(selection);
        return articles[name](...given);
      };
    const own = { list: spoil('list'), find: spoil('find') };
    const server = createServer(blog, withRest(blog, { articles: own } as AnyDocument));
    const path = method === 'list' ? 'GET /articles' : 'GET /articles/1';
    expect((await send(server, path)).status).toBe(500);
    spoils = false;
    expect((await send(server, path)).status).toBe(200);
    const { attributes, relationships } = blog.types.get('articles') as AnyDocument;
    for (const selection of asked) expect(selection).toEqual([...attributes.keys(), '|', ...relationships.keys()]);
    expect(asked.length).toBeGreaterThan(1);
  },
);
