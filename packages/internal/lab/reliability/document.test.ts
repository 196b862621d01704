import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarios } from '../load/scenarios.ts';
import { reliabilityDocument } from './document.ts';
import { readResults } from './results.ts';

const root = new URL('../../../../', import.meta.url);

test('docs/reliability.md shows the committed results; otherwise run: node scripts/docs/write-reliability.ts', () => {
  expect(readFileSync(new URL('docs/reliability.md', root), 'utf8')).toBe(reliabilityDocument(readResults()));
});

test('a promise without a figure says so, rows of other commands are shown, and a busy machine is named', () => {
  const text = reliabilityDocument(
    new Map([
      ['faults', { machine: 'M', isBusy: true, figures: { 'kill-sqlite': '20 kills' } }],
      ['fuzz', { machine: 'M', rows: [{ promise: 'P', figure: 'F', command: 'npm run fuzz' }] }],
    ]),
  );
  expect(text).toContain('| 20 kills, while other programs used the machine | `npm run faults` |');
  expect(text).toContain('| P | F | `npm run fuzz` |');
  expect(text).toContain('| not measured | `npm run load -- overload --seconds 60` |');
  expect(reliabilityDocument(new Map())).toContain('Nothing was measured yet.');
});

test('every command of the page is a script, and no result names a path', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const rows = reliabilityDocument(readResults())
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const commands = rows.slice(2).map((line) => line.split(' | ').at(-1));
  const wrong = commands.filter((command) => {
    const [, name = '', first = ''] = /^`npm run ([\w:]+)(?: -- ([^` ]+)[^`]*)?` \|$/.exec(command ?? '') ?? [];
    return !Object.hasOwn(scripts, name) || (name === 'load' && !Object.hasOwn(scenarios, first));
  });
  expect(wrong).toEqual([]);
  const ofResults = [...readResults().values()].flatMap((it) => it.rows ?? []);
  expect(ofResults.length).toBeGreaterThan(3);
  expect(commands.length).toBeGreaterThan(ofResults.length + 5);
  expect(JSON.stringify([...readResults()])).not.toMatch(/\/(?:home|root|work|Users|tmp)\b/);
});
