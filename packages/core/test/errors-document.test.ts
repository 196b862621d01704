import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packageFiles, packagePath } from '../../../scripts/workspace.ts';
import { type ErrorCode, errorTable } from '../src/error/chapters/error-table.ts';
import { documentedCodes, errorsDocument } from './errors-document.ts';

const written = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const codes = Object.keys(errorTable) as ErrorCode[];

function readSources(isTest: boolean): readonly (readonly [path: string, text: string])[] {
  // Suites are tests that several packages run, and each example is a request with its error.
  const suites = isTest ? packageFiles('test/**/{*-suite,error-examples}.ts') : [];
  const own = packageFiles('src/**/*.ts').filter(
    (path) => path.endsWith('.test.ts') === isTest && !path.endsWith('.test-d.ts'),
  );
  return [...own, ...suites].map((path) => [path, readFileSync(packagePath(path), 'utf8')] as const);
}

test('docs/errors.md contains the generated text, with errors of real requests; otherwise run: node scripts/docs/write-errors.ts', async () => {
  expect(written).toBe(await errorsDocument());
});

test('every code is documented, and no other code', () => {
  expect(documentedCodes().map(({ code }) => code)).toEqual(codes);
  const rows = [...written.matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (.+?) \|/gm)];
  expect(rows.map(([, code, status, title]) => [code, Number(status), title])).toEqual(
    codes.map((code) => [code, errorTable[code].status, errorTable[code].title]),
  );
});

test('the strings are sentences', () => {
  for (const { code, when, client } of documentedCodes()) {
    expect(when, code).toMatch(/^[A-Z`].+\.$/);
    expect(client, code).toMatch(/^[A-Z].+\.$/);
  }
});

describe('every code', () => {
  const sources = readSources(false).filter(([path]) => !path.startsWith('core/src/error/chapters/'));
  const tests = readSources(true).filter(([path]) => path !== 'core/src/error/create-error-object.test.ts');

  test.each(codes)('%s is thrown in a source file and expected in a test', (code) => {
    expect(sources.filter(([, text]) => new RegExp(`['\`]${code}[.']`).test(text)).length).toBeGreaterThan(0);
    expect(tests.filter(([, text]) => new RegExp(`\\b${code}\\b`).test(text)).length).toBeGreaterThan(0);
  });
});
