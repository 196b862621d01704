import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { root } from '../workspace.ts';
import { flag, oneOf, positiveNumber, someOf, textValue, wholeNumber } from './option-values.ts';
import { parseScriptOptions, usageOf } from './script-options.ts';

const line = {
  command: 'npm run try --',
  options: {
    minutes: positiveNumber(30),
    seed: wholeNumber(7, 0),
    only: textValue('text'),
    parts: someOf(['hosts', 'types']),
    quick: flag,
    hours: positiveNumber(1, 24),
    size: wholeNumber(5, 0, 9),
    kind: oneOf(['hosts', 'types']),
  },
  positionals: { cases: wholeNumber(20) },
};

test('without arguments, options have their defaults', () => {
  expect(parseScriptOptions(line, [])).toEqual({
    minutes: 30,
    seed: 7,
    only: undefined,
    parts: ['hosts', 'types'],
    quick: false,
    hours: 1,
    size: 5,
    kind: undefined,
    cases: 20,
    rest: [],
  });
});

test('options and arguments are read in any order', () => {
  const argv = [
    '--minutes',
    '0.5',
    '12',
    '--seed=0',
    '--quick',
    '--only',
    'a b',
    '--parts',
    'types',
    '--size',
    '9',
    '--kind=hosts',
  ];
  expect(parseScriptOptions(line, argv)).toEqual({
    minutes: 0.5,
    seed: 0,
    only: 'a b',
    parts: ['types'],
    quick: true,
    hours: 1,
    size: 9,
    kind: 'hosts',
    cases: 12,
    rest: [],
  });
});

test('further arguments are kept if the script has a use for them', () => {
  expect(parseScriptOptions({ command: 'mutate', rest: 'file' }, ['a.ts', '--', '--b.ts']).rest).toEqual([
    'a.ts',
    '--b.ts',
  ]);
});

test.each([
  [['--minuts', '5'], 'Unknown option "--minuts". Did you mean "--minutes"?'],
  [['--bogus'], 'Unknown option "--bogus".'],
  [['--toString'], 'Unknown option "--toString".'],
  [['-q'], 'Unknown option "-q".'],
  [['12', 'stray'], 'The argument "stray" is not expected.'],
  [['nonsense'], '`cases` must be a whole number of at least 1, but it is "nonsense".'],
  [['1.5'], '`cases` must be a whole number of at least 1, but it is "1.5".'],
  [['--minutes', '0'], '--minutes must be a number above 0, but it is "0".'],
  [['--minutes', 'NaN'], '--minutes must be a number above 0, but it is "NaN".'],
  [['--minutes', 'Infinity'], '--minutes must be a number above 0, but it is "Infinity".'],
  [['--minutes='], '--minutes must be a number above 0, but it is "".'],
  [['--minutes=-1'], '--minutes must be a number above 0, but it is "-1".'],
  [['--seed', '1e3'], '--seed must be a whole number of at least 0, but it is "1e3".'],
  [['--minutes'], 'The option --minutes needs a value.'],
  [['--minutes', '--quick'], 'The option --minutes needs a value.'],
  [['--minutes', '1', '--minutes', '2'], 'The option --minutes must not be repeated.'],
  [['--quick=1'], 'The option --quick does not take a value.'],
  [['--only='], '--only must not be empty.'],
  [['--hours', '25'], '--hours must be a number above 0, at most 24, but it is "25".'],
  [['--size', '10'], '--size must be a whole number from 0 to 9, but it is "10".'],
  [['--kind', 'host'], '--kind must be one of hosts, types, but it is "host". Did you mean "hosts"?'],
  [['--parts', 'types,host'], '--parts must name some of hosts, types, but it names "host". Did you mean "hosts"?'],
])('%j is rejected', (argv, message) => {
  expect(() => parseScriptOptions(line, argv)).toThrow(new TypeError(message));
});

test('the usage is one line', () => {
  expect(usageOf(line)).toBe(
    'npm run try -- [cases: 20] [--minutes 30] [--seed 7] [--only text] [--parts name,name] [--quick] [--hours 1] [--size 5] [--kind hosts|types]',
  );
  expect(usageOf({ command: 'npm run try --' })).toBe('npm run try, without options');
});

test('a script prints one line and exits with 1 for an unknown option, and with 0 for --help', () => {
  const run = (option: string) =>
    spawnSync(process.execPath, ['packages/internal/lab/agreement/main.ts', option], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    });
  const usage = 'Usage: npm run agreement -- [cases: 20000] [minutes: 10]\n';
  const { status, stdout, stderr } = run('--minutes');
  expect([status, stdout, stderr]).toEqual([1, '', `Unknown option "--minutes". ${usage}`]);
  const help = run('--help');
  expect([help.status, help.stdout, help.stderr]).toEqual([0, usage, '']);
});

/** Scripts that read their arguments in another way. */
const exceptions: ReadonlySet<string> = new Set(
  ['load', 'fuzz', 'prototypes'].map((name) => `packages/internal/lab/${name}/main.ts`),
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const files = Object.values(scripts).flatMap(
  (it) => / run ((?:scripts|packages\/(?:internal\/)?lab)\/[\w/-]+\.ts)$/.exec(it)?.slice(1) ?? [],
);

test('each script of the package reads its options before it does anything else', () => {
  const paths = files.filter((it) => !exceptions.has(it));
  expect(paths.length).toBeGreaterThan(10);
  const wrong = paths.filter((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const first = parseSync(path, source).program.body.find(({ type }) => type !== 'ImportDeclaration');
    return !/^(?:const \{[^}]+\} = )?(?:readScriptOptions|orUsage)\(/.test(source.slice(first?.start, first?.end));
  });
  expect(wrong).toEqual([]);
});
