import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQueryParameterName } from './query-parameter-family.ts';

describe('names in a family (QRY-02)', () => {
  test.each<[name: string, baseName: string, brackets: string[]]>([
    ['include', 'include', []],
    ['page[size]', 'page', ['size']],
    ['page[]', 'page', ['']],
    ['page[][]', 'page', ['', '']],
    ['filter[a][b]', 'filter', ['a', 'b']],
    ['filter[a][][b]', 'filter', ['a', '', 'b']],
    ['filter[author.name]', 'filter', ['author.name']],
    ['filter[a.b.c][d.e]', 'filter', ['a.b.c', 'd.e']],
    ['filter[first name]', 'filter', ['first name']],
    ['filter[größe]', 'filter', ['größe']],
    ['filter[a-b_c]', 'filter', ['a-b_c']],
    ['camelCase', 'camelCase', []],
    ['camelCase[x]', 'camelCase', ['x']],
    ['some-param', 'some-param', []],
    ['größe', 'größe', []],
    ['constructor[toString]', 'constructor', ['toString']],
  ])('%s', (name, baseName, brackets) => {
    expect(parseQueryParameterName(name)).toEqual({ baseName, brackets });
  });

  test.each<[name: string, baseName: string, brackets: string[]]>([
    ['atomic:op', 'atomic:op', []],
    ['A0z:op[x]', 'A0z:op', ['x']],
    ['constructor:op', 'constructor:op', []],
  ])('EXT-10: %s is named by an extension', (name, baseName, brackets) => {
    expect(parseQueryParameterName(name)).toEqual({ baseName, brackets });
  });
});

describe('names in no family', () => {
  test.each([
    ['', 'is empty'],
    ['[]', 'does not have a base name'],
    ['[size]', 'does not have a base name'],
    ['page[', 'has an open bracket'],
    ['page]', 'has a closing bracket only'],
    ['page[size', 'has an open bracket'],
    ['page[size]x', 'goes on behind the brackets'],
    ['page[size]x[y]', 'goes on between the brackets'],
    ['page[size].x', 'goes on behind the brackets'],
    ['page[size] ', 'goes on behind the brackets'],
    ['page[size]\n', 'goes on behind the brackets'],
    ['page[[size]]', 'has brackets in brackets'],
    ['page[a[b]]', 'has brackets in brackets'],
    ['page[a]]', 'has a bracket too many'],
    ['page][a]', 'has a bracket too many'],
    ['page [size]', 'has a base name that ends with a space'],
    [' page', 'has a base name that starts with a space'],
    ['page\n', 'has a control in its base name'],
    ['_page', 'has a base name that starts with a low line'],
    ['page-', 'has a base name that ends with a hyphen'],
    ['author.name', 'has a dot in its base name'],
    ['a,b', 'has a comma in its base name'],
    ['@page', 'has an at sign in its base name'],
    ['page[@id]', 'has an at-member in its brackets'],
    ['page[.]', 'has empty names around its dot'],
    ['page[a.]', 'has an empty name behind its dot'],
    ['page[.a]', 'has an empty name before its dot'],
    ['page[a..b]', 'has an empty name between its dots'],
    ['page[_a]', 'has a name that starts with a low line'],
    ['page[a.-b]', 'has a name that starts with a hyphen'],
    ['page[ ]', 'has a space for a name'],
    ['page[a,b]', 'has a comma in its brackets'],
    ['page[a:b]', 'has a colon in its brackets'],
    ['page[a\n]', 'has a control in its brackets'],
    ['page[%61]', 'is encoded twice'],
    ['page%5Bsize%5D', 'is encoded twice'],
    ['__proto__', 'starts with a low line'],
    ['page[__proto__]', 'has a name that starts with a low line'],
    ['page[a.__proto__]', 'has a name that starts with a low line'],
    // EXT-10: a namespace, a colon, and one or more of a-z.
    [':op', 'does not have a namespace'],
    ['atomic:', 'does not have a name behind its namespace'],
    ['atomic:Op', 'has a capital behind its namespace'],
    ['atomic:op1', 'has a digit behind its namespace'],
    ['atomic:some-op', 'has a hyphen behind its namespace'],
    ['my-ext:op', 'has a hyphen in its namespace'],
    ['a:b:c', 'has two colons'],
    ['atomic:op\n', 'ends with a line feed'],
  ])('%j %s', (name) => {
    expect(parseQueryParameterName(name)).toBeUndefined();
  });

  test('a long name is read in one pass', () => {
    const many = '[a]'.repeat(100_000);
    expect(parseQueryParameterName(`page${many}`)?.brackets).toHaveLength(100_000);
    expect(parseQueryParameterName(`page${many}x`)).toBeUndefined();
    expect(parseQueryParameterName(`page${'['.repeat(100_000)}`)).toBeUndefined();
    expect(parseQueryParameterName(`${'a'.repeat(100_000)}:1`)).toBeUndefined();
  });
});

test('QRY-08: a name that was taken apart is put together again', () => {
  const bracket = fc.constantFrom('', 'a', 'b.c', 'x y', 'toString', 'é');
  fc.assert(
    fc.property(
      fc.constantFrom('page', 'fields', 'a:b', 'myParam'),
      fc.array(bracket, { maxLength: 5 }),
      (baseName, brackets) => {
        const name = baseName + brackets.map((bracket) => `[${bracket}]`).join('');
        expect(parseQueryParameterName(name)).toEqual({ baseName, brackets });
      },
    ),
  );
});
