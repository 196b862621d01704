import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { englishMessages } from '../src/error/chapters/english-messages.ts';
import { errorTable } from '../src/error/chapters/error-table.ts';
import { ruleStatements } from '../src/spec/rule-statements.ts';
import { findLeak, leakMarkers } from './leak-markers.ts';

const examples = leakMarkers.flatMap((marker) => marker.examples.map((text) => [marker, text] as const));

describe('a leak is found', () => {
  test.each(examples)('$name: %s', ({ name, pattern }, text) => {
    expect(text).toMatch(pattern);
    expect(findLeak(`An error: ${text}`), name).toBeDefined();
    expect(findLeak(JSON.stringify({ errors: [{ detail: `An error: ${text}` }] })), name).toBeDefined();
  });

  test('after a text that the request contains', () => {
    expect(findLeak('TypeError: TypeError in RangeError', () => '?TypeError')).toBe(
      'the class of an error: RangeError',
    );
    expect(findLeak('a.ts calls b.ts', () => '/a.ts')).toBe('the path of a module: b.ts');
  });

  test('although the request contains another text of this kind', () => {
    expect(findLeak('TypeError\n    at find (/srv/a.ts:1:2)', () => '/a.ts?TypeError')).toBe(
      'a frame of a stack: at find (',
    );
    expect(findLeak('no such column: a', () => 'insert into a')).toBeDefined();
  });
});

describe('a text of the request is not a leak', () => {
  test.each([
    ['itself', 'Unknown type "a.ts".', '/a.ts'],
    ['encoded in the URL', 'Unknown field "select 1".', '/a?sort=select%201'],
    ['escaped in the document', 'Unknown type "TypeError".', '{"type":"\\u0054ypeError"}'],
    ['escaped in the answer', '{"detail":"Unknown type \\"near \\\\\\"x\\\\\\": syntax\\"."}', 'near \\"x\\": syntax'],
  ])('%s', (_, answer, request) => {
    expect(findLeak(answer, () => request)).toBeUndefined();
  });
});

describe('strings of the product are not found', () => {
  // `errors-document.test.ts` proves that the page shows the errors of real requests.
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const sections = page.split(/^### /m).slice(1);
  const blocks = (section: string, language: string): string =>
    [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, text]) => text).join('\n');

  test('the errors of real requests', () => {
    const errors = sections.map((section) => [blocks(section, 'json'), blocks(section, 'http')] as const);
    expect(errors.filter(([error, request]) => error.includes('"code"') && request !== '').length).toBe(
      Object.keys(errorTable).length,
    );
    expect(errors.flatMap(([error, request]) => findLeak(error, () => request) ?? [])).toEqual([]);
  });

  test('titles of errors and statements of rules', () => {
    const titles = Object.values(errorTable).map(({ title }) => title);
    const statements = Object.values(ruleStatements).map((it) => it.slice(it.indexOf(': ') + 2));
    expect(titles.length + statements.length).toBeGreaterThan(100);
    expect([...titles, ...statements].filter((it) => findLeak(it) !== undefined)).toEqual([]);
  });

  test('messages of errors', () => {
    const strings = Object.values(englishMessages as object).flatMap((group: object) =>
      Object.values(group).map(String),
    );
    expect(strings.length).toBeGreaterThan(300);
    expect(strings.map((it) => findLeak(it)).filter((it) => it !== undefined)).toEqual([]);
  });
});
