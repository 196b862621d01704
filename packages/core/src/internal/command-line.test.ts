import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import {
  type Command,
  type CommandStreams,
  importError,
  isUsageError,
  runCommandOf,
  usageError,
  usageText,
} from './command-line.ts';

const commands: ReadonlyMap<string, Command<CommandStreams>> = new Map([
  [
    'echo',
    {
      text: 'Help of echo.\n',
      async run(args, { out }) {
        if (args.includes('wrong')) throw usageError('Pass other words.');
        if (args.includes('broken')) throw new Error('The disk is full.');
        if (args.includes('lost'))
          throw Object.assign(new Error("ENOENT: no such file or directory, open 'a/b'"), { code: 'ENOENT' });
        if (args.includes('odd')) return Promise.reject('no error object');
        out(args.join(' '));
        return args.length;
      },
    },
  ],
]);

test.each<[readonly string[], number, string, string]>([
  [['echo', 'a', 'b'], 2, 'a b', ''],
  [['echo', 'a', '-h'], 0, 'Help of echo.\n', ''],
  [['--help'], 0, 'Help.\n', ''],
  [['help'], 0, 'Help.\n', ''],
  [['-h'], 0, 'Help.\n', ''],
  [['echo', '--help'], 0, 'Help of echo.\n', ''],
  [[], 2, 'Help.\n', ''],
  [['toString'], 2, '', '"toString" is not a command. Commands: echo. See --help.\n'],
  [['echo', 'wrong'], 2, '', 'Pass other words.\nSee `echo --help`.\n'],
  [['echo', 'broken'], 2, '', 'The disk is full.\n'],
  [['echo', 'lost'], 2, '', "ENOENT: no such file or directory, open 'a/b'. Check the path.\n"],
])('%j', async (args, status, out, error) => {
  const strings = { out: '', error: '' };
  const streams: CommandStreams = {
    out(text) {
      strings.out += text;
    },
    error(text) {
      strings.error += text;
    },
  };
  expect(await runCommandOf(commands, 'Help.\n', args, streams)).toBe(status);
  expect(strings).toEqual({ out, error });
});

test('--version prints the version, and colors come after the escapes', async () => {
  const strings: string[] = [];
  const out = (text: string): void => void strings.push(text);
  const streams = { out, error: out, version: '1.2.3', paint: (text: string) => `<${text}>` };
  expect(await runCommandOf(commands, 'Help.\n', ['--version'], streams)).toBe(0);
  await runCommandOf(commands, 'Help.\n', ['echo', '\u001b[31m'], streams);
  expect(strings).toEqual(['<1.2.3\n>', '<\\u001b[31m>']);
});

test('an error of `parseArgs` is about the call', () => {
  expect(isUsageError(Object.assign(new TypeError('x'), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' }))).toBe(true);
  expect([new Error('x'), { isUsage: true }].map(isUsageError)).toEqual([false, false]);
});

test.each([
  [['--tiem=3'], "Unknown option '--tiem'. Did you mean --time?"],
  [['--bogus'], "Unknown option '--bogus'."],
  [['-t'], "Unknown option '-t'."],
  [['--time'], "Option '--time <value>' argument missing."],
  [['--time', '--quick'], "Option '--time' argument is ambiguous."],
  [['--quick=1'], "Option '--quick' does not take an argument."],
])('%j: one sentence, with the option that was meant', (args, text) => {
  const options = { time: { type: 'string' }, quick: { type: 'boolean' } } as const;
  const parse = (): unknown => parseArgs({ args, options });
  expect(parse).toThrow();
  try {
    parse();
  } catch (error) {
    expect(usageText(error as Error, '  --time <seconds>  A time.\n  --quick\n')).toBe(text);
  }
});

test('a message of our own stays as it is', () => {
  const message = "Unknown option 'x'. To specify a file\nuse another one.";
  expect(usageText(usageError(message), '--x')).toBe(message);
});

test('a thrown value that is not an error is passed on', async () => {
  const streams: CommandStreams = { out: () => undefined, error: () => undefined };
  await expect(runCommandOf(commands, 'Help.\n', ['echo', 'odd'], streams)).rejects.toBe('no error object');
});

test.each<[unknown, string]>([
  [
    new TypeError('Unknown file extension ".ts" for /src/sources.ts'),
    'a.ts cannot be imported: TypeScript modules need Node 22.18 or later, but this is v22.12.0.',
  ],
  [
    new SyntaxError('Cannot use import statement outside a module'),
    'a.ts cannot be imported: Cannot use import statement outside a module. Set `"type": "module"` in the nearest package.json.',
  ],
  [
    new SyntaxError("Unexpected token 'export'"),
    `a.ts cannot be imported: Unexpected token 'export'. Set \`"type": "module"\` in the nearest package.json.`,
  ],
  [
    new TypeError('Unknown file extension ".x" for /a.x'),
    'a.ts cannot be imported: Unknown file extension ".x" for /a.x',
  ],
  [new Error("Cannot find module '/src/a.ts' imported from /bin/main.js"), 'a.ts does not exist. Check the path.'],
  [
    new Error("Cannot find module '/src/b.ts' imported from /src/a.ts"),
    "a.ts cannot be imported: Cannot find module '/src/b.ts' imported from /src/a.ts",
  ],
  ['odd', 'a.ts cannot be imported: odd'],
  [null, 'a.ts cannot be imported: null'],
])('a module that cannot be imported: %s', (error, message) => {
  const wrong = importError('a.ts', error, 'v22.12.0');
  expect([isUsageError(wrong), wrong.message]).toEqual([true, message]);
});
