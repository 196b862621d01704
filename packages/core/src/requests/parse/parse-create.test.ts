import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog } from '../../../test/blog.ts';
import { problemsOf } from '../../../test/problems.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { parseCreate } from './parse-create.ts';

const dan = { type: 'people', id: '9' };
const article = (members: object): object => ({ data: { type: 'articles', ...members } });
const titled = (members: object): object => article({ attributes: { title: 'A' }, ...members });

describe('accepts', () => {
  test('text: attributes through their schemas, linkage as identifiers (CRE-01, CRE-03)', () => {
    const body = titled({ relationships: { author: { data: dan }, comments: { data: [] } } });
    expect(parseCreate(blog, 'articles', JSON.stringify(body))).toEqual({
      type: 'articles',
      attributes: { title: 'A' },
      relationships: { author: dan, comments: [] },
    });
  });

  test('absent stays absent, null is null (UPD-02, UPD-16)', () => {
    const { attributes, relationships } = parseCreate(
      blog,
      'articles',
      titled({ relationships: { author: { data: null } } }),
    );
    expect(Object.keys(attributes)).toEqual(['title']);
    expect(relationships).toEqual({ author: null });
  });

  test('schemas transform and fill in', () => {
    const api = defineApi({
      events: {
        attributes: { at: z.iso.datetime().transform((text) => new Date(text)), kind: z.string().default('talk') },
      },
    });
    const body = { data: { type: 'events', attributes: { at: '1970-01-01T00:00:00Z' } } };
    expect(parseCreate(api, 'events', body).attributes).toEqual({ at: new Date(0), kind: 'talk' });
  });

  test.each([
    [
      'at-members anywhere (NAM-09, NAM-10)',
      { '@x': 1, attributes: { title: 'A', '@y': 1 }, relationships: { '@z': 1 } },
    ],
    ['members with illegal names (DOC-05, AMB-23)', { attributes: { title: 'A', _x: 1 }, relationships: { 'a.b': 1 } }],
    ['members that do not belong (DOC-05)', { extra: 1 }],
    ['a lid beside an id (AMB-06)', { lid: 'x' }],
  ])('and ignores %s', (_, members) => {
    expect(problemsOf({}, () => parseCreate(blog, 'articles', titled(members)))).toEqual([]);
  });

  test('a client-generated id where the type allows it (CRE-02)', () => {
    const body = { data: { ...dan, attributes: { name: 'Dan' } } };
    expect(parseCreate(blog, 'people', body).id).toBe('9');
  });

  test('a local id, and identifiers that name the new resource by it (RES-04, RID-06)', () => {
    const friend = { data: { type: 'people', lid: 'me' } };
    const body = { data: { type: 'people', lid: 'me', attributes: { name: 'Dan' }, relationships: { friend } } };
    expect(parseCreate(blog, 'people', body)).toMatchObject({
      lid: 'me',
      relationships: { friend: { type: 'people', lid: 'me' } },
    });
  });

  test('an identifier that is repeated, once (AMB-33); its meta is kept', () => {
    const comments = { data: [5, 12, 5].map((id) => ({ type: 'comments', id: String(id), meta: { n: id } })) };
    expect(parseCreate(blog, 'articles', titled({ relationships: { comments } })).relationships.comments).toEqual([
      { type: 'comments', id: '5', meta: { n: 5 } },
      { type: 'comments', id: '12', meta: { n: 12 } },
    ]);
  });

  test('what it gives is frozen and does not have inherited names', () => {
    const input = parseCreate(blog, 'articles', titled({}));
    expect(Object.isFrozen(input) && Object.isFrozen(input.attributes)).toBe(true);
    expect('constructor' in input.attributes).toBe(false);
    expect('toString' in input.relationships).toBe(false);
  });
});

describe('reports', () => {
  test.each<[string, unknown, readonly string[]]>([
    // The document
    ['no object', [], ['400 DOCUMENT_INVALID ']],
    ['no data: "" (ERR-24, AMB-17)', { meta: {} }, ['400 DOCUMENT_INVALID ']],
    ['data null (CRE-01)', { data: null }, ['400 DOCUMENT_INVALID /data']],
    ['data an array (CRE-01)', { data: [] }, ['400 DOCUMENT_INVALID /data']],
    // Type and id
    ['no type: its parent (RES-01, ERR-24)', { data: { attributes: { title: 'A' } } }, ['400 DOCUMENT_INVALID /data']],
    ['a type that is not a string (RES-03)', titledAs(3), ['400 DOCUMENT_INVALID /data/type']],
    ['another type (CRE-15)', titledAs('people'), ['409 TYPE_CONFLICT /data/type']],
    [
      'another type: its members are not those of this type (ERR-03)',
      { data: { ...dan, id: 9, attributes: { x: 1 } } },
      ['409 TYPE_CONFLICT /data/type'],
    ],
    ['the type __proto__', titledAs('__proto__'), ['409 TYPE_CONFLICT /data/type']],
    ['an id where the server chooses (CRE-11)', titled({ id: '1' }), ['403 CLIENT_ID_FORBIDDEN /data/id']],
    ['an id that is not a string (RES-03)', titled({ id: 1 }), ['400 DOCUMENT_INVALID /data/id']],
    ['an empty id where the server chooses (CRE-11)', titled({ id: '' }), ['403 CLIENT_ID_FORBIDDEN /data/id']],
    [
      'an id that is half a character where the server chooses (CRE-11)',
      titled({ id: '\ud800' }),
      ['403 CLIENT_ID_FORBIDDEN /data/id'],
    ],
    [
      'an id that is a dot segment where the server chooses (CRE-11)',
      titled({ id: '..' }),
      ['403 CLIENT_ID_FORBIDDEN /data/id'],
    ],
    ['a null id', titled({ id: null }), ['400 DOCUMENT_INVALID /data/id']],
    ['a lid that is not a string (RES-03)', titled({ lid: 1 }), ['400 DOCUMENT_INVALID /data/lid']],
    // Attributes
    ['attributes no object (RES-12)', article({ attributes: [] }), ['400 DOCUMENT_INVALID /data/attributes']],
    [
      'a missing attribute: attributes (ERR-24)',
      article({ attributes: {} }),
      ['422 ATTRIBUTE_INVALID /data/attributes'],
    ],
    ['a missing attribute without attributes: data', article({}), ['422 ATTRIBUTE_INVALID /data']],
    ['a wrong value (ERR-20)', titled({ attributes: { title: 3 } }), ['422 ATTRIBUTE_INVALID /data/attributes/title']],
    [
      'a wrong value inside',
      titled({ attributes: { title: 'A', tags: [{ name: 'x' }, { name: 3 }] } }),
      ['422 ATTRIBUTE_INVALID /data/attributes/tags/1/name'],
    ],
    [
      'a missing value inside: its parent',
      titled({ attributes: { title: 'A', tags: [{}] } }),
      ['422 ATTRIBUTE_INVALID /data/attributes/tags/0'],
    ],
    [
      'an unknown attribute (CRE-18)',
      titled({ attributes: { title: 'A', nope: 1 } }),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/nope'],
    ],
    [
      'an inherited name',
      titled({ attributes: { title: 'A', constructor: 1 } }),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/constructor'],
    ],
    [
      'a read-only attribute',
      titled({ attributes: { title: 'A', createdAt: '' } }),
      ['403 FIELD_READ_ONLY /data/attributes/createdAt'],
    ],
    [
      'a relationship among the attributes',
      titled({ attributes: { title: 'A', author: '9' } }),
      ['422 ATTRIBUTE_UNKNOWN /data/attributes/author'],
    ],
    // Relationships
    ['relationships no object (RES-15)', titled({ relationships: 'x' }), ['400 DOCUMENT_INVALID /data/relationships']],
    [
      'an unknown relationship',
      titled({ relationships: { nope: { data: null } } }),
      ['422 RELATIONSHIP_UNKNOWN /data/relationships/nope'],
    ],
    [
      'an attribute among the relationships',
      titled({ relationships: { tags: { data: [] } } }),
      ['422 RELATIONSHIP_UNKNOWN /data/relationships/tags'],
    ],
    [
      'a relationship without data (CRE-03)',
      titled({ relationships: { author: {} } }),
      ['400 DOCUMENT_INVALID /data/relationships/author'],
    ],
    [
      'a relationship that is an identifier',
      titled({ relationships: { author: dan } }),
      ['400 DOCUMENT_INVALID /data/relationships/author'],
    ],
    [
      'an array for to-one (REL-05)',
      titled({ relationships: { author: { data: [dan] } } }),
      ['400 DOCUMENT_INVALID /data/relationships/author/data'],
    ],
    [
      'null for to-many (REL-05)',
      titled({ relationships: { comments: { data: null } } }),
      ['400 DOCUMENT_INVALID /data/relationships/comments/data'],
    ],
    [
      'one identifier for to-many (REL-05)',
      titled({ relationships: { comments: { data: dan } } }),
      ['400 DOCUMENT_INVALID /data/relationships/comments/data'],
    ],
    [
      'a member that is not an object',
      titled({ relationships: { comments: { data: ['5'] } } }),
      ['400 DOCUMENT_INVALID /data/relationships/comments/data/0'],
    ],
    [
      'an identifier without type (RID-01)',
      titled({ relationships: { author: { data: { id: '9' } } } }),
      ['400 DOCUMENT_INVALID /data/relationships/author/data'],
    ],
    [
      'an identifier without id (RID-02)',
      titled({ relationships: { author: { data: { type: 'people' } } } }),
      ['400 DOCUMENT_INVALID /data/relationships/author/data'],
    ],
    [
      'a numeric id (RID-03)',
      titled({ relationships: { author: { data: { type: 'people', id: 9 } } } }),
      ['400 DOCUMENT_INVALID /data/relationships/author/data/id'],
    ],
    [
      'a foreign type',
      titled({ relationships: { author: { data: { type: 'articles', id: '9' } } } }),
      ['409 TYPE_CONFLICT /data/relationships/author/data/type'],
    ],
    [
      'an unknown local id',
      titled({ relationships: { author: { data: { type: 'people', lid: 'x' } } } }),
      ['400 LOCAL_ID_UNKNOWN /data/relationships/author/data/lid'],
    ],
    [
      'everything at once (ERR-03)',
      article({ id: 1, attributes: { title: '', x: 1 }, relationships: { author: { data: [] } } }),
      [
        '400 DOCUMENT_INVALID /data/id',
        '422 ATTRIBUTE_INVALID /data/attributes/title',
        '422 ATTRIBUTE_UNKNOWN /data/attributes/x',
        '400 DOCUMENT_INVALID /data/relationships/author/data',
      ],
    ],
  ])('%s', (_, body, problems) => {
    expect(problemsOf(body, () => parseCreate(blog, 'articles', body))).toEqual(problems);
  });

  test('the status that the text demands, whatever else is wrong (CRE-11, UPD-09)', () => {
    const statusOf = (body: unknown): number => {
      try {
        parseCreate(blog, 'articles', body);
      } catch (error) {
        if (JsonApiError.is(error)) return error.status;
      }
      return 0;
    };
    expect(statusOf(article({ id: '1' }))).toBe(403);
    expect(statusOf(article({ attributes: { createdAt: '' } }))).toBe(403);
    expect(statusOf(article({ id: 1, attributes: {} }))).toBe(400);
  });

  test('at most as many problems as are wanted, and no time for the others', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]));
    const tags = Array.from({ length: 20_000 }, () => 1);
    const body = article({ attributes: { title: 'A', tags, ...many }, relationships: many });
    expect(problemsOf(body, () => parseCreate(blog, 'articles', body, { members: 1e6 }))).toHaveLength(20);
    expect(problemsOf(body, () => parseCreate(blog, 'articles', body, { errors: 3, members: 1e6 }))).toHaveLength(3);
  });

  test('a read-only relationship', () => {
    const body = { data: { ...dan, attributes: { name: 'x' }, relationships: { articles: { data: [] } } } };
    expect(problemsOf(body, () => parseCreate(blog, 'people', body))).toEqual([
      '403 FIELD_READ_ONLY /data/relationships/articles',
    ]);
  });

  test('more identifiers than are allowed, over all relationships', () => {
    const api = defineApi({ a: { relationships: { one: toMany('a'), two: toMany('a'), up: toOne('a') } } });
    const many = (count: number): object => ({
      data: Array.from({ length: count }, (_, id) => ({ type: 'a', id: `${id}` })),
    });
    const body = { data: { type: 'a', relationships: { one: many(2), two: many(2) } } };
    expect(problemsOf(body, () => parseCreate(api, 'a', body, { linkageMembers: 4 }))).toEqual([]);
    expect(problemsOf(body, () => parseCreate(api, 'a', body, { linkageMembers: 3 }))).toEqual([
      '422 LINKAGE_TOO_LARGE /data/relationships/two/data',
    ]);
  });

  test('a tilde and a slash in a name escaped, the user’s text bounded', () => {
    const name = `~${'x'.repeat(500)}`;
    const body = titledAs(name);
    try {
      parseCreate(blog, 'articles', body);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(250);
    }
  });

  test('a schema that answers with a promise is the API’s mistake', () => {
    const api = defineApi({ a: { attributes: { x: z.string().refine(async () => true) } } });
    expect(() => parseCreate(api, 'a', { data: { type: 'a', attributes: { x: '' } } })).toThrow();
  });
});

function titledAs(type: unknown): object {
  return { data: { type, attributes: { title: 'A' } } };
}

describe('limits', () => {
  const strange = article({ attributes: { title: 5, strange: 1 } });

  test.each([[undefined], [0]])('a limit of %o errors lets nothing pass', (errors) => {
    expect(() => parseCreate(blog, 'articles', strange, { errors: errors as number })).toThrow(JsonApiError);
  });

  test('a limit that is undefined is the usual one', () => {
    const body = JSON.stringify(titled({ meta: { text: 'x'.repeat(2 ** 20) } }));
    expect(() => parseCreate(blog, 'articles', body, { bytes: undefined as never })).toThrow(JsonApiError);
  });
});
