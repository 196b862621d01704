import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { problemsOf } from '../../../test/problems.ts';
import { parseUpdate } from './parse-update.ts';

const update = (members: object): object => ({ data: { type: 'articles', id: '1', ...members } });

describe('accepts', () => {
  test('nothing to change (UPD-02)', () => {
    expect(parseUpdate(blog, 'articles', update({}), { id: '1' })).toEqual({
      type: 'articles',
      id: '1',
      attributes: {},
      relationships: {},
    });
  });

  test('only what is given, null as null (UPD-02, UPD-16)', () => {
    const body = update({ attributes: { title: 'B' }, relationships: { author: { data: null } } });
    const { attributes, relationships } = parseUpdate(blog, 'articles', JSON.stringify(body), { id: '1' });
    expect(attributes).toEqual({ title: 'B' });
    expect(relationships).toEqual({ author: null });
  });

  test('no default of a schema for what is absent (UPD-02)', () => {
    expect(Object.keys(parseUpdate(blog, 'articles', update({ attributes: {} })).attributes)).toEqual([]);
  });

  test('any id when the user names none', () => {
    expect(parseUpdate(blog, 'articles', update({})).id).toBe('1');
  });
});

describe('reports', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['no id: its parent (UPD-01)', { data: { type: 'articles' } }, ['400 DOCUMENT_INVALID /data']],
    ['a numeric id (RES-03)', update({ id: 1 }), ['400 DOCUMENT_INVALID /data/id']],
    ['another id (UPD-12)', update({ id: '2' }), ['409 ID_CONFLICT /data/id']],
    ['another type (UPD-12)', update({ type: 'people' }), ['409 TYPE_CONFLICT /data/type']],
    [
      'another type: its members are not those of this type (ERR-03)',
      update({ type: 'people', attributes: { x: 1 } }),
      ['409 TYPE_CONFLICT /data/type'],
    ],
    [
      'a read-only attribute (UPD-09)',
      update({ attributes: { createdAt: null } }),
      ['403 FIELD_READ_ONLY /data/attributes/createdAt'],
    ],
    [
      'null where the schema has none',
      update({ attributes: { title: null } }),
      ['422 ATTRIBUTE_INVALID /data/attributes/title'],
    ],
    [
      'a relationship without data (UPD-03)',
      update({ relationships: { comments: { links: {} } } }),
      ['400 DOCUMENT_INVALID /data/relationships/comments'],
    ],
    [
      'a local id: nothing is created here',
      update({ lid: 'x', relationships: { author: { data: { type: 'people', lid: 'x' } } } }),
      ['400 LOCAL_ID_UNKNOWN /data/relationships/author/data/lid'],
    ],
  ])('%s', (_, body, problems) => {
    expect(problemsOf(body, () => parseUpdate(blog, 'articles', body, { id: '1' }))).toEqual(problems);
  });
});
