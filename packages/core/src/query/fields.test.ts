import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../schema/define-api.ts';
import { toOne } from '../schema/relationship.ts';
import { parseFields } from './fields.ts';
import { createQueryErrors } from './query-errors.ts';

const api = defineApi({
  articles: { attributes: { title: z.string(), body: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
  constructor: { attributes: { toString: z.string() } },
});

function read(brackets: string[], value: string) {
  const errors = createQueryErrors();
  return { fieldset: parseFields(api, brackets, value, 'as sent', errors), issues: errors.errors };
}

describe('parseFields', () => {
  test.each<[row: string, type: string, value: string, names: string[]]>([
    ['FLD-01: one field', 'articles', 'title', ['title']],
    ['FLD-01: several, in the order given', 'articles', 'body,title', ['body', 'title']],
    ['FLD-02: none', 'articles', '', []],
    ['FLD-04: a relationship is a field', 'articles', 'title,author', ['title', 'author']],
    ['a repeated name counts once', 'articles', 'title,title', ['title']],
    ['names that objects inherit are names like others', 'constructor', 'toString', ['toString']],
  ])('%s', (_, type, value, names) => {
    const { fieldset, issues } = read([type], value);
    expect([fieldset, issues]).toEqual([{ type, names }, []]);
    expect(Object.isFrozen(fieldset?.names)).toBe(true);
  });

  test.each<[row: string, brackets: string[], value: string, code: string]>([
    ['FLD-07, AMB-12: an unknown field', ['articles'], 'title,unknown', 'FIELD_UNKNOWN'],
    ['AMB-12: id', ['articles'], 'id', 'FIELD_UNKNOWN'],
    ['AMB-12: type', ['articles'], 'type', 'FIELD_UNKNOWN'],
    ['AMB-12: a field of another type', ['people'], 'title', 'FIELD_UNKNOWN'],
    ['an empty name', ['articles'], 'title,', 'FIELD_UNKNOWN'],
    ['nothing but a comma', ['articles'], ',', 'FIELD_UNKNOWN'],
    ['a space', ['articles'], 'title, body', 'FIELD_UNKNOWN'],
    ['another case', ['articles'], 'Title', 'FIELD_UNKNOWN'],
    ['a path', ['articles'], 'author.name', 'FIELD_UNKNOWN'],
    ['a prototype name', ['articles'], 'toString', 'FIELD_UNKNOWN'],
    ['a prototype name', ['articles'], '__proto__', 'FIELD_UNKNOWN'],
    ['FLD-07, AMB-12: an unknown type', ['unknown'], 'title', 'TYPE_UNKNOWN'],
    ['AMB-12: an unknown type without fields', ['unknown'], '', 'TYPE_UNKNOWN'],
    ['a prototype name for a type', ['toString'], 'title', 'TYPE_UNKNOWN'],
    ['an empty pair of brackets', [''], 'title', 'TYPE_UNKNOWN'],
    ['a dotted type', ['articles.author'], 'name', 'TYPE_UNKNOWN'],
    ['no brackets', [], 'title', 'PARAMETER_UNKNOWN'],
    ['two pairs of brackets', ['articles', 'author'], 'name', 'PARAMETER_UNKNOWN'],
  ])('rejects %s: %j=%s', (_, brackets, value, code) => {
    expect(read(brackets, value).issues).toEqual([
      expect.objectContaining({ status: '400', code, source: { parameter: 'as sent' } }),
    ]);
  });

  test('reports every unknown field, each once', () => {
    expect(read(['articles'], 'x,title,y,x').issues.map(({ detail }) => detail)).toEqual([
      'Type "articles" does not have a field "x".',
      'Type "articles" does not have a field "y".',
    ]);
  });
});
