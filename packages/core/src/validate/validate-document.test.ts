import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deepFreeze } from '../../test/frozen.ts';
import { pointerResolves } from '../../test/pointer-resolves.ts';
import { buildDocument } from '../documents/build/build-document.ts';
import { atomicExtension } from '../extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../extensions/cursor-pagination/cursor-pagination.ts';
import { defineExtension, type Extension } from '../media-type/extension.ts';
import { defineProfile } from '../media-type/profile.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import { validateDocument } from './validate-document.ts';
import type { ValidateOptions } from './validate-options.ts';

const everything = {
  level: 'should',
  extensions: [atomicExtension],
  profiles: [cursorProfile],
} as const;

/** JSON that comes close to a document: the names of the specification in wrong and right places. */
const nearlyDocument = fc.letrec((tie) => ({
  name: fc.constantFrom(
    ...['data', 'errors', 'meta', 'included', 'links', 'jsonapi', 'type', 'id', 'lid', 'attributes', 'relationships'],
    ...['self', 'href', 'describedby', 'status', 'source', 'pointer', 'page', 'atomic:operations', 'ref', '@a', 'a/~b'],
    ...['__proto__', 'constructor', 'toString', ''],
  ),
  value: fc.oneof(
    { maxDepth: 6, depthIdentifier: 'value' },
    fc.constantFrom(null, true, 0, 'a', '', '1'),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'value' }),
    fc
      .array(fc.tuple(tie('name') as fc.Arbitrary<string>, tie('value')), { maxLength: 6, depthIdentifier: 'value' })
      .map((members) =>
        JSON.parse(`{${members.map(([name, it]) => `${JSON.stringify(name)}:${JSON.stringify(it)}`)}}`),
      ),
  ),
})).value;

describe('any value', () => {
  test('gives a result: issues at places that exist, at most as many as wanted, and changes nothing', () => {
    let issuesSeen = 0;
    fc.assert(
      fc.property(
        nearlyDocument,
        fc.constantFrom(undefined, 'response', 'create', 'update', 'relationship'),
        fc.integer({ min: 1, max: 5 }),
        (value, as, maxIssues) => {
          const before = JSON.stringify(value);
          const { issues = [] } = validateDocument(deepFreeze(value), { ...everything, as, maxIssues });
          expect(issues.length).toBeLessThanOrEqual(maxIssues);
          for (const { pointer } of issues) expect(pointerResolves(value, pointer), pointer).toBe(true);
          issuesSeen += issues.length;
          expect(JSON.stringify(value)).toBe(before);
        },
      ),
      { numRuns: 2000 },
    );
    expect(issuesSeen).toBeGreaterThan(1000);
    expect(({} as Record<string, unknown>).data).toBeUndefined();
  });

  test('that is not JSON gives a result as well', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withNullPrototype: true,
          withDate: true,
          withMap: true,
          withSparseArray: true,
        }),
        (value) => {
          expect(() => validateDocument(value, everything)).not.toThrow();
        },
      ),
    );
    const unreadable = new Proxy({}, { ownKeys: () => [][1] as never });
    expect(validateDocument(unreadable).issues?.at(-1)).toMatchObject({ rule: 'json-value', pointer: '' });
  });

  test.each([[undefined], [null], [''], [() => ({ data: null })], [Symbol('x')], [1n], [Number.NaN]])('%o', (value) => {
    expect(validateDocument(value).issues).toHaveLength(1);
  });

  test('members of a prototype are not members', () => {
    class Document {
      readonly meta = {};
      get data(): null {
        return null;
      }
    }
    expect(validateDocument(new Document(), { as: 'create' }).issues?.map(({ rule }) => rule)).toEqual(['create-data']);
    Object.defineProperty(Object.prototype, 'data', {
      value: null,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    try {
      expect(validateDocument({}).issues?.map(({ rule }) => rule)).toEqual(['top-level-members']);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'data');
    }
  });
});

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() }, relationships: { friends: toMany('people') } },
  comments: { attributes: { body: z.string() }, relationships: { author: toOne('people') } },
});

const person = fc.record({ id: fc.nat({ max: 9 }).map(String), name: fc.constant('x') });
const article = fc.record({
  id: fc.nat({ max: 99 }).map(String),
  title: fc.string(),
  author: fc.option(person),
  comments: fc.uniqueArray(fc.record({ id: fc.nat({ max: 99 }).map(String), body: fc.constant('x'), author: person }), {
    selector: ({ id }) => id,
  }),
});

describe('buildDocument', () => {
  test('builds documents that validate, with and without includes and fieldsets', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(article, { selector: ({ id }) => id, maxLength: 5 }),
        fc.subarray(['author', 'comments', 'comments.author'] as const),
        fc.boolean(),
        fc.constantFrom('', 'https://example.com/api', undefined),
        (articles, include, sparseFieldsets, baseUrl) => {
          const fields = sparseFieldsets ? { articles: ['title'] as const, people: [] } : {};
          const document = buildDocument(api, 'articles', articles, { include, fields, baseUrl });
          const result = validateDocument(document, { as: 'response', sparseFieldsets, api });
          expect(result).toEqual({ value: document });
        },
      ),
    );
  });
});

const complete = {
  jsonapi: { version: '1.1', ext: ['https://example.com/a'] },
  links: { self: { href: '/articles' } },
  data: [
    {
      type: 'articles',
      id: '1',
      attributes: { title: 'x' },
      relationships: {
        author: { data: { type: 'people', id: '9' } },
        comments: { data: [{ type: 'comments', id: '5' }] },
      },
    },
  ],
  included: [
    { type: 'people', id: '9', links: { self: '/people/9' } },
    { type: 'comments', id: '5' },
  ],
};
const errors = { errors: [{ id: '1', status: '400', links: { about: { href: '/' } }, source: { pointer: '/data' } }] };

/** Every required member of the two documents. */
const required = [
  ...[0, 1].flatMap((index) => [`/included/${index}/type`, `/included/${index}/id`]),
  ...['/data', '/data/0/type', '/data/0/id', '/links/self/href'],
  ...[
    'author/data/type',
    'author/data/id',
    'author/data',
    'comments/data/0/type',
    'comments/data/0/id',
    'comments/data',
  ].map((path) => `/data/0/relationships/${path}`),
  '/errors/0/links/about/href',
];

function copyOf(pointer: string): {
  readonly document: object;
  readonly parent: Record<string, unknown>;
  readonly name: string;
} {
  const document = structuredClone(pointer.startsWith('/errors') ? errors : complete);
  const path = pointer.split('/').slice(1);
  const name = path.pop() ?? '';
  let parent = document as unknown as Record<string, unknown>;
  for (const key of path) parent = parent[key] as Record<string, unknown>;
  return { document, parent, name };
}

describe('a valid document', () => {
  test.each([[complete], [errors]])('is returned as it is', (document) => {
    expect(validateDocument(document, { as: 'response' })).toEqual({ value: document });
    expect((validateDocument(document) as { value: unknown }).value).toBe(document);
  });

  test.each(required)('without %s is none', (pointer) => {
    const { document, parent, name } = copyOf(pointer);
    delete parent[name];
    expect(validateDocument(document, { as: 'response' }).issues?.length).toBeGreaterThan(0);
  });

  const objects = [
    '',
    '/jsonapi',
    '/links',
    '/links/self',
    '/data/0',
    '/data/0/relationships/author',
    '/included/0/links',
  ];
  const closed = [
    ...objects,
    '/data/0/relationships/author/data',
    '/included/1',
    '/errors/0',
    '/errors/0/links',
    '/errors/0/source',
  ];

  test('with one more member in any of its objects is none, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...closed),
        fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a:b', 'bad', 'toString')),
        (pointer, name) => {
          const { document, parent } = copyOf(`${pointer}/x`);
          fc.pre(!name.startsWith('@') && !Object.hasOwn(parent, name) && !ALLOWED.has(name));
          Object.defineProperty(parent, name, { value: '/', enumerable: true });
          const { issues = [] } = validateDocument(document, { as: 'response' });
          expect(issues.map((issue) => issue.pointer)).toContain(
            `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          );
        },
      ),
    );
  });
});

/** Names that are defined somewhere; adding one of them may be legal. */
const ALLOWED = new Set(
  [
    'data errors meta jsonapi links included type id lid attributes relationships self related describedby first last',
    'prev next href rel title hreflang version ext profile about status code detail source pointer parameter header',
  ].flatMap((names) => names.split(' ')),
);

describe('options', () => {
  const broken = { data: [1, 2, 3].map((id) => ({ type: 'a', id, links: { canonical: '/' } })) };

  test('maxIssues is 100 unless said otherwise', () => {
    const many = { data: Array.from({ length: 500 }, () => 1) };
    expect(validateDocument(many).issues).toHaveLength(100);
    expect(validateDocument(many, { maxIssues: 3 }).issues).toHaveLength(3);
    expect(validateDocument(many, { maxIssues: 0 }).issues).toHaveLength(1);
    expect(validateDocument(many, { maxIssues: 1000 }).issues).toHaveLength(500);
  });

  test('rules switches a rule off, or counts it at another level', () => {
    const rulesOf = (options: object): readonly string[] => [
      ...new Set(validateDocument(broken, options).issues?.map(({ rule, level }) => `${rule} ${level}`)),
    ];
    expect(rulesOf({})).toEqual(['identification-strings must', 'link-names must']);
    expect(rulesOf({ rules: { 'link-names': 'off' } })).toEqual(['identification-strings must']);
    expect(rulesOf({ rules: { 'link-names': 'should' } })).toEqual(['identification-strings must']);
    expect(rulesOf({ rules: { 'link-names': 'should' }, level: 'should' })).toContain('link-names should');
    expect(rulesOf({ rules: { 'recommended-names': 'must' } })).toEqual([
      'identification-strings must',
      'link-names must',
    ]);
  });

  test('an extension adds members, places and rules, and takes none away', () => {
    const version = defineExtension({
      uri: 'https://example.com/ext/version',
      namespace: 'version',
      members: { resource: { number: null }, 'primary-resource': { number: 'version:number' } },
      nodeKinds: { 'version:number': { shape: 'string' } },
      rules: [
        {
          id: 'version-number',
          level: 'must',
          spec: 'https://example.com/ext/version',
          receiver: 'reject',
          statement: 'A version is a string of digits.',
          requirements: [],
          visit: {
            'version:number'(node: DocumentNode<string>, context) {
              if (!/^\d+$/.test(node.value)) context.report('The version is not a number.', node);
            },
          },
        },
      ],
    });
    const other = defineExtension({ uri: 'https://example.com/ext/other', namespace: 'other' });
    const options = { extensions: [version, other] };
    const withNumber = (number: unknown, more = {}): object => ({
      data: { type: 'a', id: '1', 'version:number': number, ...more },
    });
    expect(validateDocument(withNumber('1', { 'other:x': 1 }), options).issues).toBeUndefined();
    expect(validateDocument(withNumber('x'), options).issues).toMatchObject([
      { rule: 'version-number', pointer: '/data/version:number', receiver: 'reject' },
    ]);
    expect(validateDocument(withNumber('1', { bad: 1 }), options).issues).toMatchObject([{ rule: 'defined-members' }]);
    expect(validateDocument(withNumber('1')).issues).toMatchObject([{ rule: 'applied-extensions' }]);
  });

  test.each<[kind: 'resource' | 'identifier', document: object, options?: ValidateOptions]>([
    ['resource', { data: { type: 'a', id: '1', 'v:x': 1 } }],
    [
      'resource',
      {
        data: { type: 'a', id: '1', relationships: { b: { data: { type: 'b', id: '2' } } } },
        included: [{ type: 'b', id: '2', 'v:x': 1 }],
      },
    ],
    ['resource', { 'atomic:results': [{ data: { type: 'a', id: '1', 'v:x': 1 } }] }, { extensions: [atomicExtension] }],
    ['identifier', { data: [{ type: 'a', id: '1', 'v:x': 1 }] }, { as: 'relationship' }],
  ])('EXT-09: a member of each %s is defined in %j', (kind, document, options) => {
    const uri = 'https://example.com/ext/v';
    const defined = defineExtension({ uri, namespace: 'v', members: { [kind]: { x: null } } });
    const other = defineExtension({ uri, namespace: 'v', members: { error: { x: null } } });
    const issuesWith = (extension: Extension) =>
      validateDocument(document, { ...options, extensions: [...(options?.extensions ?? []), extension] }).issues;
    expect(issuesWith(defined)).toBeUndefined();
    expect(issuesWith(other)).toMatchObject([{ rule: 'applied-extensions' }]);
  });

  test('a rule that looks at the whole document is asked once, and only when the document was walked to its end', () => {
    const asked: unknown[] = [];
    const whole = defineExtension({
      uri: 'https://example.com/ext/whole',
      rules: [
        {
          id: 'whole',
          level: 'must',
          spec: 'https://example.com/ext/whole',
          receiver: 'reject',
          statement: 'The document is seen.',
          requirements: [],
          finish: ({ value }: DocumentNode<unknown>) => void asked.push(value),
        },
      ],
    });
    for (const value of [null, undefined, 'x', 1, []]) validateDocument(value, { extensions: [whole] });
    expect(asked).toEqual([]);
    validateDocument(broken, { extensions: [whole], maxIssues: 1 });
    expect(asked).toEqual([]);
    validateDocument(broken, { extensions: [whole] });
    expect(asked).toEqual([broken]);
  });

  test('a profile adds rules for what is left to implementations', () => {
    const document = { data: [], links: { next: null } };
    expect(validateDocument(document).issues).toBeUndefined();
    expect(validateDocument(document, { profiles: [cursorProfile] }).issues).toMatchObject([
      { rule: 'cursor-pagination-links', pointer: '/links', receiver: 'ignore' },
    ]);
    expect(() => defineProfile({ uri: 'https://example.com/p', members: { document: { x: null } } as never })).toThrow(
      TypeError,
    );
  });
});

describe('hostile documents take linear time', () => {
  const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const members = JSON.stringify(
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`member${index}`, {}])),
  );

  test.each([
    ['10,000 nested arrays in an attribute', `{"data":{"type":"a","id":"1","attributes":{"a":${nested}}}}`],
    ['10,000 nested arrays as data', `{"data":${nested}}`],
    ['100,000 members', members],
    ['100,000 attributes', `{"data":{"type":"a","id":"1","attributes":${members}}}`],
    ['a string of 5 MB', `{"data":{"type":"a","id":"${'x'.repeat(5_000_000)}"}}`],
    ['a type of 5 MB', `{"data":{"type":"${'x'.repeat(5_000_000)}-","id":"1"}}`],
    ['a link of 24 MB', `{"meta":{},"links":{"self":"x:${'a%41'.repeat(6_000_000)}"}}`],
    [
      'a language tag of 30 MB',
      `{"meta":{},"links":{"self":{"href":"/","hreflang":"en${'-abcde'.repeat(5_000_000)}"}}}`,
    ],
    [
      'links in links',
      `{"meta":{},"links":{"self":${'{"href":"","describedby":'.repeat(9_000)}null${'}'.repeat(9_000)}}}`,
    ],
  ])('%s', (_, text) => {
    const value: unknown = JSON.parse(text);
    // Quadratic code takes minutes: longer than a test may.
    expect(() => validateDocument(value, everything)).not.toThrow();
  });
});
