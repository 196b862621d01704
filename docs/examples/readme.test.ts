import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checked, handler } from './quick-start.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const example = readFileSync(new URL('./quick-start.ts', import.meta.url), 'utf8');

/** The fenced block of a language that follows a sentence of the README. */
function blockAfter(sentence: string, language: string): string {
  const start = readme.indexOf(`\`\`\`${language}\n`, readme.indexOf(sentence));
  expect(start).toBeGreaterThan(0);
  return readme.slice(start + language.length + 4, readme.indexOf('\n```', start)).trim();
}

test('the README shows the example as it is compiled', () => {
  expect(blockAfter('## In a dozen lines', 'ts')).toBe(example.trim());
});

test('the README shows the response that the example gives', async () => {
  const url = 'http://localhost/articles/1?include=author&fields[people]=name';
  const response = await handler(new Request(url));
  expect(response.headers.get('Content-Type')).toBe('application/vnd.api+json');
  expect(JSON.parse(blockAfter('answers', 'json'))).toEqual(await response.json());
});

test('the example validates', () => {
  expect(checked).toMatchObject({ issues: [{ rule: expect.any(String), pointer: '/data' }] });
});
