/** Runs the tests of the page "Validate any server in a test" against the server of "Your first server". */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { runExample } from '../scripts/docs/run-example.ts';

const { origin, stop } = await runExample('docs/examples/first-server/server.ts');
process.env['ORIGIN'] = origin;
afterAll(stop);
await import('./examples/first-server/server.test.ts');

test('with rules, callers write only articles of their own', async () => {
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
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', file]);
  expect(stdout).toMatch(/^# pass 3$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});
