/** Names that every object, promise, or JSON text has a use for, in every position of a request that contains a name. */
import { describe, expect, test } from 'vitest';
import { findLeak } from '../../../core/test/leak-markers.ts';
import { atomicOperations, createMemorySources, createServer, cursorPagination } from '../../src/index.ts';
import { atomicType } from '../atomic-request.ts';
import { blog, blogSources } from '../blog.ts';
import { declare, records } from './declared.ts';

const names =
  '__proto__ constructor prototype then toJSON hasOwnProperty toString valueOf __defineGetter__ isPrototypeOf'.split(
    ' ',
  );
const media = 'application/vnd.api+json';

interface Hostile {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Documents are strings: an object literal with `__proto__` would not have that member. */
function requestsWith(name: string): readonly Hostile[] {
  const post = (data: string, url = '/articles', method = 'POST'): Hostile => ({
    method,
    url,
    body: `{"data":${data}}`,
  });
  const get = (url: string): Hostile => ({ method: 'GET', url });
  const operation = (text: string): Hostile => ({
    method: 'POST',
    url: '/operations',
    body: `{"atomic:operations":[${text}]}`,
    headers: { 'content-type': atomicType, accept: atomicType },
  });
  const article = '"type":"articles","attributes":{"title":"T"}';
  return [
    ...[`/${name}`, `/${name}/1`, `/articles/${name}`, `/articles/1/${name}`].map(get),
    ...[`/articles/1/relationships/${name}`, `/articles?${name}=1`, `/articles?${name}[x]=1`].map(get),
    ...[`include=${name}`, `include=author.${name}`, `sort=${name}`, `sort=author.${name}`, `fields[${name}]=x`].map(
      (it) => get(`/articles?${it}`),
    ),
    ...[`fields[articles]=${name}`, `filter[${name}]=1`, `filter[author.${name}]=1`, `filter[title][${name}]=1`].map(
      (it) => get(`/articles?${it}`),
    ),
    ...[`page[${name}]=1`, `filter=eq(${name},'1')`, `page[after]=${name}`].map((it) => get(`/articles?${it}`)),
    post(`{"type":"${name}","attributes":{}}`),
    post(`{"type":"people","id":"${name}","attributes":{"name":"N"}}`, '/people'),
    post(`{"type":"articles","attributes":{"title":"T","${name}":1}}`),
    post(`{"type":"articles","attributes":{"title":{"${name}":1}}}`),
    post(`{${article},"relationships":{"${name}":{"data":null}}}`),
    post(`{${article},"relationships":{"author":{"data":{"type":"${name}","id":"1"}}}}`),
    post(`{${article},"relationships":{"author":{"data":{"type":"people","id":"${name}"}}}}`),
    post(`{${article},"relationships":{"author":{"data":null,"meta":{"${name}":1},"links":{"${name}":"/x"}}}}`),
    post(`{${article},"meta":{"${name}":{"x":1}},"links":{"${name}":"/x"},"${name}":1,"e:${name}":1,"@${name}":1}`),
    post(`{${article},"lid":"${name}"}`),
    {
      method: 'POST',
      url: '/articles',
      body: `{"data":{${article}},"meta":{"${name}":1},"${name}":{},"jsonapi":{"${name}":1}}`,
    },
    { method: 'GET', url: '/articles', headers: { [name.toLowerCase()]: '1' } },
    { method: 'GET', url: '/articles', headers: { accept: `${media}; ${name}=1`, 'if-none-match': name } },
    { method: 'GET', url: '/articles', headers: { accept: `${media}; profile="${name}"`, prefer: `${name}=1` } },
    operation(`{"op":"${name}"}`),
    operation(`{"op":"add","data":{${article},"lid":"${name}"},"${name}":1}`),
    operation(`{"op":"update","ref":{"type":"${name}","lid":"${name}"},"data":{"type":"${name}","lid":"${name}"}}`),
    operation(`{"op":"remove","ref":{"type":"articles","id":"1","relationship":"${name}"},"data":[]}`),
    operation(`{"op":"remove","href":"/${name}/1","meta":{"${name}":1}}`),
  ];
}

const servers = {
  blog: () => createServer(blog, blogSources(), { extensions: [atomicOperations()] }),
  'an API with such names': () => {
    const api = declare();
    const profiles = [cursorPagination({ key: 'k'.repeat(32), applied: 'always' })];
    return createServer(api, createMemorySources(api, records() as never), {
      extensions: [atomicOperations()],
      profiles,
    });
  },
};

describe.each(Object.keys(servers) as (keyof typeof servers)[])('%s', (which) => {
  test.each(names)('%s in every position: no failure, no trace in a prototype, no leak', async (name) => {
    const before = Reflect.ownKeys(Object.prototype).length;
    for (const { method, url, body, headers } of requestsWith(name)) {
      const failures: unknown[] = [];
      const request = { method, url, headers: { 'content-type': media, ...headers } };
      const given = { ...request, logFailure: (error: unknown) => failures.push(error) };
      const { status, body: text = '' } = await servers[which]().handle(
        body === undefined ? given : { ...given, body },
      );
      expect([method, url, body, failures]).toEqual([method, url, body, []]);
      expect(status).toBeLessThan(500);
      expect(findLeak(text)).toBeUndefined();
      expect(() => text === '' || JSON.parse(text)).not.toThrow();
    }
    expect(Reflect.ownKeys(Object.prototype).length).toBe(before);
  });
});
