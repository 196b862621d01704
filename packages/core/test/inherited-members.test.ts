/** The library does not read properties that a program has added to `Object.prototype` as input. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readReference } from '../src/documents/record/reference.ts';
import {
  attribute,
  defineApi,
  defineExtension,
  defineProfile,
  deserialize,
  formatQuery,
  negotiate,
  parseQuery,
  serialize,
  toOne,
  validateDocument,
} from '../src/index.ts';
import { isUsageError } from '../src/internal/command-line.ts';
import { queryText } from '../src/query/query-text.ts';
import { withIncluded } from '../src/schema/requested-fields.ts';
import { blog } from './blog.ts';

const api = () =>
  defineApi({
    articles: {
      attributes: {
        title: attribute(z.string(), { filter: true, sort: true }),
        words: attribute(z.int(), { filter: true }),
      },
    },
  });
const silent = { uri: 'https://example.com/silent', namespace: 'silent' };

/** Runs a function while every object inherits a property, which `for … in` does not find. */
function withInherited(name: string, value: unknown, run: () => unknown): unknown {
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

/** Returns what a function returns, or the message of the error that it throws. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}

const media = 'application/vnd.api+json';
let requests = 0;
const local = { type: 'people', lid: 'a', attributes: { name: 'Ann' } };
const article = { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', lid: 'a' } } } };

const declared = (notes: object) => {
  const { types } = defineApi({ notes } as never);
  return (types as ReadonlyMap<string, unknown>).get('notes');
};
const withLinks = (links: object) => serialize(blog, 'people', null, { links: links as never });
/** A schema whose issues do not have a path. */
const pathless = () =>
  defineApi({
    notes: {
      attributes: {
        text: { '~standard': { version: 1, vendor: 'x', validate: () => ({ issues: [{ message: 'No' }] }) } } as never,
      },
    },
  });

test('the name of a type can be the name of a member that every object inherits', () => {
  const api = defineApi({
    constructor: { attributes: { text: z.string() }, relationships: { author: toOne('people', { onDemand: true }) } },
    people: { attributes: { name: z.string() } },
  });
  expect(withIncluded(api, {}, ['author'])).toEqual({ constructor: ['text', 'author'] });
});

test.each<[title: string, name: string, value: unknown, run: () => unknown]>([
  ['a member of a document', 'errors', [], () => validateDocument({ data: null })],
  ['the id of a resource with a local id', 'id', '7', () => deserialize({ data: article, included: [local] }).data],
  [
    'the type of a resource',
    'type',
    'people',
    () => deserialize({ data: [{ id: '1' }, { id: '1', attributes: { a: 1 } }] }).data,
  ],
  [
    'the operator of a condition',
    'operator',
    'gt',
    () => formatQuery(api(), 'articles', { filter: [{ field: 'title', values: ['A'] }] }),
  ],
  [
    'the operator of a condition without an API',
    'operator',
    'gt',
    () => queryText({ filter: [{ field: 'title', values: ['A'] }] }),
  ],
  [
    'the operator of a condition in a group',
    'operator',
    'gt',
    () => queryText({ filter: [{ not: { field: 'title', values: ['A'] } }] }),
  ],
  ['the direction of a sort field', 'descending', true, () => queryText({ sort: [{ field: 'title' }] })],
  [
    'the operator of a condition of a filter language',
    'operator',
    'gt',
    () =>
      parseQuery(api(), 'articles', 'filter[a]=A', {
        filterLanguage: (_, reader) => {
          const condition = reader.condition({ field: 'title', items: ['A'], parameter: 'filter[a]' });
          return condition === undefined ? [] : [condition];
        },
      }).filter,
  ],
  [
    'the issues of a schema',
    'issues',
    [],
    () => outcomeOf(() => parseQuery(api(), 'articles', 'filter[words][contains]=7')),
  ],
  [
    'the parameters of an extension',
    'parameters',
    ['id'],
    () => outcomeOf(() => parseQuery(api(), 'articles', 'silent:id=1', { extensions: [silent] })),
  ],
  [
    'the namespace of an extension',
    'namespace',
    'silent',
    () =>
      outcomeOf(() =>
        parseQuery(api(), 'articles', 'silent:id=1', {
          extensions: [{ uri: silent.uri, parameters: ['id'] }] as never,
        }),
      ),
  ],
  [
    'the id of a member of a relationship',
    'id',
    '7',
    () => outcomeOf(() => readReference(api(), ['articles'], { type: 'articles' }, 'Here' as never)),
  ],
  [
    'the id of a promise',
    'id',
    '7',
    () => outcomeOf(() => readReference(api(), ['articles'], Promise.resolve(1), 'Here' as never)),
  ],
  [
    'the type of a record of any of two types',
    'type',
    'articles',
    () => outcomeOf(() => readReference(api(), ['articles', 'people'], { id: '1' }, 'Here' as never)),
  ],
  ['the code of an error', 'code', 'ERR_PARSE_ARGS_X', () => isUsageError(new Error('x'))],
  ['the code of an error, a number', 'code', 1, () => isUsageError(new Error('x'))],
  ['the mark of an error', 'isUsage', true, () => isUsageError(new Error('x'))],
  [
    'the links of a resource that the application adds members to',
    'links',
    () => ({ self: '/x' }),
    () => serialize(blog, 'people', { id: '1', name: 'Ann' }, { resources: { people: { meta: () => ({ a: 1 }) } } }),
  ],
  [
    'the meta of a relationship that the application adds members to',
    'meta',
    () => ({ b: 1 }),
    () =>
      serialize(
        blog,
        'people',
        { id: '1', name: 'Ann', friend: '2' },
        {
          resources: { people: { relationships: { friend: { links: () => ({ self: '/x' }) } } } },
        },
      ),
  ],
  [
    'the additional members of a resource',
    'additional',
    () => ({ '@a': 1 }),
    () => serialize(blog, 'people', { id: '1', name: 'Ann' }, { resources: { people: {} } }),
  ],
  [
    'the relationships of a resource that the application adds members to',
    'relationships',
    { friend: { meta: () => ({ b: 1 }) } },
    () => serialize(blog, 'people', { id: '1', name: 'Ann', friend: '2' }, { resources: { people: {} } }),
  ],
  [
    'the meta of identifiers',
    'identifierMeta',
    () => ({ b: 1 }),
    () => serialize(blog, 'people', { id: '1', name: 'Ann', friend: '2' }, { resources: { people: {} } }),
  ],
  [
    'the attributes of a type that declares none',
    'attributes',
    { friend: 1 },
    () => declared({ relationships: { friend: toOne('notes') } }),
  ],
  [
    'the relationships of a type that declares none',
    'relationships',
    { text: toOne('notes', { inverse: 'none' }) },
    () => declared({ attributes: { text: z.string() } }),
  ],
  [
    'the relationships in a path of the default sort order',
    'relationships',
    { text: toOne('notes') },
    () => outcomeOf(() => declared({ attributes: { text: z.string() }, defaultSort: ['text.id'] })),
  ],
  [
    'the attributes that a profile defines',
    'attributes',
    { '': null },
    () => outcomeOf(() => defineProfile({ uri: silent.uri, members: { meta: { a: null } } })),
  ],
  [
    'the namespace of two extensions',
    'namespace',
    'x',
    () => {
      requests++;
      const extensions = [{ uri: `https://example.com/c${requests}` }, { uri: `https://example.com/d${requests}` }];
      return outcomeOf(() => negotiate({ accept: media }, { extensions: extensions as never }));
    },
  ],
  ['the URL of a link object', 'href', '/x', () => outcomeOf(() => withLinks({ self: { title: 'A' } }))],
  ['the URL of an at-member of links', 'href', '/x', () => withLinks({ '@a': { title: 'A' } })],
  ['the description of a link object', 'describedby', 7, () => withLinks({ self: { href: '/x' } })],
  [
    'the visitors of a rule',
    'missingMember',
    {
      document: (name: string, node: never, context: { report: (...it: unknown[]) => void }) =>
        context.report(name, node),
    },
    () => validateDocument({}, { profiles: [defineProfile({ uri: `https://example.com/e${++requests}` })] }).issues,
  ],
  [
    'the path of an issue of a schema',
    'path',
    ['a'],
    () =>
      validateDocument({ data: { type: 'notes', id: '1', attributes: { text: { a: 1 } } } }, { api: pathless() })
        .issues,
  ],
  ['the namespace of a definition', 'namespace', 'x', () => ({ ...defineExtension({ uri: silent.uri }) })],
])('%s: `%s`', (_, name, value, run) => {
  const expected = run();
  expect(withInherited(name, value, run)).toEqual(expected);
});
