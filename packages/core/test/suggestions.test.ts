/** The suggestions in the errors of the parsers and in the issues of the validator. */
import { describe, expect, test } from 'vitest';
import { atomicExtension, parseOperations } from '../src/atomic.ts';
import {
  JsonApiError,
  parseCreate,
  parseCreateAsync,
  parseQuery,
  parseUpdate,
  parseUpdateAsync,
  type ValidateOptions,
  validateDocument,
} from '../src/index.ts';
import { blog } from './blog.ts';

const MAX_SUGGESTIONS = 20;
const limits = { errors: 1000 };

async function detailsOf(parse: () => unknown): Promise<readonly (string | undefined)[]> {
  try {
    await parse();
  } catch (error) {
    if (JsonApiError.is(error)) return error.errors.map(({ detail }) => detail);
    throw error;
  }
  return [];
}

function messagesOf(document: unknown, options: ValidateOptions = {}): readonly string[] {
  return (validateDocument(document, options).issues ?? []).map(({ message }) => message);
}

function suggestionsIn(strings: readonly (string | undefined)[]): number {
  return strings.filter((text) => text?.includes('Did you mean')).length;
}

const attributes = { title: 'A' };

describe('an identifier in the position of a relationship object', () => {
  const hint = 'Did you mean `{ "data": { "type": …, "id": … } }`?';
  const bare = { author: { type: 'people', id: '9' } };
  const local = { author: { type: 'people', lid: 'x' } };
  const correct = { author: { data: bare.author } };

  type Parse = (relationships: object) => unknown;
  const parsers: readonly (readonly [name: string, parse: Parse])[] = [
    [
      'parseCreate',
      (relationships) => parseCreate(blog, 'articles', { data: { type: 'articles', attributes, relationships } }),
    ],
    [
      'parseCreateAsync',
      (relationships) => parseCreateAsync(blog, 'articles', { data: { type: 'articles', attributes, relationships } }),
    ],
    [
      'parseUpdate',
      (relationships) => parseUpdate(blog, 'articles', { data: { type: 'articles', id: '1', relationships } }),
    ],
    [
      'parseUpdateAsync',
      (relationships) => parseUpdateAsync(blog, 'articles', { data: { type: 'articles', id: '1', relationships } }),
    ],
    [
      'parseOperations, for a resource to add',
      (relationships) =>
        parseOperations(blog, {
          'atomic:operations': [{ op: 'add', data: { type: 'articles', attributes, relationships } }],
        }),
    ],
    [
      'parseOperations, for a resource to update',
      (relationships) =>
        parseOperations(blog, {
          'atomic:operations': [{ op: 'update', data: { type: 'articles', id: '1', relationships } }],
        }),
    ],
  ];

  test.each(parsers)('%s suggests `data`', async (_, parse) => {
    for (const relationships of [bare, local]) {
      const details = await detailsOf(() => parse(relationships));
      expect(details).toEqual([`The relationship \`author\` must be an object with a \`data\` member. ${hint}`]);
    }
    expect(suggestionsIn(await detailsOf(() => parse({ author: { type: 'people' } })))).toBe(0);
    expect(await detailsOf(() => parse(correct))).toEqual([]);
  });

  const documents: readonly (readonly [title: string, options: ValidateOptions, (relationships: object) => object])[] =
    [
      ['any document', {}, (relationships) => ({ data: { type: 'articles', id: '1', relationships } })],
      ['a response', { as: 'response' }, (relationships) => ({ data: { type: 'articles', id: '1', relationships } })],
      [
        'an included resource',
        {},
        (relationships) => ({
          data: { type: 'x', id: '1', relationships: { y: { data: { type: 'articles', id: '1' } } } },
          included: [{ type: 'articles', id: '1', relationships }],
        }),
      ],
      ['a create request', { as: 'create' }, (relationships) => ({ data: { type: 'articles', relationships } })],
      [
        'an update request',
        { as: 'update' },
        (relationships) => ({ data: { type: 'articles', id: '1', relationships } }),
      ],
      [
        'operations',
        { extensions: [atomicExtension] },
        (relationships) => ({ 'atomic:operations': [{ op: 'add', data: { type: 'articles', relationships } }] }),
      ],
      [
        'results',
        { extensions: [atomicExtension] },
        (relationships) => ({ 'atomic:results': [{ data: { type: 'articles', id: '1', relationships } }] }),
      ],
    ];

  test.each(documents)('validateDocument suggests `data`: %s', (_, options, documentWith) => {
    for (const relationships of [bare, local]) {
      const messages = messagesOf(documentWith(relationships), options);
      expect(messages.filter((message) => message.endsWith(` ${hint}`))).toHaveLength(1);
    }
    const without = messagesOf(documentWith({ author: { type: 'people' } }), options);
    expect(without.length).toBeGreaterThan(0);
    expect(without.filter((message) => message.endsWith(` ${hint}`))).toEqual([]);
    expect(messagesOf(documentWith(correct), options)).toEqual([]);
  });
});

describe('at most twenty suggestions are made for', () => {
  /** Names that are each one letter away from a name of the API. */
  const near = (name: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => name + String.fromCodePoint(0x4e00 + index));
  const unknown = (name: string, count = 50): Readonly<Record<string, unknown>> =>
    Object.fromEntries(near(name, count).map((it) => [it, {}]));
  const both = { attributes: { title: 'A', ...unknown('title') }, relationships: unknown('author') };

  test('a create request', async () => {
    const document = { data: { type: 'articles', ...both } };
    for (const parse of [parseCreate, parseCreateAsync]) {
      const details = await detailsOf(() => parse(blog, 'articles', document, limits));
      expect(details).toHaveLength(100);
      expect(suggestionsIn(details)).toBe(MAX_SUGGESTIONS);
    }
  });

  test('an update request', async () => {
    const document = { data: { type: 'articles', id: '1', ...both } };
    for (const parse of [parseUpdate, parseUpdateAsync]) {
      const details = await detailsOf(() => parse(blog, 'articles', document, limits));
      expect(details).toHaveLength(100);
      expect(suggestionsIn(details)).toBe(MAX_SUGGESTIONS);
    }
  });

  test('all operations of a request', async () => {
    const few = { attributes: { title: 'A', ...unknown('title', 4) }, relationships: unknown('author', 4) };
    const operations = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? { op: 'add', data: { type: 'articles', ...few } }
        : { op: 'update', data: { type: 'articles', id: '1', ...few } },
    );
    const details = await detailsOf(() => parseOperations(blog, { 'atomic:operations': operations }, limits));
    expect(details).toHaveLength(80);
    expect(suggestionsIn(details)).toBe(MAX_SUGGESTIONS);
  });

  test('a query', async () => {
    const query = new URLSearchParams({
      include: near('author', 15).join(','),
      sort: near('createdAt', 5).join(','),
      'fields[articles]': near('title', 15).join(','),
      ...Object.fromEntries(near('include', 15).map((name) => [name, 'x'])),
    });
    const details = await detailsOf(() => parseQuery(blog, 'articles', query, { limits }));
    expect(details).toHaveLength(50);
    expect(suggestionsIn(details)).toBe(MAX_SUGGESTIONS);
  });

  test.each<[title: string, document: unknown, options: ValidateOptions]>([
    ['members', { data: null, ...unknown('included') }, {}],
    ['members of several objects', { data: near('1', 50).map((id) => ({ type: 'a', id, attribute: {} })) }, {}],
    ['links', { data: null, links: Object.fromEntries(near('self', 50).map((name) => [name, '/'])) }, {}],
    ['attributes', { data: { type: 'articles', id: '1', attributes: unknown('title') } }, { api: blog }],
    ['relationships', { data: { type: 'articles', id: '1', relationships: unknown('author') } }, { api: blog }],
    ['types', { data: near('articles', 50).map((type) => ({ type, id: '1' })) }, { api: blog }],
  ])('a document with unknown %s', (_, document, options) => {
    const messages = messagesOf(document, { ...options, maxIssues: 1000 });
    expect(messages.length).toBeGreaterThanOrEqual(50);
    expect(suggestionsIn(messages)).toBe(MAX_SUGGESTIONS);
  });
});
