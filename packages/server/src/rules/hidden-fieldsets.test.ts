import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';

function serverWith(hiddenFields: ServerOptions['hiddenFields']) {
  const readable = { read: () => true };
  const access: ServerOptions<unknown, Blog>['access'] = {
    articles: { ...readable, fields: () => ({ except: ['views', 'reviewer'] }) },
    people: readable,
  };
  return createServer(blog, blogSources(), { access, hiddenFields });
}
const url = '/articles/1?fields[articles]=views,title,reviewer';

describe('hiddenFields', () => {
  test('by default, a hidden field in a fieldset is rejected like an undeclared one', async () => {
    for (const hiddenFields of [undefined, 'reject'] as const)
      expect((await send(serverWith(hiddenFields), `GET ${url}`)).problems).toEqual([
        'FIELD_UNKNOWN fields[articles]',
        'FIELD_UNKNOWN fields[articles]',
      ]);
  });

  test('`omit` leaves it out of the fieldset, and the links stay those of the request', async () => {
    const { document } = await send(serverWith('omit'), `GET ${url}`);
    expect(document.data.attributes).toEqual({ title: 'Bikes' });
    expect(document.data.relationships).toBeUndefined();
    expect(decodeURIComponent(document.links.self)).toBe(url);
  });

  test('a fieldset of hidden fields alone shows no fields', async () => {
    const { document } = await send(serverWith('omit'), 'GET /articles?fields[articles]=views');
    expect(Object.keys(document.data[0]).sort()).toEqual(['id', 'links', 'type']);
  });

  test.each([
    ['an undeclared field', '/articles?fields[articles]=title,unknown', 'FIELD_UNKNOWN fields[articles]'],
    ['a path', '/articles?include=reviewer', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['an order', '/articles?sort=views', 'SORT_NOT_SUPPORTED sort'],
    ['a filter', '/articles?filter[views]=1', 'FILTER_NOT_SUPPORTED filter[views]'],
  ])('%s is still rejected', async (_, rejected, problem) => {
    expect((await send(serverWith('omit'), `GET ${rejected}`)).problems).toEqual([problem]);
  });

  test('another value is an error', () => {
    expect(() => serverWith('hide' as never)).toThrow('hiddenFields');
  });
});
