/** Runs the tests of the page "Validate any server in a test" against the server of "Your first server". */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { draftFiles, draftModel } from '@linkage/sql';
import { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { runExample } from '../scripts/docs/run-example.ts';

const { origin, stop } = await runExample('docs/examples/first-server/server.ts');
process.env['ORIGIN'] = origin;
afterAll(stop);
await import('./examples/first-server/server.test.ts');

test('with rules, users write only articles of their own', async () => {
  const guarded = await runExample('docs/examples/first-server/guarded-server.ts');
  const send = async (method: string, path: string, author: string, token?: string) => {
    const id = method === 'PATCH' ? { id: path.split('/').at(-1) } : {};
    const relationships = { author: { data: { type: 'people', id: author } } };
    const data = { type: 'articles', ...id, attributes: { title: 'New' }, ...(method === 'POST' && { relationships }) };
    const headers = { 'Content-Type': 'application/vnd.api+json', ...(token && { Authorization: `Bearer ${token}` }) };
    const url = `${guarded.origin}/api/articles${path}`;
    return (await fetch(url, { method, headers, body: JSON.stringify({ data }) })).status;
  };
  try {
    expect(await send('POST', '', '2', 'ada')).toBe(201);
    expect(await send('POST', '', '1', 'ada')).toBe(403);
    expect(await send('POST', '', '2')).toBe(403);
    expect(await send('PATCH', '/3', '2', 'ada')).toBe(200);
    expect(await send('PATCH', '/1', '1', 'ada')).toBe(403);
    expect(await send('DELETE', '/1', '1', 'ada')).toBe(403);
    expect(await send('DELETE', '/3', '2', 'ada')).toBe(204);
  } finally {
    await guarded.stop();
  }
});

test('the test for the runner of Node passes', async () => {
  const file = 'docs/examples/first-server/node.test.ts';
  // A worker of the tests has an environment of its own, which its children do not always inherit.
  const env = { ...process.env, ORIGIN: origin };
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', file], { env });
  expect(stdout).toMatch(/^# pass 3$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});

test('the command drafts the files that the drafted server imports, and it serves them read-only', async () => {
  const [, schema = ''] =
    /exec\(`([^`]*)`\)/.exec(readFileSync('docs/examples/first-server/database.ts', 'utf8')) ?? [];
  const database = new DatabaseSync(':memory:');
  database.exec(schema);
  const databaseSchema = await readDatabaseSchema(new Kysely({ dialect: createNodeSqliteDialect(database) }));
  const drafted = draftFiles(draftModel(databaseSchema, { database: 'sqlite' }), { database: 'app.db' });
  // The comment in the second line names the version of SQLite, which the command adds.
  const code = (text: string) => text.replace(/^\/\/.*\n/gm, '');
  for (const [name, text] of Object.entries(drafted))
    expect(code(readFileSync(`docs/examples/first-server/src/${name}`, 'utf8'))).toBe(code(text));
  const server = await runExample('docs/examples/first-server/drafted-server.ts');
  try {
    const url = `${server.origin}/api/articles`;
    expect((await (await fetch(url)).json()).data).toHaveLength(3);
    expect((await fetch(`${url}/1`, { method: 'DELETE' })).status).toBe(403);
  } finally {
    await server.stop();
  }
});
