import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { someOf } from '../../packages/core/test/runs.ts';
import { packageFiles, packagePath } from '../workspace.ts';

const files = packageFiles('package.json')
  .map(packagePath)
  .flatMap((file) => {
    const { bin = {} } = JSON.parse(readFileSync(file, 'utf8'));
    return Object.entries<string>(bin).map(([command, path]) => ({ command, file: join(dirname(file), path) }));
  });
const folder = mkdtempSync(join(tmpdir(), 'linkage-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The commands need one file of core, and no package else.
const core = join(folder, 'node_modules', '@linkage', 'core');
for (const name of ['package.json', 'bin']) cpSync(packagePath(`core/${name}`), join(core, name), { recursive: true });

/** Runs a copy of a command, as if Node had another version. */
function run(file: string, version: string, main?: string) {
  const copy = join(folder, 'bin', 'command.mjs');
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, readFileSync(file, 'utf8'));
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const path = /^const main = '\.\.\/(.*)';$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  if (main !== undefined) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), main);
  }
  const versions = { ...process.versions, node: version };
  const fake = `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });
    Object.defineProperty(process, 'version', { value: 'v${version}' });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(fake)}`, copy];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, out: stdout, error: stderr };
}

test('the commands begin with the same lines', () => {
  const strings = files.map(({ command, file }) => readFileSync(file, 'utf8').replace(`'${command}'`, "'name'"));
  expect(new Set(strings.map((text) => text.replace(/^const main = .*$/m, ''))).size).toBe(1);
  expect(files.map(({ command }) => command)).toEqual(
    files.map(() => expect.stringMatching(/^linkage-|^create-linkage$/)),
  );
});

// Their files begin with the same lines, so the short form tries one.
describe.each(someOf(files, files.length))('$command', ({ command, file }) => {
  test.each(['20.19.5', '22.11.0'])('with Node %s, it says which version it needs', (version) => {
    const error = `${command} cannot start. It needs Node 22.12 or later, but this is v${version}. Get one from https://nodejs.org.\n`;
    expect(run(file, version, 'console.log(1)')).toEqual({ status: 2, out: '', error });
  });

  test('in a checkout that is not built, it says what to run', () => {
    const error = `${command} cannot start. It is not built. In the root of the checkout, run: npm run build\n`;
    expect(run(file, '22.12.0')).toEqual({ status: 2, out: '', error });
  });

  test('in a checkout with a Node that does not read TypeScript, it says which version it needs', () => {
    const main = "throw Object.assign(new TypeError(), { code: 'ERR_UNKNOWN_FILE_EXTENSION' })";
    const error = `${command} cannot start. In a checkout, it needs Node 22.18 or later, but this is v22.12.0.\n`;
    expect(run(file, '22.12.0', main)).toEqual({ status: 2, out: '', error });
  });

  test.each(['22.12.0', '24.1.0'])('with Node %s, it starts', (version) => {
    expect(run(file, version, 'console.log(1)')).toEqual({ status: 0, out: '1\n', error: '' });
  });

  test('an error of the command stays visible', () => {
    const { status, error } = run(file, '22.12.0', "throw new Error('broken')");
    expect([status, error]).toEqual([1, expect.stringContaining('Error: broken')]);
  });

  test('ends without a stack, and not with success, if the reader of its output leaves', async () => {
    const [, path = ''] = /^const main = '\.\.\/dist\/(.*)\.js';$/m.exec(readFileSync(file, 'utf8')) ?? [];
    const child = spawn(process.execPath, [join(dirname(file), '../src', `${path}.ts`), '--help']);
    child.stdout.destroy();
    let error = '';
    child.stderr.on('data', (text) => {
      error += text;
    });
    const [status] = await once(child, 'close');
    expect({ status, error }).toEqual({ status: 141, error: '' });
  });
});
