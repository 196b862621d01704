import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../../core/test/runs.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { contractText } from '../src/index.ts';
import { formatReview } from '../src/report/format-review.ts';
import { describedArticles } from './described-articles.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'changes-'));
  const after = describedArticles();
  Reflect.deleteProperty(after.types['articles']?.fields ?? {}, 'words');
  const dangerous = describedArticles();
  (dangerous.types['articles']?.page ?? { size: 0 }).size = 10;
  const later = { ...describedArticles(), contract: 99 };
  writeFileSync(at('before.json'), contractText(describedArticles()));
  writeFileSync(at('after.json'), JSON.stringify(after));
  writeFileSync(at('dangerous.json'), JSON.stringify(dangerous));
  writeFileSync(at('later.json'), JSON.stringify(later));
  writeFileSync(at('openapi.json'), JSON.stringify({ openapi: '3.1.0', paths: {} }));
  writeFileSync(at('no-json.json'), '{');
  writeFileSync(at('other.json'), '{}');
  const entry = { rule: 'field-removed', pointer: '/types/articles/fields/words', reason: 'No client reads it.' };
  writeFileSync(at('accepted.json'), JSON.stringify([entry]));
  writeFileSync(at('no-reason.json'), JSON.stringify([{ rule: 'field-removed', pointer: '/' }]));
  writeFileSync(
    at('server.mjs'),
    `export const server = { describe: async () => (${JSON.stringify(describedArticles())}) };`,
  );
  writeFileSync(at('no-server.mjs'), 'export const api = {};');
  const listen = "import { createServer } from 'node:http';\ncreateServer().listen(0);\n";
  writeFileSync(at('listening.mjs'), `${listen}${readFileSync(at('server.mjs'), 'utf8')}`);
  writeFileSync(at('listening-no-server.mjs'), listen);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly out: string; readonly error: string }> {
  const strings = { out: '', error: '' };
  const status = await runCommand(
    args.map((arg) => (/\.(json|mjs)$/.test(arg) && !arg.startsWith('http') ? at(arg) : arg)),
    {
      out: (text) => {
        strings.out += text;
      },
      error: (text) => {
        strings.error += text;
      },
    },
  );
  return { status, ...strings };
}

describe('check', () => {
  test('equal APIs: 0', async () => {
    expect(await run('check', 'before.json', 'before.json')).toEqual({ status: 0, out: 'No changes.\n', error: '' });
  });

  test('a breaking change: 1, with the place and the reason', async () => {
    const { status, out } = await run('check', 'before.json', 'after.json');
    expect(status).toBe(1);
    expect(out).toContain(
      'breaking   The field "words" was removed.\n           /types/articles/fields/words  (field-removed)',
    );
    expect(out).toContain('1 breaking, 0 dangerous, and 0 safe change.');
  });

  test.each([
    [['check', 'before.json', 'dangerous.json'], 0],
    [['check', 'before.json', 'dangerous.json', '--fail-on', 'dangerous'], 1],
    [['check', 'before.json', 'after.json', '--level', 'field-removed=safe'], 0],
    [['check', 'before.json', 'after.json', '--accepted', 'accepted.json'], 0],
    [['check', 'before.json', 'before.json', '--accepted', 'accepted.json'], 1],
    [['check', 'before.json', 'server.mjs'], 0],
    [['check', 'before.json', 'later.json'], 0],
    [['check', 'before.json', 'later.json', '--strict'], 2],
  ] as const)('%j: %i', async (args, status) => {
    expect((await run(...args)).status).toBe(status);
  });

  test.each([
    [['check', 'before.json'], 'Pass the contract and the present API'],
    [['check', 'before.json', 'after.json', 'third'], '"third" is a third input.'],
    [['write', 'before.json', 'second'], '"second" is a second one.'],
    [['rules', 'more'], "Unexpected argument 'more'"],
    [['check', 'before.json', 'missing.json'], 'cannot be read'],
    [['check', 'before.json', 'no-json.json'], 'is not JSON'],
    [['check', 'before.json', 'other.json'], 'must contain a description of server.describe().'],
    [['check', 'before.json', 'openapi.json'], 'is an OpenAPI document. Pass the description of server.describe()'],
    [['check', 'before.json', 'no-server.mjs'], 'must export a server'],
    [['check', 'before.json', 'after.json', '--accepted', 'no-reason.json'], 'entry 0 must have the text `reason`'],
    [['check', 'before.json', 'after.json', '--level', 'field-remove=safe'], 'Did you mean `field-removed`?'],
    [['check', 'before.json', 'after.json', '--level', 'field-removed=fine'], '--level must be'],
    [['check', 'before.json', 'after.json', '--format', 'xml'], '--format must be one of text, json, markdown, github'],
    [['check', 'before.json', 'after.json', '--fail-on', 'safe'], '--fail-on must be'],
    [['check', 'before.json', 'after.json', '--unknown'], "Unknown option '--unknown'"],
    [['compare'], '"compare" is not a command. Commands: check, write, rules.'],
  ] as const)('%j: 2, %s', async (args, message) => {
    const { status, out, error } = await run(...args);
    expect([status, out]).toEqual([2, '']);
    expect(error).toContain(message);
  });

  test('a later description: a warning', async () => {
    expect((await run('check', 'before.json', 'later.json')).error).toContain('has the contract 99');
  });

  test.each(['json', 'markdown', 'github'])('the format %s', async (format) => {
    const { out } = await run('check', 'before.json', 'after.json', '--format', format);
    expect(out).toMatchSnapshot();
  });

  test.each([
    ['that never ends', /^http:\S+ cannot be read: There are more than 64 MiB\.\n/],
    ['that breaks off', /^http:\S+ cannot be read: .+\n/],
  ])('a URL with a response %s: 2, and its text is not kept', async (name, message) => {
    let sent = 0;
    const part = Buffer.alloc(1024 * 1024, ' ');
    const host = createServer((_, response) => {
      const more = (): void => {
        sent++;
        if (name === 'that breaks off' && sent > 3) response.destroy();
        else if (!response.destroyed && sent < 1000) response.write(part, more);
      };
      more();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => host.once('listening', resolve));
    const { status, error } = await run(
      'check',
      'before.json',
      `http://127.0.0.1:${(host.address() as AddressInfo).port}/`,
    );
    host.closeAllConnections();
    host.close();
    expect([status, error]).toEqual([2, expect.stringMatching(message)]);
    expect(sent).toBeLessThan(200);
  });

  test('a description with parts of another kind: 2, and a text that names the file and the member', async () => {
    const broken = describedArticles() as { types: Record<string, object> };
    Object.assign(broken.types['articles'] ?? {}, { endpoints: 5 });
    writeFileSync(at('broken.json'), JSON.stringify(broken));
    const error = `${at('broken.json')}: \`/types/articles/endpoints\` must be an array, but it is 5.\n`;
    const help = (name: string): string => `See \`${name} --help\`.\n`;
    expect(await run('check', 'before.json', 'broken.json')).toEqual({
      status: 2,
      out: '',
      error: error + help('check'),
    });
    expect(await run('check', 'broken.json', 'before.json')).toEqual({
      status: 2,
      out: '',
      error: error + help('check'),
    });
    expect(await run('write', 'broken.json')).toEqual({ status: 2, out: '', error: error + help('write') });
  });

  test('an outdated contract that is malformed: 2, and its name', async () => {
    writeFileSync(at('old.json'), JSON.stringify({ ...describedArticles(), types: { articles: null } }));
    const { status, error } = await run('write', 'after.json', '--out', 'old.json', '--check');
    expect(status).toBe(2);
    expect(error).toContain(`${at('old.json')}: \`/types/articles\` must be an object, but it is null.\n`);
  });

  test('a URL and a file with one description have one result', async () => {
    const host = createServer((_, response) => response.end(readFileSync(at('after.json')))).listen(0, '127.0.0.1');
    await new Promise((resolve) => host.once('listening', resolve));
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
    const fromUrl = await run('check', 'before.json', url);
    host.close();
    expect(fromUrl).toEqual(await run('check', 'before.json', 'after.json'));
  });
});

describe('hostile data', () => {
  const hostile = `x\n::add-mask::y\n##[error]z\u001b]52;c;cm0=\u0007\u202e | <img src=x> @team [a](https://b.c) \`d`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed.
  const driving = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]|##\[/;

  test.each(['text', 'json', 'markdown', 'github'])('the format %s', async (format) => {
    const before = describedArticles() as { types: Record<string, { fields: Record<string, unknown> }> };
    const articles = before.types['articles'];
    Object.assign(articles?.fields ?? {}, { [hostile]: articles?.fields['words'] });
    writeFileSync(at('hostile.json'), JSON.stringify(before));
    const { status, out } = await run('check', 'hostile.json', 'after.json', '--format', format);
    expect(status).toBe(1);
    expect(out).not.toMatch(driving);
    const commands = out.match(/^\s*::\S+/gm) ?? [];
    expect(new Set(commands)).toEqual(new Set(format === 'github' ? ['::error'] : []));
    if (format === 'markdown') {
      const rows = out.split('\n').filter((row) => row.startsWith('|'));
      // The message is prose, and the pointer beside it is code.
      const cells = rows.map((row) => row.split(/(?<!\\)\|/));
      expect(cells.map(({ length }) => length)).toEqual(rows.map(() => 6));
      for (const [, , message] of cells) expect(message).not.toMatch(/<img|@team|[^\\]\[a\]|https:\/\//);
    }
  });

  test('a text that is not JSON', async () => {
    writeFileSync(at('hostile-text.json'), `{"a": ${hostile}`);
    const { error } = await run('check', 'hostile-text.json', 'after.json');
    expect(error).not.toMatch(driving);
    expect(error).not.toMatch(/^\s*::/m);
  });
});

test.each(someOf(['text', 'json', 'markdown', 'github'] as const, 4))('100,000 changes in the format %s', (format) => {
  const changes = Array.from({ length: 100_000 }, (_, index) => ({
    rule: 'field-removed',
    level: 'breaking' as const,
    direction: 'response' as const,
    pointer: `/types/articles/fields/f${index}`,
    message: `The field "f${index}" was removed.`,
  }));
  const text = formatReview({ changes, accepted: [], stale: [], level: 'breaking' }, format, true);
  expect(text.length).toBeGreaterThan(10_000_000);
});

describe('write', () => {
  test('writes the contract, and --check compares it', async () => {
    expect((await run('write', 'server.mjs', '--out', 'contract.json')).status).toBe(0);
    expect(readFileSync(at('contract.json'), 'utf8')).toBe(contractText(describedArticles()));
    expect(await run('write', 'server.mjs', '--out', 'contract.json', '--check')).toEqual({
      status: 0,
      out: '',
      error: '',
    });
    const outdated = await run('write', 'after.json', '--out', 'contract.json', '--check');
    expect(outdated.status).toBe(1);
    expect(outdated.error).toContain('is outdated');
    expect(outdated.out).toContain('The field "words" was removed.');
    expect((await run('write', 'after.json', '--out', 'none.json', '--check')).error).toContain('does not exist');
  });
});

test('rules and help', async () => {
  expect((await run('rules')).out).toContain('field-removed  (breaking)\n');
  expect((await run('check', '--help')).out).toContain('--accepted <file>');
  expect((await run('--help')).status).toBe(0);
  expect((await run()).status).toBe(2);
});

test.skipIf(!isLong)(
  `the command ends with its output and status, although the module listens on a port${skippedInShort}`,
  async () => {
    const main = join(import.meta.dirname, '../src/cli/main.ts');
    const command = (...args: readonly string[]) =>
      promisify(execFile)(process.execPath, [main, ...args], { cwd: folder, timeout: 10_000 });
    await expect(command('check', 'before.json', 'listening.mjs')).resolves.toEqual({
      stdout: 'No changes.\n',
      stderr: '',
    });
    await expect(command('check', 'before.json', 'listening-no-server.mjs')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must export a server'),
    });
  },
);
