import { describe, expect, test } from 'vitest';
import { changeRules, compareDescriptions } from '../src/index.ts';
import { openApiRules } from '../src/rules/open-api-rules.ts';
import { describedArticles } from './described-articles.ts';
import { edits } from './edits.ts';

describe('each edit has one change', () => {
  test.each(edits)('$name', ({ rule, level, pointer, edit }) => {
    const after = describedArticles();
    edit(after);
    const changes = compareDescriptions(describedArticles(), after);
    expect(changes.map((it) => [it.rule, it.level, it.pointer])).toEqual([[rule, level, pointer]]);
    expect(changes[0]?.message).toMatch(/^(?!.*undefined)[A-Z"].*\.$/);
  });

  test.each(edits)('backwards: $name', ({ back, backLevel, edit }) => {
    const before = describedArticles();
    edit(before);
    const changes = compareDescriptions(before, describedArticles());
    expect(changes.map((it) => [it.rule, it.level])).toEqual([[back, backLevel]]);
  });

  test('the edits are at least 40 and cover every rule', () => {
    expect(edits.length).toBeGreaterThanOrEqual(40);
    const used = new Set(edits.flatMap(({ rule, back }) => [rule, back]));
    const missing = Object.keys(changeRules).filter(
      (rule) => !used.has(rule as never) && !Object.hasOwn(openApiRules, rule),
    );
    // compare-schemas.test.ts covers the last one.
    expect(missing).toEqual(['format-changed']);
  });

  test('what was safe to add is not safe to remove', () => {
    const added = edits.filter(({ level, rule }) => level === 'safe' && /-added$|-shown$|-raised$/.test(rule));
    expect(added.length).toBeGreaterThan(3);
    expect(added.filter(({ backLevel }) => backLevel === 'safe')).toEqual([]);
  });
});
