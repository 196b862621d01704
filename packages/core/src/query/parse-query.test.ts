import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { casesOf } from '../../test/runs.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { defineExtension } from '../media-type/extension.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { parseQuery } from './parse-query.ts';
import type { FilterTerm } from './query.ts';
import type { QueryLimits } from './query-limits.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { sort: true, filter: true }),
      words: attribute(z.number(), { sort: true, filter: true }),
      body: z.string(),
    },
    relationships: { author: toOne('people', { filter: true }), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() }, relationships: { on: toOne(['articles', 'comments']) } },
});
type Type = 'articles' | 'people' | 'comments';
const parameters = { dryRun: z.boolean(), 'geo-box[n]': z.number() };
const extensions = [defineExtension({ uri: 'https://example.com/v', namespace: 'v', parameters: ['id'] })];

/** Every problem of a query as `CODE parameter`; every one has status 400. */
function problems(
  text: string,
  types: Type | readonly Type[] = 'articles',
  limits: Partial<QueryLimits> = {},
): string[] {
  try {
    parseQuery(api, types, text, { limits, parameters, extensions });
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    expect(error.status).toBe(400);
    for (const { status, detail } of error.errors) {
      expect(status).toBe('400');
      expect(detail).not.toMatch(/\p{Cc}|undefined|NaN|\[object/u);
    }
    return error.errors.map(({ code, source }) => `${code} ${source?.parameter}`);
  }
  return [];
}

const empty = {
  include: undefined,
  fields: {},
  sort: [],
  filter: [],
  page: new Map(),
  parameters: {},
  extensionParameters: new Map(),
};
const read = (text: string) => ({ ...parseQuery(api, 'articles', text) });

describe('parameters of the specification', () => {
  test.each<[row: string, text: string, query: object]>([
    ['no parameters', '', {}],
    ['a question mark alone', '?', {}],
    ['INC-02: a path', 'include=author', { include: ['author'] }],
    ['INC-02: paths', 'include=author,comments.on', { include: ['author', 'comments.on'] }],
    ['a path given twice', 'include=author,author', { include: ['author'] }],
    ['INC-03: an empty include', 'include=', { include: [] }],
    ['INC-03: an include without a value', 'include', { include: [] }],
    ['QRY-15, AMB-14: an encoded comma separates', 'include=author%2Ccomments', { include: ['author', 'comments'] }],
    ['QRY-15, AMB-14: an encoded dot separates', 'include=comments%2Eon', { include: ['comments.on'] }],
    [
      'INC-07 for several targets: a path that one of them has',
      'include=comments.on.author',
      { include: ['comments.on.author'] },
    ],
    ['FLD-01: a fieldset', 'fields[articles]=title,author', { fields: { articles: ['title', 'author'] } }],
    [
      'FLD-01: fieldsets',
      'fields[articles]=title&fields[people]=name',
      { fields: { articles: ['title'], people: ['name'] } },
    ],
    ['FLD-02: an empty fieldset', 'fields[articles]=', { fields: { articles: [] } }],
    [
      'SRT-04: sort',
      'sort=-words,title',
      {
        sort: [
          { field: 'words', descending: true },
          { field: 'title', descending: false },
        ],
      },
    ],
    [
      'FIL-01: a filter',
      'filter[title]=a+b%2B,c',
      { filter: [{ field: 'title', operator: 'eq', values: ['a b+', 'c'] }] },
    ],
    [
      'FIL-02: filters',
      'filter[author]=1,2&filter[words][gt]=9',
      {
        filter: [
          { field: 'author', operator: 'eq', values: ['1', '2'] },
          { field: 'words', operator: 'gt', values: [9] },
        ],
      },
    ],
    [
      'one field, two operators',
      'filter[words][ge]=1&filter[words][lt]=9',
      {
        filter: [
          { field: 'words', operator: 'ge', values: [1] },
          { field: 'words', operator: 'lt', values: [9] },
        ],
      },
    ],
    [
      'PAG-01: a page',
      'page[size]=10&page[number]=2',
      {
        page: new Map([
          ['size', '10'],
          ['number', '2'],
        ]),
      },
    ],
    [
      'PAG-01: any page names, for the strategy to judge',
      'page[x.y]=&page[constructor]=1',
      {
        page: new Map([
          ['x.y', ''],
          ['constructor', '1'],
        ]),
      },
    ],
    [
      'QRY-06: percent-encoding, UTF-8 and plus',
      'filter%5Btitle%5D=gr%C3%B6%C3%9Fe+x',
      { filter: [{ field: 'title', operator: 'eq', values: ['größe x'] }] },
    ],
    [
      'QRY-06: an equals sign in a value',
      'filter[title]=a=b',
      { filter: [{ field: 'title', operator: 'eq', values: ['a=b'] }] },
    ],
    ['QRY-06: empty pairs', '&&include=author&', { include: ['author'] }],
  ])('%s: %s', (_, text, query) => {
    expect(read(text)).toEqual({ ...empty, ...query });
  });

  test('a query may come as text, with a question mark or not, or as URLSearchParams', () => {
    const text = 'include=author&page[size]=1';
    expect(parseQuery(api, 'articles', `?${text}`)).toEqual(parseQuery(api, 'articles', text));
    expect(parseQuery(api, 'articles', new URLSearchParams(text))).toEqual(parseQuery(api, 'articles', text));
  });

  test('the query is frozen through and through', () => {
    const query = parseQuery(
      api,
      'articles',
      'include=author&fields[articles]=title&sort=title&filter[words]=1&page[size]=1',
    );
    const parts = [query, query.include, query.fields, query.fields.articles, query.sort, query.sort[0]];
    expect(
      [...parts, query.filter, query.filter[0], (query.filter[0] as FilterTerm).values, query.page].every(
        Object.isFrozen,
      ),
    ).toBe(true);
    expect(() => (query.page as Map<string, string>).set('size', '2')).toThrow(TypeError);
    expect(Object.isFrozen(parseQuery(api, 'articles', '').sort)).toBe(true);
  });

  test('limits that are not given keep their defaults', () => {
    const limits = Object.freeze({ sortFields: 1 });
    expect(problems('sort=title,words', 'articles', limits)).toEqual(['SORT_NOT_SUPPORTED sort']);
    expect(problems('sort=title,words')).toEqual([]);
  });
});

describe('QRY-09, QRY-10: brackets, encoded or not', () => {
  const encodings: [kind: string, encode: (name: string) => string][] = [
    ['encoded', (name) => name.replaceAll('[', '%5B').replaceAll(']', '%5D')],
    ['encoded in lower case', (name) => name.replaceAll('[', '%5b').replaceAll(']', '%5d')],
    ['half encoded', (name) => name.replaceAll('[', '%5B')],
    ['encoded letter by letter', (name) => [...name].map((it) => `%${it.charCodeAt(0).toString(16)}`).join('')],
  ];
  const pairs = [
    ['fields[articles]', 'title'],
    ['page[size]', '5'],
    ['filter[words][gt]', '7'],
    ['fields[unknown]', 'title'],
    ['filter[unknown]', 'x'],
    ['filter[words]', 'x'],
    ['page[]', '1'],
    ['page[a][b]', '1'],
    ['unknown[x]', '1'],
  ] as const;

  test.each(encodings)('%s: the same query, the same problems', (_, encode) => {
    for (const [name, value] of pairs) {
      const expected = problems(`${name}=${value}`);
      expect(problems(`${encode(name)}=${value}`)).toEqual(expected);
      if (expected.length > 0) expect(expected[0]).toMatch(/ [a-z]+\[/);
      else expect(read(`${encode(name)}=${value}`)).toEqual(read(`${name}=${value}`));
    }
    expect(problems(`page[size]=1&${encode('page[size]')}=1`)).toEqual(['PARAMETER_REPEATED page[size]']);
  });
});

describe('QRY-01, QRY-05: names that are not parameter', () => {
  test.each([
    ['a reserved name', 'limit'],
    ['a reserved name with brackets', 'limit[x]'],
    ['a reserved name with empty brackets', 'limit[]'],
    ['QRY-03: an implementation-specific name', 'camelCase'],
    ['QRY-03: an implementation-specific family', 'my-param[x]'],
    ['QRY-11: an extension that is not applied', 'atomic:op'],
    ['include with brackets', 'include[]'],
    ['include with a name in brackets', 'include[author]'],
    ['sort with brackets', 'sort[title]'],
    ['fields without brackets', 'fields'],
    ['fields with two pairs of brackets', 'fields[articles][title]'],
    ['page without brackets', 'page'],
    ['page with empty brackets', 'page[]'],
    ['page with two pairs of brackets', 'page[size][max]'],
    ['another case of a parameter', 'Include'],
    ['a singular', 'field[articles]'],
    ['a name with a space', 'include '],
    ['a name with a line feed', 'include\n'],
    ['an open bracket', 'page[size'],
    ['text behind the brackets', 'page[size]x'],
    ['an empty name', ''],
    ['a name encoded twice', 'page%5Bsize%5D'],
    ['a prototype name', 'constructor'],
    ['a prototype name', '__proto__'],
    ['a prototype name', 'toString[x]'],
    ['a prototype name in brackets', 'page[__proto__]'],
    ['a prototype name in brackets', 'fields[__proto__]'],
    ['a prototype name in brackets', 'filter[__proto__]'],
    ['an at-member', '@include'],
    ['a dotted name', 'page.size'],
    ['a control', 'a\u0000'],
    ['a name outside ASCII', 'größe'],
  ])('%s: %j', (_, name) => {
    expect(problems(`${encodeURIComponent(name)}=x`)).toEqual([`PARAMETER_UNKNOWN ${name}`]);
  });

  test('QRY-14: source.parameter is the decoded name, however odd, and the beginning of a long one', () => {
    const name = `${'x'.repeat(90)}[\n😀]`;
    expect(problems(`${encodeURIComponent(name)}=1`)).toEqual([`PARAMETER_UNKNOWN ${name}`]);
    expect(problems(`${'x'.repeat(500)}=1`)).toEqual([`PARAMETER_UNKNOWN ${'x'.repeat(99)}…`]);
    expect(problems('a+b%2Bc=1')).toEqual(['PARAMETER_UNKNOWN a b+c']);
  });
});

describe('QRY-13: values that are wrong', () => {
  test.each([
    ['INC-07: an unknown path', 'include=missing', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['INC-07: an attribute', 'include=title', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['INC-07: an empty path', 'include=author,', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['INC-07: a path that no target has', 'include=comments.on.name', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['a prototype name in include', 'include=constructor', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['a prototype name in a path', 'include=author.__proto__', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['a double-encoded dot', 'include=comments%252Eon', ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['a path that is too long', 'include=comments.on.comments.on', ['RELATIONSHIP_PATH_TOO_LONG include']],
    ['AMB-12: an unknown type', 'fields[unknown]=x', ['TYPE_UNKNOWN fields[unknown]']],
    ['AMB-12: an unknown field', 'fields[people]=name,x', ['FIELD_UNKNOWN fields[people]']],
    ['AMB-12: id', 'fields[people]=id', ['FIELD_UNKNOWN fields[people]']],
    ['a prototype name for a type', 'fields[constructor]=x', ['TYPE_UNKNOWN fields[constructor]']],
    ['a prototype name for a field', 'fields[people]=toString', ['FIELD_UNKNOWN fields[people]']],
    ['SRT-05: an unknown sort field', 'sort=unknown', ['SORT_NOT_SUPPORTED sort']],
    ['SRT-05: an attribute that is not for sorting', 'sort=body', ['SORT_NOT_SUPPORTED sort']],
    [
      'SRT-02: a path in sort through a relationship that is not for it',
      'sort=author.name',
      ['SORT_NOT_SUPPORTED sort'],
    ],
    ['AMB-15: an empty sort', 'sort=', ['SORT_NOT_SUPPORTED sort']],
    ['a plus sign in sort is a space', 'sort=+title', ['SORT_NOT_SUPPORTED sort']],
    ['a prototype name in sort', 'sort=-constructor', ['SORT_NOT_SUPPORTED sort']],
    ['a filter without brackets', 'filter=x', ['FILTER_NOT_SUPPORTED filter']],
    ['a filter with empty brackets', 'filter[]=x', ['FILTER_NOT_SUPPORTED filter[]']],
    ['an unknown filter', 'filter[unknown]=x', ['FILTER_NOT_SUPPORTED filter[unknown]']],
    ['a filter by a path', 'filter[author.name]=x', ['FILTER_NOT_SUPPORTED filter[author.name]']],
    ['a prototype name for a filter', 'filter[constructor]=x', ['FILTER_NOT_SUPPORTED filter[constructor]']],
    ['an unknown operator', 'filter[words][like]=x', ['FILTER_NOT_SUPPORTED filter[words][like]']],
    ['a wrong filter value', 'filter[words]=many', ['FILTER_VALUE_INVALID filter[words]']],
    ['an empty filter value', 'filter[author]=', ['FILTER_NOT_SUPPORTED filter[author]']],
  ])('%s: %s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  test('every problem is reported, in the order of the parameters (ERR-03, ERR-05)', () => {
    expect(problems('x=1&include=a,b&fields[people]=c,d&sort=e,f&filter[g]=1&page=1')).toEqual([
      'PARAMETER_UNKNOWN x',
      'RELATIONSHIP_PATH_UNKNOWN include',
      'RELATIONSHIP_PATH_UNKNOWN include',
      'FIELD_UNKNOWN fields[people]',
      'FIELD_UNKNOWN fields[people]',
      'SORT_NOT_SUPPORTED sort',
      'SORT_NOT_SUPPORTED sort',
      'FILTER_NOT_SUPPORTED filter[g]',
      'PARAMETER_UNKNOWN page',
    ]);
  });
});

describe('AMB-13: a parameter given again', () => {
  test.each([
    ['include=author&include=comments', 'include'],
    ['include=author&include=author', 'include'],
    ['include=&include=', 'include'],
    ['fields[people]=name&fields[people]=', 'fields[people]'],
    ['sort=title&sort=words', 'sort'],
    ['page[size]=1&page[size]=2', 'page[size]'],
    ['filter[title]=a&filter[title]=b', 'filter[title]'],
    ['sort=title&include=author&s%6Frt=words', 'sort'],
  ])('%s', (text, parameter) => {
    expect(problems(text)).toEqual([`PARAMETER_REPEATED ${parameter}`]);
  });

  test('the spelled-out operator is another parameter', () => {
    expect(problems('filter[title]=a&filter[title][eq]=b')).toEqual([]);
  });
});

describe('collections of several types', () => {
  const both = ['articles', 'people'] as const;

  test('are included and narrowed by what each type has', () => {
    expect(parseQuery(api, both, 'include=author,articles&fields[people]=name&page[size]=1')).toMatchObject({
      include: ['author', 'articles'],
      fields: { people: ['name'] },
    });
    expect(problems('include=on', both)).toEqual(['RELATIONSHIP_PATH_UNKNOWN include']);
  });

  test('are neither sorted nor filtered', () => {
    expect(problems('sort=title&filter[title]=x&filter[unknown]=x', both)).toEqual([
      'SORT_NOT_SUPPORTED sort',
      'FILTER_NOT_SUPPORTED filter[title]',
      'FILTER_NOT_SUPPORTED filter[unknown]',
    ]);
  });

  test('a list of one type is that type', () => {
    expect(problems('sort=title&filter[title]=x', ['articles'])).toEqual([]);
  });
});

describe('limits', () => {
  const many = (count: number, make: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => make(index)).join('&');

  test.each<[row: string, text: string, limits: Partial<QueryLimits>, expected: string[]]>([
    ['20 problems', many(21, (n) => `x${n}`), {}, Array.from({ length: 20 }, (_, n) => `PARAMETER_UNKNOWN x${n}`)],
    ['problems', 'a&b&c', { errors: 2 }, ['PARAMETER_UNKNOWN a', 'PARAMETER_UNKNOWN b']],
    ['no problems at all, where one is there', 'a&b', { errors: 0 }, ['PARAMETER_UNKNOWN a']],
    ['100 parameters', many(100, (n) => `page[p${n}]=1`), {}, []],
    [
      '101 parameters: the first one too many',
      many(101, (n) => `page[p${n}]=1`),
      {},
      ['PARAMETERS_TOO_MANY page[p100]'],
    ],
    ['repeated ones count', 'a&a&a', { parameters: 2 }, ['PARAMETERS_TOO_MANY a']],
    ['no parameters at all', 'include=', { parameters: 0 }, ['PARAMETERS_TOO_MANY include']],
    ['an empty name', '=1', { parameters: 0 }, ['PARAMETERS_TOO_MANY ']],
    ['steps of a path', 'include=comments.on', { includeDepth: 1 }, ['RELATIONSHIP_PATH_TOO_LONG include']],
    ['paths', 'include=author,comments', { includePaths: 1 }, ['RELATIONSHIP_PATHS_TOO_MANY include']],
    ['sort fields', 'sort=title,words', { sortFields: 1 }, ['SORT_NOT_SUPPORTED sort']],
    ['filter values within the limit', 'filter[author]=1,2&filter[title]=x', { filterValues: 3 }, []],
    [
      'filter values of one parameter',
      'filter[author]=1,2,3',
      { filterValues: 2 },
      ['FILTER_NOT_SUPPORTED filter[author]'],
    ],
    [
      'filter values of all: the parameter that goes too far',
      'filter[author]=1,2&filter[title]=x',
      { filterValues: 2 },
      ['FILTER_NOT_SUPPORTED filter[title]'],
    ],
    [
      'the length of a filter value',
      'filter[title]=xxx',
      { filterValueLength: 2 },
      ['FILTER_NOT_SUPPORTED filter[title]'],
    ],
  ])('%s', (_, text, limits, expected) => {
    expect(problems(text, 'articles', limits)).toEqual(expected);
  });
});

test('without extensions, parameters of extensions are unknown (QRY-11)', () => {
  expect(() => parseQuery(api, 'articles', 'v:id=1')).toThrow('"v:id" does not belong to an extension');
});

test('a type that the API lacks is a mistake of the user, whatever the query', () => {
  for (const text of ['', 'include=x', 'sort=x', 'filter[x]=1']) {
    expect(() => parseQuery(api, 'missing' as 'people', text)).toThrow(TypeError);
    expect(() => parseQuery(api, ['people', 'constructor' as 'people'], text)).toThrow(TypeError);
  }
});

test('any text gives a query or a JsonApiError that names parameters as they were sent', { timeout: 30_000 }, () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        'include',
        'fields',
        'sort',
        'filter',
        'page',
        '[',
        ']',
        '[articles]',
        '[title]',
        '[words]',
        '[author]',
        '[size]',
      ],
      ...[
        '=',
        '=',
        '&',
        '&',
        ',',
        '.',
        '-',
        '%5B',
        '%5D',
        '%',
        '%2',
        '+',
        '[gt]',
        'title',
        'author',
        'comments',
        'on',
        '7',
      ],
      ...['__proto__', 'constructor', 'toString', '\u0000', '😀', '\ud800', 'a:b', '@'],
      ...['dryRun', 'geo-box[n]', 'v:id', 'true', 'null', '\\', 'on.title', 'comments.', '[comments.on]', 'e1'],
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const sent = new Set(new URLSearchParams(text).keys());
      const found = problems(text);
      outcomes.add(found.length === 0);
      expect(found.filter((problem) => !sent.has(problem.slice(problem.indexOf(' ') + 1)))).toEqual([]);
    }),
    { numRuns: casesOf('PROPERTY_RUNS', { long: 1000, short: 300 }) },
  );
  expect(outcomes.size).toBe(2);
});

test.each(['/articles?sort=title', 'https://example.com/articles?sort=title', '//example.com/a'])(
  'a URL in the place of a query is a mistake of the program: %s',
  (url) => {
    expect(() => parseQuery(api, 'articles', url)).toThrow(TypeError);
    // A client chooses what follows the question mark.
    expect(() => parseQuery(api, 'articles', `?${url}`)).toThrow(JsonApiError);
  },
);
