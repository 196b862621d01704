import { setTimeout } from 'node:timers/promises';
import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import { resolveSides } from '../sources/links/sides.ts';
import { readSource } from '../sources/port/check-source.ts';
import { type AccessControl, accessControl } from './access-control.ts';
import type { AccessRules } from './access-rules.ts';
import { createRequestAccess } from './create-request-access.ts';

function accessOf(access: AccessRules<Blog>) {
  const entries = Object.entries(blogSources());
  const sources = new Map(entries.map(([type, source]) => [type, readSource(type, source)]));
  const sourceOf = (type: string) => (type === 'notes' ? undefined : sources.get(type));
  const control = accessControl(blog, access as never, 'allow', sourceOf) as AccessControl;
  const sides = resolveSides(blog, () => undefined);
  const server = { api: blog, limits: { includedLinkage: 100 }, sides, gatewayOf: sourceOf };
  return { sourceOf, control, create: () => createRequestAccess(server, control, 1) };
}

test('users with the same readable fields share one API, in whatever order their rules return', async () => {
  let isSlow = false;
  const later = async (name: 'title' | 'name', waits: boolean) => {
    if (waits) await setTimeout(5);
    return [name] as never;
  };
  const { control, create } = accessOf({
    articles: { fields: () => later('title', isSlow) },
    people: { fields: () => later('name', !isSlow) },
    comments: { fields: () => later('body' as 'title', isSlow) },
  });
  const apis = [];
  for (isSlow of [true, false]) apis.push((await create()).visibleApi);
  expect([apis[0] === apis[1], control.views.size]).toEqual([true, 1]);
});

test('a source is guarded once for all requests, and a type without a source does not have one', async () => {
  const { create, ...server } = accessOf({ articles: { read: () => true } });
  const { sourceOf } = await create();
  expect(sourceOf('articles')).toBe((await create()).sourceOf('articles'));
  expect(sourceOf('articles')).not.toBe(server.sourceOf('articles'));
  expect(sourceOf('notes')).toBeUndefined();
});

describe('if a `fields` rule fails', () => {
  const down = () => {
    throw new Error('down');
  };
  async function ask(line: string, articles: AccessRules<Blog>['articles'], body?: unknown, access = {}) {
    const errors: string[] = [];
    const server = createServer(blog, blogSources(), {
      defaultAccess: 'allow',
      access: { ...access, articles } as AccessRules<Blog>,
      onError: (error) => errors.push(String(error)),
    });
    return [(await send(server, line, body)).status, ...errors];
  }

  test.each<[string, string, unknown[]]>([
    ['its type is not read', 'GET /articles', [500, 'Error: down']],
    [
      'requests that look invalid are not mistakes of the client',
      'GET /people?include=articles.author',
      [500, 'Error: down'],
    ],
    ['nor are those that could be', 'GET /people?sort=nope', [500, 'Error: down']],
    ['other types are read', 'GET /comments?fields[comments]=body', [200]],
  ])('%s: %s', async (_, line, expected) => {
    expect(await ask(line, { fields: down })).toEqual(expected);
  });

  test('without a failure, a mistake of the client is 400', async () => {
    expect(await ask('GET /people?sort=nope', { fields: () => ['title'] })).toEqual([400]);
    expect(await ask('GET /people?sort=nope', { read: () => true })).toEqual([400]);
  });

  test('another error of the server is reported itself', async () => {
    const other = () => {
      throw new Error('other');
    };
    expect(
      await ask('GET /people?fields[people]=name', { fields: down }, undefined, { people: { read: other } }),
    ).toEqual([500, 'Error: other']);
    const foreign = () => {
      throw Object.assign(new Error('of a library'), { status: 404 });
    };
    expect(
      await ask('GET /people?fields[people]=name', { fields: down }, undefined, { people: { read: foreign } }),
    ).toEqual([500, 'Error: of a library']);
    const unavailable = () => {
      throw new JsonApiError({ ...errorObject('NOT_FOUND', 'Try later.'), status: '500' });
    };
    const [status, ...errors] = await ask('GET /people?fields[people]=name', { fields: down }, undefined, {
      people: { read: unavailable },
    });
    expect([status, errors.join()]).toEqual([500, expect.not.stringContaining('down')]);
  });
});
