/** One mistake in a valid document gives one issue: no rule says more because another one was broken. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atomicExtension } from '../extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../extensions/cursor-pagination/cursor-pagination.ts';
import { defineExtension } from '../media-type/extension.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { validateDocument } from './validate-document.ts';
import type { ValidateOptions } from './validate-options.ts';
import type { ValidationIssue } from './validation-issue.ts';

const open = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: {},
  comments: { relationships: { author: toOne('people') } },
});

type Path = readonly (string | number)[];

interface Mutation {
  readonly title: string;
  readonly document: unknown;
}

const response = {
  jsonapi: { version: '1.1', ext: ['https://example.com/a'], profile: ['https://example.com/b'], meta: {} },
  links: {
    self: { href: '/articles', rel: 'self', title: 'All', type: 'text/html', hreflang: 'en' },
    next: '/articles?p',
  },
  data: [
    {
      type: 'articles',
      id: '1',
      attributes: { title: 'x' },
      relationships: {
        author: { data: { type: 'people', id: '9', meta: {} }, links: { self: '/a', related: '/b' } },
        comments: { data: [{ type: 'comments', id: '5' }], meta: {} },
      },
      links: { self: '/articles/1' },
    },
    { type: 'articles', id: '2', meta: {} },
  ],
  included: [
    { type: 'people', id: '9', links: { self: '/people/9' } },
    { type: 'comments', id: '5', relationships: { author: { data: { type: 'people', id: '8' } } } },
    { type: 'people', id: '8' },
  ],
};

const errors = {
  errors: [
    {
      id: '1',
      status: '400',
      code: 'a',
      title: 'b',
      links: { about: '/', type: ['/t'] },
      source: { pointer: '/data' },
    },
    { id: '2', status: '400', detail: 'b', source: { parameter: 'sort', header: 'Accept' }, meta: {} },
  ],
};

const create = {
  data: {
    type: 'articles',
    lid: 'x',
    attributes: { title: 'x' },
    relationships: { author: { data: { type: 'people', id: '9' } }, comments: { data: [], links: {} } },
  },
};

const operations = {
  'atomic:operations': [
    { op: 'add', href: '/articles', data: { type: 'articles', lid: 'x', relationships: { a: { data: null } } } },
    { op: 'update', data: { type: 'articles', id: '1', attributes: { title: 'x' } }, meta: {} },
    { op: 'update', ref: { type: 'articles', id: '1', relationship: 'author' }, data: { type: 'people', id: '1' } },
    { op: 'add', ref: { type: 'articles', lid: 'x', relationship: 'b' }, data: [{ type: 'people', lid: 'y' }] },
    { op: 'remove', ref: { type: 'articles', id: '1' } },
    { op: 'remove', href: '/articles/1' },
  ],
};

const results = {
  'atomic:results': [
    { data: { type: 'articles', id: '1', relationships: { a: { data: { type: 'people', id: '1' } } } } },
    { meta: {} },
    {},
  ],
};

const page = {
  data: [{ type: 'articles', id: '1', meta: { page: { cursor: 'a' } } }],
  links: { prev: null, next: '/articles?page[after]=a' },
  meta: { page: { total: 1, estimatedTotal: { bestGuess: 1 }, rangeTruncated: true } },
};

const pageError = {
  errors: [
    {
      status: '400',
      source: { parameter: 'page[size]' },
      meta: { page: { maxSize: 100 } },
      links: { type: ['https://example.com/profiles/cursor-pagination/max-size-exceeded'] },
    },
  ],
};

const documents: readonly (readonly [title: string, document: object, options: ValidateOptions])[] = [
  ['a response', response, { as: 'response' }],
  ['any document', response, {}],
  ['a response of an API', response, { as: 'response', api }],
  ['one resource', { data: response.data[0], included: response.included }, { as: 'response' }],
  ['an identifier', { data: { type: 'people', id: '9' }, included: [{ type: 'people', id: '9' }] }, { as: 'response' }],
  ['errors', errors, { as: 'response' }],
  ['a create request', create, { as: 'create' }],
  ['an update request', { data: { ...create.data, id: '1', lid: undefined } }, { as: 'update' }],
  ['linkage', { data: { type: 'people', id: '9' }, included: [{ type: 'people', id: '9' }] }, { as: 'relationship' }],
  ['an update of linkage', { data: [{ type: 'people', id: '9' }] }, { as: 'update-relationship' }],
  ['operations', operations, { extensions: [atomicExtension] }],
  ['results', results, { extensions: [atomicExtension] }],
  ['a page', page, { profiles: [cursorProfile] }],
  ['an error about a page', pageError, { profiles: [cursorProfile] }],
];

const wrong: readonly unknown[] = [5, true, null, '', 'a/b ', [], {}];

/**
 * Returns the member to add to an object. Its value is valid if the object can have the member, so that only the name
 * is wrong.
 */
const added: Readonly<Record<string, unknown>> = {
  ...{ bad: 1, 'v:x': 1, 'v:': 1, type: 'x', id: 'x', lid: 'x', attributes: {}, relationships: {}, links: {} },
  ...{ data: null, included: [], errors: [{ status: '500' }], meta: {} },
};

/** In these objects every value has to be of one kind, whatever its name. */
const aliases: Readonly<Record<string, unknown>> = { links: '/', relationships: { data: null } };

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...parts.flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

function changed(
  document: unknown,
  path: Path,
  change: (parent: Record<string | number, unknown>, key: string | number) => void,
) {
  const root = { root: structuredClone(document) } as Record<string | number, unknown>;
  const way: Path = ['root', ...path];
  let parent = root;
  for (const key of way.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  change(parent, way.at(-1) as string | number);
  return root.root;
}

function mutationsOf(document: object): readonly Mutation[] {
  return pathsOf(document).flatMap((path) => {
    const at = `/${path.join('/')}`;
    const replaced = wrong.map((value) => ({
      title: `${at} = ${JSON.stringify(value)}`,
      document: changed(document, path, (parent, key) => {
        parent[key] = value;
      }),
    }));
    const removed = {
      title: `${at} removed`,
      document: changed(document, path, (parent, key) => {
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else delete parent[key];
      }),
    };
    const kind = aliases[String(path.at(-1))];
    const more = Object.entries(added).map(([name, value]) => ({
      title: `${at}/${name} added`,
      document: changed(document, path, (parent, key) => {
        const target = parent[key];
        if (typeof target === 'object' && target !== null && !Array.isArray(target) && !Object.hasOwn(target, name))
          (target as Record<string, unknown>)[name] = kind ?? value;
      }),
    }));
    const repeated = {
      title: `${at} repeated`,
      document: changed(document, path, (parent, key) => {
        if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
      }),
    };
    return [...replaced, removed, ...more, repeated];
  });
}

/** Rules that say that an object lacks a member. */
const missing = /^(?:(?:resource|identifier)-(?:type|id)|atomic-(?:data|ref|target|result-id))$/;

/** Why one mistake may have a further issue, beside one of those before it. */
const justified: Readonly<Record<string, (issue: ValidationIssue, first: ValidationIssue, title: string) => boolean>> =
  {
    'Each included resource that nothing leads to is an issue of its own.': ({ rule }, first) =>
      rule === 'full-linkage' && first.rule === rule,
    'Each of the two links that a page must have is an issue of its own.': ({ rule }, first) =>
      rule === 'cursor-pagination-links' && first.rule === rule,
    'An empty object lacks every member that it must have, and an empty resource object leads nowhere.': (
      { rule },
      first,
      title,
    ) =>
      title.endsWith('= {}') &&
      (missing.test(first.rule) || first.rule === 'atomic-data') &&
      (missing.test(rule) || rule === 'full-linkage'),
    'An empty object or null instead of an array is not a collection, lacks members and leads nowhere.': (
      _,
      first,
      title,
    ) => /data = (?:\{\}|null)$/.test(title) && /^(?:pagination-links|api-linkage|resource-type)$/.test(first.rule),
    'An id that is empty is another id, and a link or source that says nothing does not say what a profile wants.': (
      issue,
      first,
    ) => [issue, first].some(({ rule }) => /^(?:empty-id|null-link|error-source-members)$/.test(rule)),
  };

const reasonsMet = new Set<string>();

function unjustified(issues: readonly ValidationIssue[], title: string): readonly ValidationIssue[] {
  const [first, ...others] = issues;
  if (first === undefined) return [];
  return others.filter((it) => {
    const reason = Object.keys(justified).find((key) => justified[key]?.(it, first, title));
    if (reason !== undefined) reasonsMet.add(reason);
    return reason === undefined;
  });
}

function textOf({ rule, pointer }: ValidationIssue): string {
  return `${rule} ${pointer}`;
}

describe.each(documents)('%s', (_, document, options) => {
  test('is valid', () => {
    expect(validateDocument(document, { ...options, level: 'should' }).issues ?? []).toEqual([]);
  });

  test.each(['must', 'should'] as const)('with one mistake has one issue, at level %s', (level) => {
    const several = mutationsOf(document).flatMap((mutation) => {
      const { issues = [] } = validateDocument(mutation.document, { ...options, level });
      return unjustified(issues, mutation.title).length === 0 ? [] : [[mutation.title, ...issues.map(textOf)]];
    });
    expect(several).toEqual([]);
  });
});

test('every reason is met', () => {
  expect(Object.keys(justified).filter((reason) => !reasonsMet.has(reason))).toEqual([]);
});

const [article] = response.data;
const [person, comment, friend] = response.included;
const noId = { type: 'articles' };

const oneIssue: readonly (readonly [title: string, document: unknown, issue: string, options?: ValidateOptions])[] = [
  ['nothing to create', {}, 'create-data ', { as: 'create' }],
  ['nothing to update', { jsonapi: {} }, 'update-data ', { as: 'update' }],
  ['a string to create', { data: 'x' }, 'create-data /data', { as: 'create' }],
  ['a string to update', { data: 'x' }, 'update-data /data', { as: 'update' }],
  ['no linkage', {}, 'relationship-data ', { as: 'relationship' }],
  ['included without data', { included: [person, friend] }, 'included-without-data /included'],
  ['included without data, to create', { included: [person] }, 'included-without-data /included', { as: 'create' }],
  [
    'included that repeats',
    { ...response, included: [person, comment, friend, person] },
    'unique-resources /included/3',
  ],
  [
    'included that repeats primary data',
    { data: article, included: [person, comment, friend, article] },
    'unique-resources /included/3',
  ],
  ['included without a type', { ...response, included: [{ id: '9' }, comment, friend] }, 'resource-type /included/0'],
  [
    'included without an id',
    { ...response, included: [person, { ...comment, id: undefined }, friend] },
    'resource-id /included/1',
  ],
  ['included that is null', { ...response, included: [person, null, friend] }, 'included-resources /included/1'],
  [
    'included with an illegal type',
    { ...response, included: [{ type: 'a/b', id: '9' }, comment, friend] },
    'type-name /included/0/type',
  ],
  [
    'a relationship of a new resource without data',
    { data: { ...noId, relationships: { author: {} } } },
    'create-relationships /data/relationships/author',
    { as: 'create' },
  ],
  [
    'a relationship of an update with empty links',
    { data: { ...noId, id: '1', relationships: { author: { links: {} } } } },
    'update-relationships /data/relationships/author',
    { as: 'update' },
  ],
  [
    'an illegal name of a field',
    { data: { ...noId, id: '1', attributes: { 'a/b': 1 } } },
    'field-names /data/attributes/a~1b',
  ],
  ['an illegal name of an open extension', { meta: {}, 'v:': 1 }, 'applied-extensions /v:', { extensions: [open] }],
  ['an empty error', { errors: [{}] }, 'error-members /errors/0'],
  ['pagination beside a string', { data: 'x', links: { next: '/' } }, 'primary-data /data'],
  [
    'a link to itself that is a number',
    { meta: {}, links: { self: 5 } },
    'link-value /links/self',
    { extensions: [open] },
  ],
  [
    'a type that the API does not have',
    changed(response, ['data', 0, 'relationships', 'author', 'data', 'type'], (at, key) => {
      at[key] = 'persons';
    }),
    'api-types /data/0/relationships/author/data/type',
    { api },
  ],
  [
    'a name that is shared',
    changed(response, ['data', 0, 'attributes', 'author'], (at, key) => {
      at[key] = 'x';
    }),
    'shared-field-names /data/0/relationships/author',
    { api },
  ],
  [
    'included beside operations',
    { ...operations, included: [] },
    'included-without-data /included',
    { extensions: [atomicExtension] },
  ],
  ['links of a page that are an array', { ...page, links: [] }, 'links-object /links', { profiles: [cursorProfile] }],
];

describe('the one issue of', () => {
  for (const [title, document, issue, options] of oneIssue) {
    test(title, () => {
      const { issues = [] } = validateDocument(document, { level: 'should', ...options });
      expect(issues.map(textOf)).toEqual([issue]);
    });
  }
});
