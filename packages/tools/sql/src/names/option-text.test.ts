import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { optionText } from './option-text.ts';

test('plain values are not quoted', () => {
  expect(optionText('show', 'staff.password')).toBe('--show staff.password');
});

test.each(['a b', "it's", '$(id)', '`id`', '; id', 'a\nb', '"', '\\', '-x', '*', 'ü'])(
  'a shell reads %j as one value',
  (value) => {
    const [, text = ''] = /^--key (.*)$/s.exec(optionText('key', value)) ?? [];
    expect(execFileSync('sh', ['-c', `printf %s ${text}`], { encoding: 'utf8' })).toBe(value);
  },
);
