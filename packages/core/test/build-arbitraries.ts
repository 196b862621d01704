import fc from 'fast-check';
import { z } from 'zod';
import { attribute, defineApi, toMany, toOne } from '../src/index.ts';
import { fail, href, jsonLike, links, meta, mostly, oddValue, pageNames } from './odd-values.ts';

/** Returns the `encode` result for a value of a record. Each record determines it. */
interface Encodable {
  readonly encoded: () => unknown;
}

const anything = z.unknown().optional();
const encode = (value: Encodable): unknown => value.encoded();
const fields = {
  attributes: {
    label: anything,
    note: anything,
    made: attribute(anything, { encode }),
    lid: anything,
    toJSON: anything,
    constructor: anything,
  },
  relationships: {
    next: toOne('nodes'),
    twin: toOne(['nodes', 'twins']),
    others: toMany('twins'),
    links: toMany(['nodes', 'twins']),
  },
};

/** Schemas that accept all, since no document is built by asking schemas: what is left are the rules themselves. */
export const api = defineApi({ nodes: fields, twins: fields });

const names = ['label', 'note', 'made', 'lid', 'toJSON', 'constructor', 'next', 'twin', 'others', 'links'];
const relationships = ['next', 'twin', 'others', 'links'] as const;
export const relationshipName = fc.constantFrom(...relationships);

const id = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom<unknown>('1', 2, 3n, '', -0, 'ä/ö?', '\ud800', '__proto__', 2n ** 90n) },
  { weight: 4, arbitrary: fc.constant('9'.repeat(3000)) },
  { weight: 1, arbitrary: oddValue },
);

/** A record as a plain object, an instance of a class, a proxy, or with accessors. */
function shaped(entries: object, shape: string): object {
  if (shape === 'class') return Object.assign(new (class Entity {})(), entries);
  if (shape === 'proxy') return new Proxy(entries, {});
  if (shape === 'bare') return Object.assign(Object.create(null), entries);
  if (shape === 'getters') {
    const made = {};
    for (const [name, value] of Object.entries(entries)) {
      Object.defineProperty(made, name, { enumerable: true, get: () => value });
    }
    return made;
  }
  if (shape === 'accessors') {
    const accessors = Object.entries(entries).map(([name, value]) => [name, { get: () => value }] as const);
    return Object.create(Object.create(null, Object.fromEntries(accessors)));
  }
  return entries;
}
const shape = fc.constantFrom('plain', 'plain', 'plain', 'class', 'proxy', 'bare', 'getters', 'accessors');
const encodable = mostly(jsonLike).chain((value) =>
  fc.constantFrom<Encodable>(
    { encoded: () => value },
    { encoded: () => value },
    { encoded: () => value },
    { encoded: fail },
  ),
);
const attributeValue = mostly(jsonLike, 6);

interface Tied {
  readonly record: object;
  readonly reference: unknown;
}
export const { record } = fc.letrec<Tied>((tie) => ({
  record: fc
    .tuple(
      fc.record(
        {
          id,
          type: fc.constantFrom('nodes', 'twins'),
          label: attributeValue,
          note: attributeValue,
          made: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: encodable }),
          lid: mostly(fc.constant('l')),
          toJSON: mostly(fc.constant('t'), 9),
          secret: oddValue,
          '@id': oddValue,
          'x:secret': oddValue,
          next: mostly(tie('reference'), 9),
          twin: mostly(tie('reference'), 9),
          others: mostly(fc.array(tie('reference'), { maxLength: 2 }), 9),
          links: mostly(fc.array(tie('reference'), { maxLength: 2 }), 9),
        },
        { requiredKeys: ['id', 'type'] },
      ),
      shape,
    )
    .map(([entries, kind]) => shaped(entries, kind)),
  reference: fc.oneof(
    { maxDepth: 2 },
    fc.constant(null),
    id,
    fc.record({ id, type: fc.constantFrom('nodes', 'twins'), meta }, { requiredKeys: ['id', 'type'] }),
    tie('record'),
  ),
}));

/** An array of records, mostly. */
export const collection: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 30, arbitrary: fc.array(record, { maxLength: 3 }) },
  { weight: 1, arbitrary: oddValue },
);

/** Values that mostly are valid records of a document. */
export const records: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: record },
  { weight: 4, arbitrary: collection },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** A promise whose rejection does not have to be handled. */
function promised(value: unknown): Promise<unknown> {
  const promise = Promise.resolve().then(() => value);
  promise.catch(() => undefined);
  return promise;
}

/** A function that gives the value, or now and then the value itself, or one that throws. */
function giving(value: fc.Arbitrary<unknown>, none = 8): fc.Arbitrary<unknown> {
  return mostly(
    value.chain((given) =>
      fc.oneof(
        { weight: 30, arbitrary: fc.constant(() => given) },
        { weight: 1, arbitrary: fc.constant(fail) },
        { weight: 1, arbitrary: fc.constant(() => promised(given)) },
      ),
    ),
    none,
  );
}

const relationshipMembers = fc.record(
  { meta: giving(meta), links: giving(links('self', 'related', ...pageNames), 4) },
  { requiredKeys: [] },
);
const resourceMembers = fc.record(
  {
    meta: giving(meta),
    links: giving(links('self')),
    additional: giving(
      mostly(
        fc.dictionary(fc.constantFrom('@a', 'x:b', '@__proto__', 'x:c', 'type'), mostly(jsonLike), { maxKeys: 1 }),
      ),
    ),
    relationships: mostly(
      fc.record(Object.fromEntries(relationships.map((name) => [name, mostly(relationshipMembers)])), {
        requiredKeys: [],
      }),
    ),
  },
  { requiredKeys: [] },
);

const urls = fc.record(
  { resource: giving(mostly(href, 0)), relationship: giving(mostly(href, 0)), related: giving(mostly(href, 0)) },
  { requiredKeys: [] },
);

const jsonapi = fc.record(
  {
    version: mostly(fc.constant('1.1')),
    ext: mostly(fc.constantFrom([], ['https://example.com/x'])),
    profile: mostly(fc.constantFrom([], ['urn:example:a'])),
    meta,
    '@note': mostly(jsonLike),
    'x:note': mostly(jsonLike),
  },
  { requiredKeys: [] },
);

const path = fc.array(relationshipName, { minLength: 1, maxLength: 3 }).map((steps) => steps.join('.'));
const fieldset = fc.subarray(names);

/** Options of every kind: most members are absent, most others right. */
export const options: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(
  {
    include: mostly(fc.uniqueArray(path, { maxLength: 2 })),
    fields: mostly(fc.record({ nodes: fieldset, twins: fieldset }, { requiredKeys: [] }), 9),
    links: links('self', 'related', 'describedby', ...pageNames),
    meta,
    jsonapi: mostly(jsonapi, 9),
    extensions: fc.constant([{ uri: 'https://example.com/x', namespace: 'x' }]),
    additional: mostly(
      fc.dictionary(fc.constantFrom('x:a', '@b', 'x:-', 'y:a'), mostly(jsonLike, 1), { maxKeys: 2 }),
      9,
    ),
    baseUrl: mostly(
      fc.constantFrom('', '/api', '/', '//', 'urn:a:b', 'https://example.com/api/', '?a=', '#', 'mailto:a@b'),
    ),
    urls: mostly(urls, 9),
    resources: mostly(
      fc.record({ nodes: mostly(resourceMembers), twins: mostly(resourceMembers) }, { requiredKeys: [] }),
    ),
    canFind: giving(fc.oneof(fc.boolean(), oddValue), 12),
    canFindRelated: giving(fc.oneof(fc.boolean(), oddValue), 12),
    related: giving(mostly(fc.constantFrom<unknown>([], null), 20), 20),
    typeOf: giving(mostly(fc.constantFrom('nodes', 'twins', 'none'), 9), 12),
  },
  { requiredKeys: [] },
);
