/** Versions that data sources declare, for users who cannot read all fields. */
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import type { AccessRules } from './access-rules.ts';

type Version = DataSource<Blog, 'articles'>['version'];
type Rule = NonNullable<AccessRules<Blog>['articles']>;

/** The entity tag of an article, and the status and errors of the response. */
async function tagOf(version: Version, rule: Rule, records: object = {}) {
  const { articles, ...others } = blogSources();
  const errors: unknown[] = [];
  const find: typeof articles.find = async (...given) =>
    ((await articles.find?.(...given)) ?? []).map((record) => Object.assign(Object.create(null), record, records));
  const source = { ...articles, find, version };
  const server = createServer(
    blog,
    { ...others, articles: source },
    {
      defaultAccess: 'allow',
      access: { articles: rule },
      onError: (error) => errors.push(String(error)),
    },
  );
  const { status, headers } = await send(server, 'GET /articles/1');
  return { status, tag: headers['ETag'], errors };
}

const some: Rule = { fields: () => ['title', 'author'] };
const all: Rule = { fields: () => true };

describe('a version function that fails', () => {
  const failure = () => {
    throw new Error('No version.');
  };
  test.each<[string, Rule]>([
    ['without reading a hidden field', some],
    ['for a user who can read all fields', all],
    ['for a type without `fields`', {}],
  ])('%s: 500, as without rules', async (_, rule) => {
    expect(await tagOf(failure, rule)).toMatchObject({ status: 500, errors: ['Error: No version.'] });
  });

  test('because it read a hidden field: the tag is a hash of the visible fields', async () => {
    const { status, tag, errors } = await tagOf(({ views }) => (views as number).toFixed(0), some);
    expect([status, errors, tag]).toEqual([200, [], (await tagOf(undefined, some)).tag]);
  });
});

describe('the tag is made from the version of the source only if it uses no hidden field', () => {
  test.each<[string, Version, Rule, isDeclared: boolean]>([
    ['the name of a hidden attribute', 'views', some, false],
    ['the name of a visible attribute', 'title', some, true],
    ['the name of an attribute, for a user who can read all', 'views', all, true],
    ['a function of a hidden attribute', ({ views }) => views ?? null, some, false],
    ['a function of a visible attribute', ({ title }) => title ?? null, some, true],
    ['a function, for a user who can read all', ({ views }) => views ?? null, all, true],
    ['a function, for a user who cannot read any field', ({ title }) => title ?? null, { fields: () => [] }, false],
    [
      'a function of the only hidden field',
      ({ views }) => views ?? null,
      { fields: () => ({ except: ['views'] }) },
      false,
    ],
    ['a function of a hidden relationship', ({ reviewer }) => String(reviewer), some, false],
  ])('%s', async (_, version, rule, isDeclared) => {
    for (const record of [{ views: 1 }, { views: 2 }]) {
      const { tag } = await tagOf(version, rule, record);
      // Without a version, the tag is a hash of the visible fields.
      expect(tag === (await tagOf(undefined, rule, record)).tag).toBe(!isDeclared);
    }
  });
});

test('a version function is called as a method of its source', async () => {
  const { articles, ...others } = blogSources();
  const source = Object.create(articles, {
    prefix: { value: 'v' },
    version: {
      value(this: { readonly prefix: string }) {
        return this.prefix;
      },
    },
  });
  for (const rule of [some, all]) {
    const server = createServer(
      blog,
      { ...others, articles: source },
      { defaultAccess: 'allow', access: { articles: rule } },
    );
    const { status, headers } = await send(server, 'GET /articles/1');
    expect([status, headers['ETag']]).toEqual([200, (await tagOf(() => 'v', rule)).tag]);
  }
});

test('if all fields are visible, the version needs no other fields of the record than those of the request', async () => {
  const { articles, ...others } = blogSources();
  const selected: unknown[] = [];
  const find: typeof articles.find = (ids, selection, call) => {
    selected.push([...selection.attributes]);
    return articles.find?.(ids, selection, call) ?? [];
  };
  const source = { ...articles, find, version: () => 1, appliesFilters: undefined };
  for (const rule of [all, some]) {
    const server = createServer(
      blog,
      { ...others, articles: source },
      { defaultAccess: 'allow', access: { articles: rule } },
    );
    await send(server, 'GET /articles/1?fields[articles]=title');
  }
  // With hidden fields, the version may not be used, and the tag is then a hash of all visible fields.
  expect(selected).toEqual([['title'], ['title']]);
});
