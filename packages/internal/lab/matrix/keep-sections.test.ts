import { expect, test } from 'vitest';
import { keepSections, partNames } from './keep-sections.ts';

const page = (word: string, notRun: readonly string[] = []): string =>
  [
    `# Compatibility\n\n${word}`,
    ...['Frameworks and runtimes', 'TypeScript', 'Package managers', 'Test runners', 'Known differences'].map(
      (it) => `## ${it}\n\n${word}`,
    ),
    ...(notRun.length === 0 ? [] : [`## Not in this run\n\n${notRun.map((it) => `- ${it}`).join('\n')}`]),
  ].join('\n\n');

test('a run of all parts keeps nothing', () => {
  expect(keepSections(page('old', ['deno 2: x']), page('new'), partNames)).toBe(`${page('new')}\n`);
});

test('a run of some parts keeps the sections of the others, and what they did not run', () => {
  const kept = keepSections(
    page('old', ['TypeScript 5.9.3, nodenext: the time was over', 'koa on deno 2: the time was over']),
    page('new', ['ts-jest, CommonJS: the time was over']),
    ['types', 'runners'],
  );
  expect(kept.split(/\n\n/)).toEqual([
    ...[
      '# Compatibility',
      'new',
      '## Frameworks and runtimes',
      'old',
      '## TypeScript',
      'new',
      '## Package managers',
      'old',
    ],
    ...['## Test runners', 'new', '## Known differences', 'new', '## Not in this run'],
    '- koa on deno 2: the time was over\n- ts-jest, CommonJS: the time was over\n',
  ]);
});
