/** Update requests and requests about relationships, chapter by chapter: each case names the requirement it stands for. */
import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { problemsOf } from '../../../test/problems.ts';
import { parseLinkage } from './parse-linkage.ts';
import { parseUpdate } from './parse-update.ts';

type Row = readonly [row: string, name: string, document: unknown, problems?: readonly string[]];

const dan = { type: 'people', id: '9' };
const comment = { type: 'comments', id: '5' };
const update = (members: object = {}): object => ({ data: { type: 'articles', id: '1', ...members } });
const attributes = (given: object): object => update({ attributes: given });
const related = (given: object): object => update({ relationships: given });
const invalid = (...pointers: string[]): string[] => pointers.map((pointer) => `400 DOCUMENT_INVALID ${pointer}`);
const at = '/data/relationships/';

describe('an update', () => {
  test.each<Row>([
    // The document
    ['UPD-01', 'a resource with type and id', update()],
    ['DOC-01', 'an array', [update()], invalid('')],
    ['ERR-24', 'no data: the document', {}, invalid('')],
    ['UPD-01', 'data null', { data: null }, invalid('/data')],
    ['UPD-01', 'data an array of one', { data: [{ type: 'articles', id: '1' }] }, invalid('/data')],
    ['DOC-03', 'errors beside data', { ...update(), errors: [] }, invalid('/errors')],
    ['AMB-32', 'included, ignored', { ...update(), included: [3] }],
    ['DOC-05', 'other members, ignored', { ...update({ extra: 1 }), extra: 1 }],
    ['NAM-09', 'at-members, ignored', { ...update({ '@a': 1 }), '@b': 1 }],
    ['EXT-09', 'extension members, let through', { ...update({ 'version:id': '1' }), 'ext:a': 1 }],
    // Identification
    ['UPD-01', 'no type: the resource', { data: { id: '1' } }, invalid('/data')],
    ['RES-03', 'type null', update({ type: null }), invalid('/data/type')],
    ['UPD-12', 'another type', update({ type: 'people' }), ['409 TYPE_CONFLICT /data/type']],
    [
      'UPD-14',
      'another type and another id: the type is said first',
      update({ type: 'people', id: '2' }),
      ['409 TYPE_CONFLICT /data/type'],
    ],
    ['UPD-01', 'no id: the resource', { data: { type: 'articles' } }, invalid('/data')],
    ['UPD-12', 'another id', update({ id: '2' }), ['409 ID_CONFLICT /data/id']],
    ['UPD-12', 'an empty id', update({ id: '' }), ['409 ID_CONFLICT /data/id']],
    ['UPD-12', 'an id in other digits', update({ id: '01' }), ['409 ID_CONFLICT /data/id']],
    ['UPD-12', 'an id with a blank', update({ id: '1 ' }), ['409 ID_CONFLICT /data/id']],
    ['RES-03', 'a number', update({ id: 1 }), invalid('/data/id')],
    ['RES-03', 'an id that is null', update({ id: null }), invalid('/data/id')],
    ['RES-03', 'half a surrogate pair', update({ id: '\ud800' }), invalid('/data/id')],
    ['AMB-06', 'a lid beside the id, ignored', update({ lid: 'x' })],
    ['RES-03', 'a lid that is not a string', update({ lid: 1 }), invalid('/data/lid')],
    [
      'RES-05',
      'the lid of another resource',
      update({ lid: 'x', relationships: { comments: { data: [{ ...comment, lid: 'x' }] } } }),
    ],
    [
      'RES-05',
      'two lids of one resource',
      related({
        comments: {
          data: [
            { ...comment, lid: 'x' },
            { ...comment, lid: 'y' },
          ],
        },
      }),
      invalid(`${at}comments/data/1/lid`),
    ],
    ['RES-16', 'links no object', update({ links: 1 }), invalid('/data/links')],
    ['RES-18', 'meta no object', update({ meta: 1 }), invalid('/data/meta')],
    // Attributes
    ['UPD-02', 'no attributes', attributes({})],
    ['RES-12', 'attributes null', update({ attributes: null }), invalid('/data/attributes')],
    ['UPD-02', 'a required one absent', attributes({ tags: [] })],
    [
      'UPD-16',
      'null where the schema has none',
      attributes({ title: null }),
      ['422 ATTRIBUTE_INVALID /data/attributes/title'],
    ],
    ['ERR-20', 'a wrong value', attributes({ title: '' }), ['422 ATTRIBUTE_INVALID /data/attributes/title']],
    [
      'ERR-20',
      'a wrong value inside',
      attributes({ tags: [{ name: 'x' }, { name: 1 }] }),
      ['422 ATTRIBUTE_INVALID /data/attributes/tags/1/name'],
    ],
    [
      'RES-13',
      'half a surrogate pair',
      attributes({ title: '\ud800' }),
      ['422 ATTRIBUTE_INVALID /data/attributes/title'],
    ],
    ['CRE-18', 'an unknown one', attributes({ nope: 1 }), ['422 ATTRIBUTE_UNKNOWN /data/attributes/nope']],
    ['UPD-09', 'a read-only one', attributes({ createdAt: null }), ['403 FIELD_READ_ONLY /data/attributes/createdAt']],
    ['NAM-10', 'an at-member, ignored', attributes({ '@createdAt': 1 })],
    ['AMB-23', 'an illegal name, ignored', attributes({ _title: 1 })],
    // Relationships
    ['UPD-03', 'no data', related({ author: {} }), invalid(`${at}author`)],
    ['UPD-03', 'links alone', related({ comments: { links: {} } }), invalid(`${at}comments`)],
    ['UPD-03', 'an identifier itself', related({ author: dan }), invalid(`${at}author`)],
    ['UPD-03', 'null itself', related({ author: null }), invalid(`${at}author`)],
    ['UPD-03', 'data null', related({ author: { data: null } })],
    ['UPD-03', 'to-many: another set', related({ comments: { data: [comment] } })],
    ['REL-05', 'to-many: null', related({ comments: { data: null } }), invalid(`${at}comments/data`)],
    ['REL-05', 'to-one: an array', related({ author: { data: [dan] } }), invalid(`${at}author/data`)],
    ['UPD-12', 'a foreign type', related({ author: { data: comment } }), [`409 TYPE_CONFLICT ${at}author/data/type`]],
    ['RES-15', 'relationships an array', update({ relationships: [] }), invalid('/data/relationships')],
    ['CRE-18', 'an unknown one', related({ nope: { data: null } }), [`422 RELATIONSHIP_UNKNOWN ${at}nope`]],
    [
      'RID-02',
      'a lid: nothing is created here',
      update({ lid: 'x', relationships: { author: { data: { type: 'people', lid: 'x' } } } }),
      [`400 LOCAL_ID_UNKNOWN ${at}author/data/lid`],
    ],
    // Together
    [
      'ERR-03',
      'all of it',
      update({ id: '2', attributes: { title: 1, nope: 1 }, relationships: { author: {} } }),
      [
        '409 ID_CONFLICT /data/id',
        '422 ATTRIBUTE_INVALID /data/attributes/title',
        '422 ATTRIBUTE_UNKNOWN /data/attributes/nope',
        ...invalid(`${at}author`),
      ],
    ],
  ])('(%s) %s', (_, __, document, problems = []) => {
    expect(problemsOf(document, () => parseUpdate(blog, 'articles', document, { id: '1' }))).toEqual(problems);
  });

  test('(UPD-02) relationships that are absent are not members; (UPD-16) null is null', () => {
    const { relationships } = parseUpdate(blog, 'articles', related({ author: { data: null } }));
    expect(relationships).toEqual({ author: null });
    expect(Object.keys(parseUpdate(blog, 'articles', update()).relationships)).toEqual([]);
    expect(Object.isFrozen(relationships)).toBe(true);
  });

  test('(AMB-33) an identifier that is repeated counts once, by type and id', () => {
    const data = [comment, { type: 'articles', id: '5' }, comment];
    const document = { data: { type: 'collections', id: '1', relationships: { items: { data } } } };
    expect(parseUpdate(blog, 'collections', document).relationships.items).toEqual(data.slice(0, 2));
  });
});

describe('an update of a relationship', () => {
  test.each<readonly [string, string, unknown, readonly string[], relationship?: 'author' | 'comments']>([
    ['RUP-01', 'to-one: an identifier', { data: dan }, []],
    ['RUP-01', 'to-one: null clears', { data: null }, []],
    ['RUP-01', 'to-one: an array', { data: [dan] }, invalid('/data')],
    ['RUP-01', 'to-one: an empty array', { data: [] }, invalid('/data')],
    ['RUP-01', 'to-one: an id', { data: '9' }, invalid('/data')],
    ['ERR-24', 'no data: the document', {}, invalid('')],
    ['ERR-24', 'no data beside meta', { meta: {} }, invalid('')],
    ['DOC-01', 'no object', [dan], invalid('')],
    ['DOC-03', 'errors beside data', { data: null, errors: [] }, invalid('/errors')],
    ['RID-01', 'no type', { data: { id: '9' } }, invalid('/data')],
    ['RID-01', 'a type that is not a string', { data: { type: 9, id: '9' } }, invalid('/data/type')],
    ['RID-02', 'no id', { data: { type: 'people' } }, invalid('/data')],
    ['RID-03', 'a numeric id', { data: { type: 'people', id: 9 } }, invalid('/data/id')],
    [
      'RID-02',
      'a lid: nothing is created here',
      { data: { type: 'people', lid: 'x' } },
      ['400 LOCAL_ID_UNKNOWN /data/lid'],
    ],
    ['RID-04', 'meta', { data: { ...dan, meta: {} } }, []],
    ['RID-04', 'meta no object', { data: { ...dan, meta: 'x' } }, invalid('/data/meta')],
    ['RID-05', 'more than an identifier has, ignored', { data: { ...dan, attributes: 1 }, extra: 1, '@a': 1 }, []],
    ['UPD-12', 'a foreign type', { data: comment }, ['409 TYPE_CONFLICT /data/type']],
    ['RUP-02', 'to-many: identifiers', { data: [comment] }, [], 'comments'],
    ['RUP-15', 'to-many: an empty array', { data: [] }, [], 'comments'],
    ['RUP-04', 'to-many: an identifier twice', { data: [comment, comment] }, [], 'comments'],
    ['RUP-02', 'to-many: null', { data: null }, invalid('/data'), 'comments'],
    ['RUP-02', 'to-many: an identifier', { data: comment }, invalid('/data'), 'comments'],
    ['RUP-02', 'to-many: an object with numbers', { data: { 0: comment, length: 1 } }, invalid('/data'), 'comments'],
    ['RUP-02', 'to-many: null inside', { data: [null] }, invalid('/data/0'), 'comments'],
    [
      'RID-03',
      'half a surrogate pair',
      { data: [{ type: 'comments', id: '\ud800' }] },
      invalid('/data/0/id'),
      'comments',
    ],
    ['UPD-12', 'to-many: a foreign type', { data: [comment, dan] }, ['409 TYPE_CONFLICT /data/1/type'], 'comments'],
    ['ERR-03', 'to-many: each at fault', { data: [{}, comment, 3] }, invalid('/data/0', '/data/2'), 'comments'],
  ])('(%s) %s', (_, __, document, problems, relationship = 'author') => {
    expect(problemsOf(document, () => parseLinkage(blog, 'articles', relationship as 'author', document))).toEqual(
      problems,
    );
  });

  test('never more problems than wanted', () => {
    const document = { data: Array.from({ length: 500 }, () => 1) };
    expect(problemsOf(document, () => parseLinkage(blog, 'articles', 'comments', document))).toHaveLength(20);
  });
});
