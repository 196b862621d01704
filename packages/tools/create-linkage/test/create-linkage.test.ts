import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { everyDatabase } from '../../../sources/kysely/test/databases.ts';
import { type DatabaseChoice, databases, type FrameworkChoice, frameworks } from '../src/choices.ts';
import { createProject } from '../src/index.ts';
import { runCommand } from '../src/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'create-linkage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// The projects import what the template is developed with.
symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'), 'junction');

let count = 0;
const newFolder = (): string => join(folder, `project-${++count}`);

function create(database: DatabaseChoice, framework: FrameworkChoice): string {
  const path = newFolder();
  createProject(path, { database, framework });
  return path;
}

/** Starts a program of a project. */
function start(path: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { NODE_OPTIONS: _, ...own } = process.env;
  const child = spawn(process.execPath, [...args], { cwd: path, env: { ...own, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  return { child, output: () => output };
}

async function freePort(): Promise<number> {
  const host = createServer().listen(0, 'localhost');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  host.close();
  await once(host, 'close');
  return port;
}

/** Runs the command without a process. `answers` are what a user writes at a terminal. */
async function run(args: readonly string[], answers?: readonly string[]) {
  let output = '';
  const add = (text: string): void => {
    output += text;
  };
  const rest = [...(answers ?? [])];
  const ask = async (question: string): Promise<string> => {
    output += question;
    return rest.shift() ?? '';
  };
  const status = await runCommand(args, {
    ...{ out: add, error: add, version: '1.2.3' },
    ...(answers !== undefined && { ask }),
  });
  return { status, output };
}

const urls: Partial<Record<DatabaseChoice, { readonly name: string; readonly urlOf: (it: never) => string }>> = {
  postgresql: {
    name: 'PostgreSQL',
    urlOf: ({ host, user, database }: Record<'host' | 'user' | 'database', string>) =>
      `postgres://${user}@${encodeURIComponent(host)}/${database}`,
  },
  mysql: {
    name: 'MariaDB',
    urlOf: ({ socketPath, user, database }: Record<'socketPath' | 'user' | 'database', string>) =>
      `mysql://${user}@localhost/${database}?socketPath=${encodeURIComponent(socketPath)}`,
  },
};

describe.each(Object.keys(databases) as DatabaseChoice[])('a project with the database %s', (name) => {
  const server = urls[name];
  const found = everyDatabase.find((it) => it.name === server?.name);
  test.skipIf(found?.missing !== undefined)('passes its test, also beside what it left in the database', async () => {
    const path = create(name, 'node');
    const opened = await found?.open();
    const url = server === undefined ? '' : server.urlOf(opened?.connection as never);
    for (const _ of server === undefined ? [1] : [1, 2]) {
      const { child, output } = start(path, ['--test'], { TEST_DATABASE_URL: url });
      const [status] = await once(child, 'close');
      expect({ status, output: output() }).toEqual({ status: 0, output: expect.stringMatching(/pass 5\n.*fail 0/) });
    }
    await opened?.close();
  });
});

const closing: Partial<Record<DatabaseChoice, string>> = {
  postgresql:
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  mysql: `begin not atomic
    for it in (select id from information_schema.processlist where db = database() and id <> connection_id()) do
      kill connection it.id;
    end for;
  end`,
};

describe.each(Object.entries(closing) as [DatabaseChoice, string][])('a server on %s', (name, script) => {
  const found = everyDatabase.find((it) => it.name === urls[name]?.name);
  test.skipIf(found?.missing !== undefined)('serves on after the database has closed its connections', async () => {
    const opened = await found?.open();
    const port = await freePort();
    const server = start(create(name, 'node'), ['src/main.ts'], {
      ...{ PORT: String(port), API_TOKEN: 'secret' },
      DATABASE_URL: urls[name]?.urlOf(opened?.connection as never) ?? '',
    });
    const statusOf = async () => (await fetch(`http://localhost:${port}/api/people`)).status;
    await expect.poll(() => statusOf().catch(() => 0)).toBe(200);
    await opened?.exec(script);
    await expect.poll(() => statusOf().catch(() => 0)).toBe(200);
    server.child.kill();
    await once(server.child, 'close');
    await opened?.close();
  });
});

test.each(Object.keys(frameworks) as FrameworkChoice[])('a project with %s serves its client', async (name) => {
  const path = create('none', name);
  const port = await freePort();
  const server = start(path, ['src/main.ts'], { PORT: String(port), API_TOKEN: 'secret' });
  await expect.poll(server.output).toBe(`http://localhost:${port}/api/articles?include=author\n`);
  const list = start(path, ['src/list.ts'], { API_URL: `http://localhost:${port}/api` });
  await once(list.child, 'close');
  expect(list.output()).toBe('Again, by Dan\nHello, by Dan\n');
  server.child.kill();
  await once(server.child, 'close');
});

describe('createProject', () => {
  test('writes what the choices need, and nothing else', () => {
    const path = create('none', 'hono');
    const { name, dependencies, devDependencies } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    expect(name).toMatch(/^project-\d+$/);
    expect(Object.keys(dependencies)).toEqual([
      ...['@hono/node-server', '@linkage/client', '@linkage/core', '@linkage/fetch', '@linkage/server', 'hono', 'zod'],
    ]);
    expect(Object.keys(devDependencies)).toEqual(['@types/node', 'typescript']);
    expect(readdirSync(join(path, 'src')).sort()).toEqual([
      ...['api.ts', 'client.ts', 'list.ts', 'main.ts', 'server.test.ts', 'server.ts', 'sources.ts', 'start.ts'],
    ]);
    expect(readFileSync(join(path, 'src/server.test.ts'), 'utf8')).toContain("from './sources.ts'");
  });

  test.each(['sqlite', 'postgresql', 'mysql'] as const)('has a version of each dependency: %s', (database) => {
    for (const framework of Object.keys(frameworks) as FrameworkChoice[]) {
      const manifest = readFileSync(join(create(database, framework), 'package.json'), 'utf8');
      expect(manifest).not.toContain('undefined');
    }
  });

  test('leaves a folder with files as it is', () => {
    const path = newFolder();
    mkdirSync(path);
    writeFileSync(join(path, 'own.txt'), 'mine');
    expect(() => createProject(path, { database: 'none', framework: 'node' })).toThrow(
      'is not empty: it contains own.txt',
    );
    expect(readdirSync(path)).toEqual(['own.txt']);
  });

  test('accepts a new repository', () => {
    const path = newFolder();
    mkdirSync(join(path, '.git'), { recursive: true });
    expect(createProject(path, { database: 'none', framework: 'node' })).toContain('src/main.ts');
  });
});

describe('the command', () => {
  test('asks for what the options omit, until the answer is one of the list', async () => {
    const path = newFolder();
    const { status, output } = await run([], [path, 'oracle', '2', 'Koa']);
    expect(status).toBe(0);
    expect(output).toContain('Write a name or a number of the list.');
    expect(output).toContain(
      `with postgresql and koa, are in ${path}. Now run:\n\n  cd ${path}\n  npm install\n  docker`,
    );
    expect(readFileSync(join(path, 'src/main.ts'), 'utf8')).toContain("from 'koa'");
  });

  test('takes the first choices if the user presses Enter, and without a terminal', async () => {
    const [asked, silent] = [newFolder(), newFolder()];
    expect((await run([asked], ['', ''])).output).toContain('with sqlite and node');
    expect((await run([silent])).output).toContain('with sqlite and node');
  });

  test.each([
    [['a', 'b'], 'Pass one folder. "b" is a second one.'],
    [
      ['a', '--database', 'postgres'],
      '--database must be one of sqlite, postgresql, mysql, none, but it is "postgres".',
    ],
    [['a', '--framework', 'Koa'], '--framework must be one of node, express, fastify, koa, hono, but it is "Koa".'],
    [['a', '--databas', 'none'], "Unknown option '--databas'. Did you mean --database?"],
  ])('%j is an error, and writes nothing', async (args, message) => {
    const path = newFolder();
    const { status, output } = await run(args.map((it) => (it === 'a' ? path : it)));
    expect({ status, output }).toEqual({ status: 2, output: `${message}\nSee \`create-linkage --help\`.\n` });
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    ['--help', 'npm create linkage [folder]'],
    ['--version', '1.2.3\n'],
  ])('%s', async (option, text) => {
    const { status, output } = await run([option]);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining(text) });
  });
});
