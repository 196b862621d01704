import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateDocument } from '../../validate/validate-document.ts';

interface Identifier {
  readonly type: string;
  readonly id?: string;
  readonly lid?: string;
}

interface Resource extends Identifier {
  readonly attributes?: object;
  readonly relationships?: Readonly<Record<string, { readonly data: Identifier | null | readonly Identifier[] }>>;
}

interface CompoundDocument {
  readonly data: readonly Resource[];
  readonly included: readonly Resource[];
}

/** The text of an identity: ids and lids apart. */
function keyOf({ type, id, lid }: Identifier): string {
  return JSON.stringify([type, id ?? null, id === undefined ? lid : null]);
}

function isBare({ attributes, relationships }: Resource): boolean {
  return attributes === undefined && relationships === undefined;
}

function linkedBy({ relationships = {} }: Resource): readonly Identifier[] {
  return Object.values(relationships).flatMap(({ data }) => data ?? []);
}

/** The same as the index finds, by going over everything again and again. */
function expectedOf({ data, included }: CompoundDocument, order: readonly ('data' | 'included')[]) {
  const nodes = order.flatMap((member) =>
    (member === 'data' ? data : included).map((resource, at) => ({ resource, member, pointer: `/${member}/${at}` })),
  );
  const first = new Map<string, string>();
  const repeated: string[] = [];
  const areIdentifiers = data.every(isBare);
  for (const { resource, member, pointer } of nodes) {
    if (member === 'data' && areIdentifiers) continue;
    if (first.has(keyOf(resource))) repeated.push(pointer);
    else first.set(keyOf(resource), pointer);
  }
  const reached = new Set<string>(nodes.filter(({ member }) => member === 'data').map(({ pointer }) => pointer));
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { resource, pointer } of nodes) {
      if (!reached.has(pointer)) continue;
      // Resources with the identity of a linked resource are linked, too.
      for (const identifier of [resource, ...linkedBy(resource)]) {
        for (const { resource: other, pointer: found } of nodes) {
          if (keyOf(other) === keyOf(identifier)) reached.add(found);
        }
      }
    }
  }
  const pointers = nodes.map(({ pointer }) => pointer);
  // Of what is repeated nothing more is told.
  const unlinked = pointers.filter((pointer) => !reached.has(pointer) && !repeated.includes(pointer));
  return { repeated, unlinked };
}

const anyId = fc.constantFrom(
  '0',
  '1',
  '2',
  '3',
  '01',
  '1500',
  '999999999',
  'x',
  '8d8ac610-566d-4ef0-9c22-186b2a5ed793',
);
const anyIdentifier: fc.Arbitrary<Identifier> = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('id', 'id', 'id', 'lid'), anyId)
  .map(([type, member, id]) => ({ type, [member]: id }));
const anyLinkage = fc.oneof(anyIdentifier, fc.constant(null), fc.array(anyIdentifier, { maxLength: 3 }));
const anyResource: fc.Arbitrary<Resource> = fc
  .tuple(
    anyIdentifier,
    fc.constantFrom({}, {}, { attributes: {} }),
    fc.option(
      fc.dictionary(
        fc.constantFrom('r', 's'),
        anyLinkage.map((data) => ({ data })),
        { maxKeys: 2 },
      ),
    ),
  )
  .map(([identifier, more, relationships]) => ({
    ...identifier,
    ...more,
    ...(relationships ? { relationships } : {}),
  }));

describe('what is repeated and what nothing leads to', () => {
  test.each<readonly ('data' | 'included')[]>([
    ['data', 'included'],
    ['included', 'data'],
  ])('is found with %s before %s', (...order) => {
    const resources = fc.array(anyResource, { maxLength: 8 });
    fc.assert(
      fc.property(fc.record({ data: resources, included: resources }), (parts) => {
        const document = Object.fromEntries(order.map((member) => [member, parts[member]]));
        const { issues = [] } = validateDocument(document, { maxIssues: 1000 });
        const found = (rule: string) => issues.filter((issue) => issue.rule === rule).map(({ pointer }) => pointer);
        expect({ repeated: found('unique-resources'), unlinked: found('full-linkage') }).toEqual(
          expectedOf(parts, order),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test('a long chain of included resources is linked, in both directions', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => ({
    type: 'links',
    id: String(at + 1),
    relationships: { next: { data: { type: 'links', id: String(at + 2) } } },
  }));
  const data = { type: 'chains', id: '1', relationships: { first: { data: { type: 'links', id: '1' } } } };
  expect(validateDocument({ data, included: chain }).issues).toBeUndefined();
  expect(validateDocument({ data, included: chain.toReversed() }).issues).toBeUndefined();
  expect(validateDocument({ included: chain.toReversed(), data }).issues).toBeUndefined();
});

test.each([
  ['linked', { data: { type: 'people', id: '1' } }],
  ['not linked', { data: null }],
])('one resource 50,000 times in included, %s, is read in linear time', (_, rest) => {
  const relationships = { r: { data: { type: 'people', id: '1' } } };
  const included = Array.from({ length: 50_000 }, () => ({ type: 'people', id: '1', relationships }));
  const start = performance.now();
  for (const document of [
    { ...rest, included },
    { included, ...rest },
  ])
    expect(validateDocument(document, { maxIssues: 1e6 }).issues?.length).toBeGreaterThan(49_998);
  // Generous: what is quadratic takes minutes.
  expect(performance.now() - start).toBeLessThan(5000);
});

test('50,000 bare ones before a resource object are read in linear time', () => {
  const data = [
    ...Array.from({ length: 50_000 }, () => ({ type: 'people', id: '1' })),
    { type: 'people', id: '2', attributes: {} },
  ];
  const start = performance.now();
  expect(validateDocument({ data }, { maxIssues: 1e6 }).issues).toHaveLength(49_999);
  expect(performance.now() - start).toBeLessThan(5000);
});

const person = { type: 'people', id: '9', attributes: {} };

test.each([
  ['not at all when nothing is included', {}, '12'],
  ['not at all when included is empty', { included: [] }, '12'],
  ['as soon as its resource was walked', { included: [person] }, '112'],
  ['to the end for what is not linked yet', { included: [person, { ...person, id: '10' }] }, '1122'],
])('linkage is read again %s', (_, rest, expected) => {
  const reads: string[] = [];
  const article = (id: string): object => ({
    type: 'articles',
    id,
    relationships: {
      author: {
        get data() {
          reads.push(id);
          return { type: 'people', id: '9' };
        },
      },
    },
  });
  validateDocument({ data: [article('1'), article('2')], ...rest });
  expect(reads.join('')).toBe(expected);
});
