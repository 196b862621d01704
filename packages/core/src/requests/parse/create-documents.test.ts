/** Create requests, chapter by chapter: each case names the requirement it stands for. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problemsOf } from '../../../test/problems.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { parseCreate } from './parse-create.ts';

const api = defineApi({
  books: {
    attributes: {
      title: z.string(),
      pages: z.number().optional(),
      tags: z.array(z.object({ name: z.string() })).optional(),
      notes: z.record(z.string(), z.string()).optional(),
      free: z.unknown().optional(),
      stock: attribute(z.number().optional(), { write: false }),
      'first-line': z.string().optional(),
      subtitle: z.string().nullable().optional(),
    },
    relationships: {
      author: toOne('people'),
      editors: toMany('people'),
      sequel: toOne('books'),
      related: toMany(['books', 'people']),
      owner: toOne('people', { write: false }),
    },
  },
  people: {
    attributes: { name: z.string().optional() },
    relationships: { friend: toOne('people') },
    clientGeneratedIds: true,
  },
});

type Row = readonly [row: string, name: string, document: unknown, problems?: readonly string[]];

const ann = { type: 'people', id: '1' };
const titled = { title: 'A' };
const book = (members: object = {}): object => ({ data: { type: 'books', attributes: titled, ...members } });
const person = (members: object = {}): object => ({ data: { type: 'people', ...members } });
const attributes = (given: object): object => book({ attributes: { ...titled, ...given } });
const related = (given: object): object => book({ relationships: given });
const author = (data: unknown): object => related({ author: { data } });
const editors = (...data: unknown[]): object => related({ editors: { data } });
/** Returns the result of JSON.parse, because a literal would differ from it. */
const json = (text: string): unknown => JSON.parse(text);

const invalid = (...pointers: string[]): string[] => pointers.map((pointer) => `400 DOCUMENT_INVALID ${pointer}`);
const wrong = (...pointers: string[]): string[] => pointers.map((pointer) => `422 ATTRIBUTE_INVALID /data/${pointer}`);

function check(type: 'books' | 'people', rows: readonly Row[]): void {
  test.each(rows)('(%s) %s', (_, __, document, problems = []) => {
    expect(problemsOf(document, () => parseCreate(api, type, document))).toEqual(problems);
    // The text of the document is read in the same way.
    const text = JSON.stringify(document);
    expect(problemsOf(JSON.parse(text), () => parseCreate(api, type, text))).toEqual(problems);
  });
}

describe('the document', () => {
  check('books', [
    ['CRE-01', 'one resource object with a type', book()],
    ['DOC-01', 'null', null, invalid('')],
    ['DOC-01', 'an array', [], invalid('')],
    ['DOC-01', 'a number', 1, invalid('')],
    ['DOC-01', 'false', false, invalid('')],
    ['ERR-24', 'no data: the document', {}, invalid('')],
    ['ERR-24', 'only meta: the document', { meta: {} }, invalid('')],
    ['CRE-01', 'data null', { data: null }, invalid('/data')],
    ['CRE-01', 'data an array of one', { data: [{ type: 'books', attributes: titled }] }, invalid('/data')],
    ['CRE-01', 'data an empty array', { data: [] }, invalid('/data')],
    ['CRE-01', 'data a string', { data: 'books' }, invalid('/data')],
    ['DOC-03', 'errors beside data', { ...book(), errors: [] }, invalid('/errors')],
    ['ERR-02', 'contains errors', { errors: [{}] }, invalid('/errors', '')],
    ['DOC-11', 'meta', { ...book(), meta: { a: 1 } }],
    ['DOC-11', 'meta an array', { ...book(), meta: [] }, invalid('/meta')],
    ['DOC-11', 'meta null', { ...book(), meta: null }, invalid('/meta')],
    ['DOC-12', 'jsonapi', { ...book(), jsonapi: { version: '1.1' } }],
    ['JAP-01', 'jsonapi a string', { ...book(), jsonapi: '1.1' }, invalid('/jsonapi')],
    ['DOC-13', 'links', { ...book(), links: { self: '/books' } }],
    ['LNK-01', 'links a string', { ...book(), links: '/books' }, invalid('/links')],
    ['AMB-32', 'included, ignored', { ...book(), included: [{ type: 'x', id: '1' }] }],
    ['DOC-14', 'included an object', { ...book(), included: {} }, invalid('/included')],
    ['DOC-05', 'another member, ignored', { ...book(), extra: { data: 1 } }],
    ['NAM-09', 'an at-member, ignored', { ...book(), '@context': 3 }],
    ['EXT-09', 'an extension member, let through', { ...book(), 'atomic:operations': [] }],
    [
      'DOC-05',
      '__proto__, ignored',
      json('{"data":{"type":"books","attributes":{"title":"A"}},"__proto__":{"data":null}}'),
    ],
  ]);
});

describe('type', () => {
  check('books', [
    ['RES-01', 'none: the resource', { data: { attributes: titled } }, invalid('/data')],
    [
      'RES-01',
      'none in an empty resource',
      { data: {} },
      [...invalid('/data'), ...wrong('')].map((it) => it.replace(/\/$/, '')),
    ],
    ['RES-03', 'a number', book({ type: 1 }), invalid('/data/type')],
    ['RES-03', 'null', book({ type: null }), invalid('/data/type')],
    ['RES-03', 'an array with the name', book({ type: ['books'] }), invalid('/data/type')],
    ['CRE-15', 'another of the API', book({ type: 'people' }), ['409 TYPE_CONFLICT /data/type']],
    ['CRE-15', 'one that the API lacks', book({ type: 'films' }), ['409 TYPE_CONFLICT /data/type']],
    ['NAM-01', 'in another case', book({ type: 'Books' }), ['409 TYPE_CONFLICT /data/type']],
    ['CRE-15', 'empty', book({ type: '' }), ['409 TYPE_CONFLICT /data/type']],
    ['CRE-15', 'constructor', book({ type: 'constructor' }), ['409 TYPE_CONFLICT /data/type']],
    [
      'CRE-16',
      'another: its members are not those of this type',
      book({ type: 'people', id: 1, lid: 2, meta: 3, attributes: { title: 1, nope: 2 }, relationships: { author: 4 } }),
      ['409 TYPE_CONFLICT /data/type'],
    ],
  ]);
});

describe('id', () => {
  check('people', [
    ['CRE-02', 'where the type takes it', person({ id: '1' })],
    ['CRE-02', 'a UUID', person({ id: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' })],
    ['RES-19', 'none where the type takes one', person()],
    ['AMB-07', 'empty', person({ id: '' }), invalid('/data/id')],
    ['CRE-02', 'a dot, which URLs lose', person({ id: '.' }), invalid('/data/id')],
    ['CRE-02', 'two dots', person({ id: '..' }), invalid('/data/id')],
    ['CRE-02', 'three dots', person({ id: '...' })],
    ['CRE-02', '255 characters', person({ id: 'x'.repeat(255) })],
    ['CRE-02', '256 characters', person({ id: 'x'.repeat(256) }), invalid('/data/id')],
    ['CRE-02', 'half a surrogate pair', person({ id: 'a\ud800' }), invalid('/data/id')],
    ['CRE-02', 'a whole surrogate pair', person({ id: '😀' })],
    ['RES-03', 'a number', person({ id: 1 }), invalid('/data/id')],
    ['RES-03', 'null', person({ id: null }), invalid('/data/id')],
    ['RES-03', 'an object', person({ id: { toString: '' } }), invalid('/data/id')],
  ]);
  check('books', [
    ['CRE-11', 'where the server chooses', book({ id: '1' }), ['403 CLIENT_ID_FORBIDDEN /data/id']],
    ['CRE-11', 'a number where the server chooses', book({ id: 1 }), invalid('/data/id')],
    ...['', '.', '..', 'x'.repeat(256), 'a\ud800'].map(
      (id): Row => [
        'CRE-11',
        `${JSON.stringify(id.slice(0, 9))} of ${id.length} characters where the server chooses`,
        book({ id }),
        ['403 CLIENT_ID_FORBIDDEN /data/id'],
      ],
    ),
  ]);
});

describe('lid', () => {
  const friend = (data: unknown): object => ({ relationships: { friend: { data } } });
  const lidOf = (lid: unknown, more: object = {}): object => ({ type: 'people', lid, ...more });
  check('people', [
    ['RES-04', 'a string', person({ lid: 'me' })],
    ['RES-03', 'a number', person({ lid: 1 }), invalid('/data/lid')],
    ['RES-03', 'null', person({ lid: null }), invalid('/data/lid')],
    ['RES-03', 'half a surrogate pair', person({ lid: '\udc00' }), invalid('/data/lid')],
    ['RID-06', 'a reference to the new resource itself', person({ lid: 'me', ...friend(lidOf('me')) })],
    ['RID-06', 'an empty one', person({ lid: '', ...friend(lidOf('')) })],
    [
      'RID-02',
      'a reference to an unknown local id',
      person({ lid: 'me', ...friend(lidOf('you')) }),
      ['400 LOCAL_ID_UNKNOWN /data/relationships/friend/data/lid'],
    ],
    [
      'RID-02',
      'a reference without one on the resource',
      person(friend(lidOf('me'))),
      ['400 LOCAL_ID_UNKNOWN /data/relationships/friend/data/lid'],
    ],
    [
      'RID-03',
      'a reference with a number',
      person({ lid: '1', ...friend(lidOf(1)) }),
      invalid('/data/relationships/friend/data/lid'),
    ],
    ['AMB-06', 'beside an id', person({ id: '1', lid: 'me' })],
    ['RID-06', 'a reference when it stands beside an id', person({ id: '1', lid: 'me', ...friend(lidOf('me')) })],
    ['AMB-06', 'beside an id in an identifier', person(friend(lidOf('x', { id: '2' })))],
    [
      'RID-03',
      'a number beside an id in an identifier',
      person(friend(lidOf(1, { id: '2' }))),
      invalid('/data/relationships/friend/data/lid'),
    ],
    ['RES-05', 'the same in every representation', person({ id: '1', lid: 'me', ...friend(lidOf('me', { id: '1' })) })],
    [
      'RES-05',
      'another in another representation',
      person({ id: '1', lid: 'me', ...friend(lidOf('you', { id: '1' })) }),
      invalid('/data/relationships/friend/data/lid'),
    ],
    [
      'RES-05',
      'the same for another resource',
      person({ id: '1', lid: 'me', ...friend(lidOf('me', { id: '2' })) }),
      invalid('/data/relationships/friend/data/lid'),
    ],
  ]);
  check('books', [
    [
      'RID-06',
      'a reference of another type',
      book({ lid: 'me', relationships: { author: { data: lidOf('me') } } }),
      ['400 LOCAL_ID_UNKNOWN /data/relationships/author/data/lid'],
    ],
    [
      'RID-06',
      'one of several target types',
      book({ lid: 'me', relationships: { related: { data: [{ type: 'books', lid: 'me' }, ann] } } }),
    ],
  ]);
});

describe('the resource object', () => {
  check('books', [
    ['RES-16', 'links', book({ links: { self: '/books/1' } })],
    ['LNK-01', 'links null', book({ links: null }), invalid('/data/links')],
    ['RES-18', 'meta', book({ meta: { any: ['thing'] } })],
    ['RES-18', 'meta a string', book({ meta: 'x' }), invalid('/data/meta')],
    ['DOC-05', 'another member, ignored', book({ title: 'B' })],
    ['NAM-09', 'an at-member, ignored', book({ '@type': 'x' })],
    ['EXT-09', 'an extension member, let through', book({ 'version:id': '3' })],
  ]);
});

describe('attributes', () => {
  check('books', [
    ['RES-12', 'null', book({ attributes: null }), invalid('/data/attributes')],
    ['RES-12', 'an array', book({ attributes: [titled] }), invalid('/data/attributes')],
    ['RES-12', 'a string', book({ attributes: 'title' }), invalid('/data/attributes')],
    ['ERR-24', 'a required one missing: attributes', book({ attributes: {} }), wrong('attributes')],
    [
      'ERR-24',
      'a required one missing without attributes: data',
      { data: { type: 'books' } },
      ['422 ATTRIBUTE_INVALID /data'],
    ],
    ['RES-13', 'any JSON value, when its schema takes it', attributes({ free: [null, { a: [1, 'x', true] }] })],
    ['RES-13', 'null, when its schema takes it', attributes({ subtitle: null })],
    ['ERR-20', 'null, when its schema does not', attributes({ title: null }), wrong('attributes/title')],
    ['ERR-20', 'another kind of value', attributes({ pages: '3' }), wrong('attributes/pages')],
    [
      'ERR-20',
      'another kind of value inside',
      attributes({ tags: [{ name: 'x' }, { name: 3 }] }),
      wrong('attributes/tags/1/name'),
    ],
    [
      'ERR-20',
      'two wrong values inside',
      attributes({ tags: [{ name: 1 }, {}] }),
      wrong('attributes/tags/0/name', 'attributes/tags/1'),
    ],
    ['ERR-24', 'a missing value inside: its parent', attributes({ tags: [{}] }), wrong('attributes/tags/0')],
    ['ERR-15', 'a slash in a key', attributes({ notes: { 'a/b': 1 } }), wrong('attributes/notes/a~1b')],
    ['ERR-15', 'a tilde in a key', attributes({ notes: { '~': 1 } }), wrong('attributes/notes/~0')],
    ['ERR-15', 'a tilde and a one in a key', attributes({ notes: { '~1': 1 } }), wrong('attributes/notes/~01')],
    ['ERR-15', 'an empty key', attributes({ notes: { '': 1 } }), wrong('attributes/notes/')],
    ['ERR-15', 'a key called length', attributes({ notes: { length: 1 } }), wrong('attributes/notes/length')],
    [
      'ERR-15',
      'half a surrogate pair in a key',
      attributes({ notes: { '\ud800': 'x' } }),
      wrong('attributes/notes/\ud800'),
    ],
    [
      'AMB-03',
      'keys inside that are not member names',
      attributes({ free: { '': 1, 'a.b': 2, '@c': 3, _d: 4, type: 5 } }),
    ],
    ['NAM-12', 'links and relationships inside', attributes({ free: { links: 1, relationships: 2 } })],
    ['CRE-18', 'an unknown one', attributes({ nope: 1 }), ['422 ATTRIBUTE_UNKNOWN /data/attributes/nope']],
    ['CRE-18', 'one in another case', attributes({ Title: 'x' }), ['422 ATTRIBUTE_UNKNOWN /data/attributes/Title']],
    [
      'CRE-18',
      'one with an inherited name',
      attributes({ toString: 1 }),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/toString'],
    ],
    [
      'CRE-18',
      'an unknown one that is null',
      attributes({ nope: null }),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/nope'],
    ],
    ['RES-10', 'id', attributes({ id: '1' }), ['422 ATTRIBUTE_UNKNOWN /data/attributes/id']],
    ['RES-10', 'type', attributes({ type: 'books' }), ['422 ATTRIBUTE_UNKNOWN /data/attributes/type']],
    [
      'RES-11',
      'the name of a relationship',
      attributes({ author: '1' }),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/author'],
    ],
    ['RES-14', 'a foreign key', attributes({ author_id: '1' }), ['422 ATTRIBUTE_UNKNOWN /data/attributes/author_id']],
    ['CRE-12', 'a read-only one', attributes({ stock: 1 }), ['403 FIELD_READ_ONLY /data/attributes/stock']],
    [
      'CRE-12',
      'a read-only one that is null',
      attributes({ stock: null }),
      ['403 FIELD_READ_ONLY /data/attributes/stock'],
    ],
    ['NAM-05', 'a hyphen inside of its name', attributes({ 'first-line': 'x' })],
    ['NAM-10', 'an at-member, ignored', attributes({ '@stock': 1, '@': 2, '@@': 3 })],
    [
      'AMB-23',
      'illegal names, ignored',
      attributes({ '': 1, _a: 1, a_: 1, '-a': 1, 'a+b': 1, 'a/b': 1, 'a~b': 1, 'a[b]': 1 }),
    ],
    ['EXT-09', 'an extension member, let through', attributes({ 'ext:a': 1 })],
    [
      'AMB-23',
      '__proto__',
      json('{"data":{"type":"books","attributes":{"title":"A","__proto__":{"stock":1}}}}'),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/__proto__'],
    ],
    [
      'RES-13',
      '__proto__ inside, rejected',
      json('{"data":{"type":"books","attributes":{"title":"A","free":{"a":[{"__proto__":{}}]}}}}'),
      wrong('attributes/free/a/0/__proto__'),
    ],
    ['RES-13', 'half a surrogate pair', attributes({ title: 'a\ud800b' }), wrong('attributes/title')],
    ['RES-13', 'the other half', attributes({ title: '\udc00' }), wrong('attributes/title')],
    ['RES-13', 'both in the wrong order', attributes({ title: '\udc00\ud800' }), wrong('attributes/title')],
    ['RES-13', 'half a surrogate pair inside', attributes({ free: { a: ['\ud800'] } }), wrong('attributes/free/a/0')],
    [
      'ERR-03',
      'several values that cannot be stored',
      attributes({ free: { a: '\ud800', b: ['\udc00', 'x'] } }),
      wrong('attributes/free/a', 'attributes/free/b/0'),
    ],
    [
      'ERR-03',
      'a value that cannot be stored and is of another kind: one problem',
      attributes({ pages: ['\ud800'] }),
      wrong('attributes/pages/0'),
    ],
    ['RES-13', 'a whole surrogate pair', attributes({ title: '😀', free: { '😀': '😀' } })],
    ['RES-13', 'a null character', attributes({ title: 'a\u0000b' })],
  ]);
});

describe('relationships', () => {
  const at = '/data/relationships/';
  check('books', [
    ['RES-15', 'null', book({ relationships: null }), invalid('/data/relationships')],
    ['RES-15', 'an array', book({ relationships: [] }), invalid('/data/relationships')],
    ['RES-15', 'empty', book({ relationships: {} })],
    ['CRE-03', 'an empty object', related({ author: {} }), invalid(`${at}author`)],
    ['CRE-03', 'links only', related({ author: { links: { self: '/' } } }), invalid(`${at}author`)],
    ['CRE-03', 'meta only', related({ author: { meta: {} } }), invalid(`${at}author`)],
    ['CRE-03', 'null', related({ author: null }), invalid(`${at}author`)],
    ['CRE-03', 'an identifier', related({ author: ann }), invalid(`${at}author`)],
    ['CRE-03', 'an array of identifiers', related({ editors: [ann] }), invalid(`${at}editors`)],
    ['CRE-03', 'an id', related({ author: '1' }), invalid(`${at}author`)],
    ['REL-01', 'data with links and meta', related({ author: { data: ann, links: { self: '/' }, meta: {} } })],
    ['LNK-01', 'links no object', related({ author: { data: ann, links: [] } }), invalid(`${at}author/links`)],
    ['MET-01', 'meta no object', related({ author: { data: ann, meta: 1 } }), invalid(`${at}author/meta`)],
    ['REL-04', 'an extension member, let through', related({ author: { data: ann, 'ext:a': 1 } })],
    ['CRE-18', 'an unknown one', related({ nope: { data: null } }), [`422 RELATIONSHIP_UNKNOWN ${at}nope`]],
    [
      'CRE-18',
      'one with an inherited name',
      related({ valueOf: { data: null } }),
      [`422 RELATIONSHIP_UNKNOWN ${at}valueOf`],
    ],
    ['RES-11', 'the name of an attribute', related({ title: { data: null } }), [`422 RELATIONSHIP_UNKNOWN ${at}title`]],
    ['RES-10', 'id', related({ id: { data: null } }), [`422 RELATIONSHIP_UNKNOWN ${at}id`]],
    ['CRE-12', 'a read-only one', related({ owner: { data: ann } }), [`403 FIELD_READ_ONLY ${at}owner`]],
    ['CRE-12', 'a read-only one, whatever it holds', related({ owner: 3 }), [`403 FIELD_READ_ONLY ${at}owner`]],
    ['NAM-10', 'an at-member, ignored', related({ '@author': 1 })],
    ['AMB-23', 'illegal names, ignored', related({ _x: { data: 1 }, 'a.b': 1, '': 1 })],
    ['EXT-09', 'an extension member beside them, let through', related({ 'ext:a': 1 })],
    [
      'AMB-23',
      '__proto__',
      json('{"data":{"type":"books","attributes":{"title":"A"},"relationships":{"__proto__":{"data":1}}}}'),
      [`422 RELATIONSHIP_UNKNOWN ${at}__proto__`],
    ],
  ]);
});

describe('linkage', () => {
  const at = '/data/relationships/';
  check('books', [
    ['REL-05', 'to-one: an identifier', author(ann)],
    ['REL-05', 'to-one: null', author(null)],
    ['REL-05', 'to-one: an array', author([ann]), invalid(`${at}author/data`)],
    ['REL-05', 'to-one: an empty array', author([]), invalid(`${at}author/data`)],
    ['REL-05', 'to-one: a string', author('1'), invalid(`${at}author/data`)],
    ['REL-05', 'to-one: false', author(false), invalid(`${at}author/data`)],
    ['REL-05', 'to-many: an empty array', editors()],
    ['REL-05', 'to-many: identifiers', editors(ann, { type: 'people', id: '2' })],
    ['AMB-33', 'to-many: an identifier twice', editors(ann, ann)],
    ['REL-05', 'to-many: null', related({ editors: { data: null } }), invalid(`${at}editors/data`)],
    ['REL-05', 'to-many: an identifier', related({ editors: { data: ann } }), invalid(`${at}editors/data`)],
    ['REL-05', 'to-many: null inside', editors(ann, null), invalid(`${at}editors/data/1`)],
    ['REL-05', 'to-many: an array inside', editors([ann]), invalid(`${at}editors/data/0`)],
    ['REL-05', 'to-many: an id inside', editors('1'), invalid(`${at}editors/data/0`)],
    ['RID-01', 'no type', author({ id: '1' }), invalid(`${at}author/data`)],
    ['RID-03', 'a type that is not a string', author({ type: 1, id: '1' }), invalid(`${at}author/data/type`)],
    ['RID-02', 'no id', author({ type: 'people' }), invalid(`${at}author/data`)],
    ['RID-03', 'a number', author({ type: 'people', id: 1 }), invalid(`${at}author/data/id`)],
    ['RID-03', 'id null', author({ type: 'people', id: null }), invalid(`${at}author/data/id`)],
    ['RID-03', 'a number beside a lid', author({ type: 'people', id: 1, lid: 'x' }), invalid(`${at}author/data/id`)],
    ['RID-03', 'half a surrogate pair', author({ type: 'people', id: '\ud800' }), invalid(`${at}author/data/id`)],
    ['AMB-07', 'an empty id, which does not exist', author({ type: 'people', id: '' })],
    ['CRE-15', 'a foreign type', author({ type: 'books', id: '1' }), [`409 TYPE_CONFLICT ${at}author/data/type`]],
    [
      'CRE-15',
      'a type that the API lacks',
      author({ type: 'films', id: '1' }),
      [`409 TYPE_CONFLICT ${at}author/data/type`],
    ],
    [
      'CRE-15',
      'a foreign type among others',
      editors(ann, { type: 'books', id: '1' }),
      [`409 TYPE_CONFLICT ${at}editors/data/1/type`],
    ],
    ['RID-04', 'meta', author({ ...ann, meta: { since: 1 } })],
    ['RID-04', 'meta no object', author({ ...ann, meta: [] }), invalid(`${at}author/data/meta`)],
    [
      'RID-04',
      'half a surrogate pair in meta',
      author({ ...ann, meta: { a: '\ud800' } }),
      invalid(`${at}author/data/meta/a`),
    ],
    ['RID-05', 'attributes and more, ignored', author({ ...ann, attributes: 3, links: 3, relationships: 3 })],
    ['NAM-09', 'an at-member, ignored', author({ ...ann, '@x': 1 })],
    [
      'ERR-03',
      'four faults of one',
      author({ type: 1, id: 2, lid: 3, meta: 4 }),
      ['type', 'id', 'lid', 'meta'].flatMap((it) => invalid(`${at}author/data/${it}`)),
    ],
    [
      'ERR-03',
      'a foreign type, and all else that is wrong',
      author({ type: 'books', id: 2, lid: 3, meta: { a: '\ud800', b: '\ud800' } }),
      [
        `409 TYPE_CONFLICT ${at}author/data/type`,
        ...['id', 'lid', 'meta/a', 'meta/b'].flatMap((it) => invalid(`${at}author/data/${it}`)),
      ],
    ],
    [
      'ERR-03',
      'a foreign type, and no id',
      author({ type: 'books' }),
      [`409 TYPE_CONFLICT ${at}author/data/type`, ...invalid(`${at}author/data`)],
    ],
    [
      'ERR-03',
      'a foreign type, and a local id that nothing has',
      author({ type: 'books', lid: 'x' }),
      [`409 TYPE_CONFLICT ${at}author/data/type`, `400 LOCAL_ID_UNKNOWN ${at}author/data/lid`],
    ],
    [
      'ERR-03',
      'a relationship object without data, and all else that is wrong',
      related({ author: { links: 1, meta: 2 } }),
      invalid(`${at}author`, `${at}author/links`, `${at}author/meta`),
    ],
    [
      'ERR-03',
      'each at fault',
      editors({}, ann, { type: 'people' }, 3),
      invalid(`${at}editors/data/0`, `${at}editors/data/2`, `${at}editors/data/3`),
    ],
  ]);
});
