import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRuleFile, ruleTables } from './rule-files.ts';

const complete = `import { must } from '../../spec/rule-facts.ts';

/** A function of the file. */
function report(): void {}

/**
 * Every document must be short, and
 * must say \`so\`.
 *
 * Requirements: ABC-01 ABC-02
 */
export const shortDocument: Rule = defineRule('short-document', must('document-top-level'), {
  visit: {},
});
`;

function withoutText(text: string): string {
  expect(complete).toContain(text);
  return complete.replace(text, '');
}

const facts = {
  id: 'short-document',
  statement: 'Every document must be short, and must say `so`.',
  requirements: 'ABC-01 ABC-02',
};

test('a file with all facts of its rules', () => {
  expect(readRuleFile('documents.ts', complete)).toEqual([facts]);
  const second = complete.replaceAll('short', 'long').replace('shortDocument', 'longDocument');
  const long = { ...facts, id: 'long-document', statement: facts.statement.replace('short', 'long') };
  expect(readRuleFile('documents.ts', complete + second)).toEqual([facts, long]);
});

describe('rejects a file whose rule lacks', () => {
  const comment = complete.slice(complete.indexOf('/**\n'), complete.indexOf('export'));
  test.each([
    ['the level and the section', withoutText("must('document-top-level'), "), 'id, level, and section'],
    ['the level', complete.replace('must(', 'binding('), 'id, level, and section'],
    ['the section', withoutText("'document-top-level'"), 'id, level, and section'],
    ['the id', withoutText("'short-document', "), 'id, level, and section'],
    ['the comment', withoutText(comment), 'sentence'],
    ['the sentence', withoutText(' * Every document must be short, and\n * must say `so`.\n *\n'), 'sentence'],
    ['the requirements', withoutText(' *\n * Requirements: ABC-01 ABC-02\n'), 'requirements'],
    ['a list of requirements', withoutText('ABC-01 ABC-02'), 'requirements'],
    ['valid requirements', complete.replace('ABC-02', 'ABC-2'), 'requirements'],
    ['one line of rows', complete.replace('ABC-02\n', 'ABC-02\n *\n * Requirements: ABC-03\n'), 'requirements'],
  ])('%s', (_, text, fact) => {
    expect(() => readRuleFile('documents.ts', text)).toThrow(fact);
  });

  test('its name', () => {
    const other = complete.replace('shortDocument', 'longDocument');
    expect(() => readRuleFile('documents.ts', other)).toThrow('must have the name of its rule');
  });
});

test('rejects a file without a rule', () => {
  const text = 'export const shortDocument: Rule = {};\n';
  expect(() => readRuleFile('documents.ts', text)).toThrow('must define rules');
});

test('the tables say what the files of the rules say; otherwise run: node scripts/docs/write-rules.ts', () => {
  for (const { path, text } of ruleTables()) {
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), path).toBe(text);
  }
});
