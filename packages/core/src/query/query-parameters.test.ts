import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../error/json-api-error.ts';
import { defineExtension } from '../media-type/extension.ts';
import { defineApi } from '../schema/define-api.ts';
import { parseQuery } from './parse-query.ts';
import { defineQueryParameters } from './query-parameters.ts';

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const parameters = defineQueryParameters({
  dryRun: z.boolean(),
  'geo-box[north]': z.number(),
  sortBy: z.enum(['hot', 'new']),
  'page-token': z.string().transform((text) => text.length),
  sinceWhen: z.date().nullable(),
});

describe('defineQueryParameters', () => {
  test.each([
    'dryRun',
    'camelCase',
    'A',
    'a1',
    'dry-run',
    'dry_run',
    'dry run',
    'größe',
    '日本',
    'geoBox[north]',
    'geoBox[]',
    'geoBox[a.b][c]',
    'Include',
  ])('QRY-03: %j is a name for applications', (name) => {
    const declared = defineQueryParameters({ [name]: z.string() });
    expect(Object.keys(declared)).toEqual([name]);
    expect(Object.isFrozen(declared)).toBe(true);
    expect(
      parseQuery(api, 'articles', new URLSearchParams([[name, 'x']]), { parameters: declared }).parameters,
    ).toEqual({
      [name]: 'x',
    });
  });

  test.each([
    'include',
    'fields[articles]',
    'filter[x]',
    'limit',
    'limit[Max]',
    '',
    '[x]',
    '-x',
    'x-',
    'a.B',
    'a+B',
    '@aB',
    'ns:name',
    'aB[',
    'aB]',
    'aB[x]y',
    'aB[x',
    'aB[.]',
    'aB[-]',
    'aB[[x]]',
  ])('QRY-03, QRY-05: %j is none', (name) => {
    expect(() => defineQueryParameters({ [name]: z.string() })).toThrow(TypeError);
    expect(() => parseQuery(api, 'articles', '', { parameters: { [name]: z.string() } })).toThrow(/not a valid name/);
  });

  test.each(['dry-run', 'DryRun', 'dry_run'])(
    'QRY-04: camel case is a recommendation, which %j need not follow',
    (name) => {
      expect(parseQuery(api, 'articles', `${name}=1`, { parameters: { [name]: z.string() } }).parameters[name]).toBe(
        '1',
      );
    },
  );

  test('a parameter without a schema is none', () => {
    expect(() => defineQueryParameters({ dryRun: true as never })).toThrow(
      'defineQueryParameters: `dryRun` must be a Standard Schema',
    );
    expect(() => defineQueryParameters({ dryRun: null as never })).toThrow(TypeError);
  });
});

/** Returns the parameters of a query, or its errors as `CODE parameter`. */
function read(text: string, options: object = { parameters }): unknown {
  try {
    return parseQuery(api, 'articles', text, options).parameters;
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    expect(error.status).toBe(400);
    return error.errors.map(({ code, source }) => `${code} ${source?.parameter}`);
  }
}

describe('declared parameters', () => {
  test.each([
    ['none is sent', '', {}],
    ['a boolean', 'dryRun=true', { dryRun: true }],
    ['QRY-02: a member of a family', 'geo-box[north]=48.5', { 'geo-box[north]': 48.5 }],
    ['QRY-10: with its brackets encoded', 'geo-box%5Bnorth%5D=-1', { 'geo-box[north]': -1 }],
    ['QRY-06: with its name encoded', 'dry%52un=false', { dryRun: false }],
    ['one of an enumeration', 'sortBy=hot', { sortBy: 'hot' }],
    ['what the schema makes of it', 'page-token=abc', { 'page-token': 3 }],
    ['an empty text', 'page-token=', { 'page-token': 0 }],
    ['a date', 'sinceWhen=2026-01-01', { sinceWhen: new Date('2026-01-01') }],
    ['null', 'sinceWhen=null', { sinceWhen: null }],
    ['several', 'dryRun=true&sortBy=new', { dryRun: true, sortBy: 'new' }],
    ['QRY-12: a wrong value is not ignored', 'dryRun=yes', ['PARAMETER_INVALID dryRun']],
    ['QRY-12: a wrong value in a family', 'geo-box[north]=up', ['PARAMETER_INVALID geo-box[north]']],
    ['one given twice', 'dryRun=true&dryRun=true', ['PARAMETER_REPEATED dryRun']],
    ['QRY-05: another member of the family', 'geo-box[south]=1', ['PARAMETER_UNKNOWN geo-box[south]']],
    ['QRY-05: the family alone', 'geo-box=1', ['PARAMETER_UNKNOWN geo-box']],
    ['QRY-05: another case', 'dryrun=true', ['PARAMETER_UNKNOWN dryrun']],
    ['QRY-05: one that is not declared', 'dryRuns=true', ['PARAMETER_UNKNOWN dryRuns']],
    ['QRY-05: a name that objects inherit', 'toString=1', ['PARAMETER_UNKNOWN toString']],
  ])('%s: %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('are apart from all options and do not have a prototype', () => {
    const { parameters: values } = parseQuery(api, 'articles', 'dryRun=true', { parameters });
    expect([Object.getPrototypeOf(values), Object.isFrozen(values)]).toEqual([null, true]);
  });

  test('a schema that answers with a promise is a mistake of the declaration', () => {
    const later = { dryRun: z.string().refine(async () => true) };
    expect(() => read('dryRun=x', { parameters: later })).toThrow(TypeError);
  });

  test('the detail names what there is, and what may have been meant', () => {
    const details = (text: string): unknown => {
      try {
        return parseQuery(api, 'articles', text, { parameters: { dryRun: z.string() } });
      } catch (error) {
        return (error as JsonApiError).errors[0]?.detail;
      }
    };
    const known = 'Supported: `include`, `fields[TYPE]`, `sort`, `page[…]`, `filter[…]`, `dryRun`.';
    expect(details('dryrun=1')).toBe(`Unknown query parameter "dryrun". Did you mean \`dryRun\`? ${known}`);
    expect(details('includes=1')).toMatch(/ Did you mean `include`\?/);
    expect(details('feilds[articles]=1')).toMatch(/ Did you mean `fields`\?/);
    expect(details('limit=1')).toBe(`Unknown query parameter "limit". ${known}`);
    expect(details('page=1')).toBe('A page parameter must contain one name in brackets, such as `page[size]`.');
  });
});

describe('QRY-02: a declared family', () => {
  const family = defineQueryParameters({ 'geoBox[*]': z.number(), 'geoBox[name]': z.string() });
  test.each([
    ['any name in brackets', 'geoBox[north]=1&geoBox[south.east]=2', { 'geoBox[north]': 1, 'geoBox[south.east]': 2 }],
    ['an empty name', 'geoBox[]=1', { 'geoBox[]': 1 }],
    ['a name with a schema of its own', 'geoBox[name]=Alps', { 'geoBox[name]': 'Alps' }],
    ['a wrong value', 'geoBox[north]=up', ['PARAMETER_INVALID geoBox[north]']],
    ['the base name alone', 'geoBox=1', ['PARAMETER_UNKNOWN geoBox']],
    ['two names in brackets', 'geoBox[a][b]=1', ['PARAMETER_UNKNOWN geoBox[a][b]']],
    ['the declared name itself', 'geoBox[*]=1', ['PARAMETER_UNKNOWN geoBox[*]']],
    ['another base name', 'geoBoxes[a]=1', ['PARAMETER_UNKNOWN geoBoxes[a]']],
  ])('%s: %s', (_, text, expected) => {
    expect(read(text, { parameters: family })).toEqual(expected);
  });
});

describe('QRY-11, EXT-10: parameters of extensions', () => {
  const uri = 'https://example.com/ext/version';
  const version = defineExtension({ uri, namespace: 'version', parameters: ['id', 'at'] });
  const silent = defineExtension({ uri: 'https://example.com/ext/silent', namespace: 'silent' });
  const given = (text: string) => parseQuery(api, 'articles', text, { extensions: [silent, version] });

  test('are let through by name while the extension applies', () => {
    const query = given('version:id=1&version%3Aat[from]=2%2C3');
    expect([...query.extensionParameters]).toEqual([
      ['version:id', '1'],
      ['version:at[from]', '2,3'],
    ]);
    expect(query.parameters).toEqual({});
    expect(() => (query.extensionParameters as Map<string, string>).set('x', 'y')).toThrow(TypeError);
  });

  test.each([
    ['an extension that does not apply', 'version:id=1', []],
    ['a parameter that the extension does not define', 'version:nope=1', [version]],
    ['an extension without parameters', 'silent:id=1', [silent]],
    ['another namespace', 'versions:id=1', [version]],
    ['another case', 'Version:id=1', [version]],
    ['a name with capitals', 'version:Id=1', [version]],
    ['a namespace alone', 'version:=1', [version]],
    ['a name alone', ':id=1', [version]],
    ['two colons', 'version:id:id=1', [version]],
    ['a name in brackets', 'page[version:id]=1', [version]],
  ])('QRY-05: %s: %s', (_, text, extensions) => {
    expect(read(text, { extensions })).toEqual([`PARAMETER_UNKNOWN ${text.slice(0, -2)}`]);
  });

  test('one given twice is rejected', () => {
    expect(read('version:id=1&version%3Aid=2', { extensions: [version] })).toEqual(['PARAMETER_REPEATED version:id']);
  });
});
