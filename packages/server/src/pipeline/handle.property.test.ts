import fc from 'fast-check';
import { test } from 'vitest';
import { casesOf } from '../../../core/test/runs.ts';
import { blogServer, send } from '../../test/support.ts';

const odd = ['', '__proto__', 'constructor', 'toString', '.', '..', '%', '%2F', '%00', '%ff', '\ud800', 'ä', ' ', '*'];
const types = ['articles', 'people', 'comments', 'shelves', 'notes'];
const names = [
  ...types,
  'author',
  'friend',
  'on',
  'items',
  'history',
  'title',
  'name',
  'relationships',
  '1',
  '7',
  '4',
  ...odd,
];
const parameters = [
  'include',
  'sort',
  'page[size]',
  'page[number]',
  'fields[articles]',
  'filter[author]',
  'filter[views][ge]',
];
const values = [
  'author',
  'comments.author',
  'title',
  '-views',
  '1',
  '0',
  'on.comments',
  'articles.author.friend',
  ...odd,
];

const name = fc.constantFrom(...names);
const value = fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 8 }));
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...parameters), name), value), { maxLength: 3 });
const url = fc
  .tuple(fc.constantFrom(...types), fc.array(name, { maxLength: 4 }), query)
  .map(([type, rest, pairs]) => `/${[type, ...rest].join('/')}?${pairs.map((pair) => pair.join('=')).join('&')}`);
const method = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'PUT', 'get', '');
const identifier = fc.record({ type: name, id: name }, { requiredKeys: [] });
const linkage = fc.oneof(identifier, fc.array(identifier, { maxLength: 3 }), fc.constant(null), fc.jsonValue());
const resource = fc.record(
  {
    type: fc.constantFrom(...types, ...odd),
    id: fc.constantFrom('1', '7', '4', ...odd),
    attributes: fc.dictionary(name, fc.jsonValue(), { maxKeys: 3 }),
    relationships: fc.dictionary(name, fc.record({ data: linkage }), { maxKeys: 3 }),
  },
  { requiredKeys: ['type'] },
);
const body = fc.option(
  fc.oneof(
    fc.record({ data: fc.oneof(resource, linkage) }).map((document) => JSON.stringify(document)),
    fc.json(),
    fc.string(),
    fc.uint8Array(),
  ),
  { nil: undefined },
);

test('any request receives a conforming response that is not a 500', async () => {
  const { server } = blogServer();
  await fc.assert(
    fc.asyncProperty(method, url, body, async (verb, target, payload) => {
      const { status } = await send(server, `${verb} ${target}`, payload);
      if (status >= 500) throw new Error(`${verb} ${target} answered ${status}`);
    }),
    { numRuns: casesOf('PROPERTY_RUNS', { long: 3000, short: 1000 }) },
  );
});

const tag = fc.constantFrom('"x"', 'W/"x"', '*', '"0000000000000000-"', 'abc', '"', '""', '"a,b"', ',', ' ');
const headerValue = fc.oneof(
  fc.string({ maxLength: 20, unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
  fc.array(tag, { maxLength: 4 }).map((parts) => parts.join(',')),
  fc.constantFrom('return=minimal', 'return="minimal', 'PATCH', 'DELETE', 'PUT', '\ud800', '__proto__', 'gzip'),
);
const headerName = fc.constantFrom(
  'if-match',
  'If-None-Match',
  'if-modified-since',
  'prefer',
  'x-http-method-override',
  'accept',
  'content-encoding',
  'host',
  '__proto__',
  'constructor',
);
const headers = fc.dictionary(headerName, fc.oneof(headerValue, fc.array(headerValue, { maxLength: 3 })), {
  maxKeys: 4,
});

test('any headers receive a response that is not a 500', async () => {
  const { server } = blogServer({ methodOverride: true, requireIfMatch: ['comments'] });
  const target = fc.constantFrom('/articles/1', '/articles', '/articles/1/relationships/author', '/comments/4');
  await fc.assert(
    fc.asyncProperty(method, target, body, headers, async (verb, path, payload, given) => {
      const { status } = await send(server, `${verb} ${path}`, payload, given);
      if (status >= 500) throw new Error(`${verb} ${path} ${JSON.stringify(given)} answered ${status}`);
    }),
    { numRuns: casesOf('PROPERTY_RUNS', { long: 3000, short: 1000 }) },
  );
});
