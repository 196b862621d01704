/** Requests that write, users, and the project to download. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packagePath, root } from '../../../../scripts/workspace.ts';
import { someOf } from '../../../core/test/runs.ts';
import { firstExample, playgroundExamples } from '../generator/playground-examples.ts';
import { formatFragment, parseFragment } from '../page/playground/model/fragment.ts';
import { isoNames, schemaNames } from '../page/playground/model/known-names.ts';
import { namesBefore } from '../page/playground/parts/complete-declaration.ts';
import { projectFiles } from '../page/playground/project/project-files.ts';
import { zipOf } from '../page/playground/project/zip.ts';
import { answerQuestion } from '../page/playground/worker/answer-question.ts';

const example = firstExample();
const rules = playgroundExamples().find(({ declaration }) => declaration.includes('accessByUser'));
const bodyOf = (data: object): string => JSON.stringify({ data });

describe('requests that write', () => {
  test.each([
    ['POST', '/articles', bodyOf({ type: 'articles', attributes: { title: 'New' } }), 201],
    ['POST', '/articles', bodyOf({ type: 'articles', attributes: { title: '' } }), 422],
    ['PATCH', '/articles/1', bodyOf({ type: 'articles', id: '1', attributes: { title: 'Other' } }), 200],
    ['DELETE', '/articles/1', '', 204],
    ['POST', '/articles', '{', 400],
  ] as const)('%s %s %s has the status %i', async (method, target, body, status) => {
    expect(await answerQuestion({ ...example, method, target, body, view: 'document' })).toMatchObject({ status });
    // The records are those of the text again.
    expect(await answerQuestion({ ...example, view: 'document' })).toMatchObject({ status: 200 });
  });

  test('a link contains the method, the document, and the user', async () => {
    const state = { ...example, view: 'document', method: 'POST', body: '{}', user: 'guest' } as const;
    const { title: _, ...expected } = state;
    expect(await parseFragment(await formatFragment(state))).toEqual(expected);
  });
});

describe('users', () => {
  const ask = async (changes: object) => {
    const { text = '', ...answer } = await answerQuestion({ ...(rules ?? example), view: 'document', ...changes });
    return { ...answer, document: text === '' ? undefined : JSON.parse(text) };
  };

  test('each user sees what its rules allow', async () => {
    const guest = await ask({ user: 'guest' });
    expect(guest.users).toEqual(['guest', 'editor']);
    expect(guest.document.data).toHaveLength(1);
    expect(guest.document.data[0].attributes).toEqual({ title: 'Published' });
    expect((await ask({ user: 'editor' })).document.data).toHaveLength(2);
    // The first one, if a link names none.
    expect((await ask({ user: 'nobody' })).document.data).toHaveLength(1);
  });

  test('a rule can be a function of its facts', async () => {
    const line =
      '\nconst accessByUser = { me: { articles: { read: true, update: ({ record }) => record.title === "Hello" } } };';
    const declaration = example.declaration + line;
    const change = {
      method: 'PATCH',
      target: '/articles/1',
      body: bodyOf({ type: 'articles', id: '1' }),
      view: 'document',
    } as const;
    const records = (title: string) => JSON.stringify({ articles: [{ id: '1', title }] });
    const statuses = ['Hello', 'Other'].map(
      async (title) => (await answerQuestion({ ...example, ...change, declaration, records: records(title) })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403]);
  });

  test('what has no rule is denied', async () => {
    expect(await ask({ user: 'guest', method: 'DELETE', target: '/articles/1' })).toMatchObject({ status: 403 });
    expect(await ask({ user: 'editor', method: 'DELETE', target: '/articles/1' })).toMatchObject({ status: 204 });
  });

  test.each([
    ['const accessByUser = 1;', /must be an object/],
    ['const accessByUser = { a: { articles: { reed: true } } };', /has the rule "reed"/],
    ['const accessByUser = { a: 1 };', /accessByUser\.a/],
  ])('%s is a mistake', async (line, message) => {
    const { failure } = await answerQuestion({ ...example, declaration: example.declaration + line, view: 'document' });
    expect(failure).toMatch(message);
  });
});

describe('completion', () => {
  test.each([
    ["toOne('pe", ['articles', 'people']],
    ['z.iso.', ['date', 'datetime', 'time', 'duration']],
  ])('%s', (before, expected) => {
    expect(namesBefore(before, example.declaration)?.names).toEqual(expected);
  });

  test.each([["'text"], ['']])('nothing at %j', (before) => expect(namesBefore(before, '')).toBeUndefined());

  test('knows the names of the library', () => {
    expect(schemaNames.filter((name) => !(name in z))).toEqual([]);
    expect(isoNames.filter((name) => !(name in z.iso))).toEqual([]);
  });
});

describe('the project', () => {
  test('without a named API has none', () => {
    expect(projectFiles({ ...example, declaration: 'f(defineApi({}))' })).toHaveProperty('mistake');
    expect(projectFiles({ ...example, records: '{' })).toHaveProperty('mistake');
  });

  test('the target cannot leave its text', () => {
    const project = projectFiles({ ...example, target: "/a'); process.exit(1); ('" });
    expect('files' in project && project.files['server.mts']).not.toContain("'); process");
  });

  const served = [
    ['the first page', example, {}, 200],
    ['rules', rules ?? example, { authorization: 'Bearer guest' }, 200],
    ['rules without a user', rules ?? example, {}, 401],
  ] as const;
  test.each(someOf(served, 3))('of %s can be unpacked and serves its records', async (_, inputs, headers, status) => {
    const project = projectFiles(inputs);
    if (!('files' in project)) throw new Error(project.mistake);
    const folder = mkdtempSync(join(tmpdir(), 'linkage-project-'));
    try {
      for (const [path, bytes] of Object.entries(unzipSync(zipOf(project.files)))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      mkdirSync(join(folder, 'node_modules/@linkage'), { recursive: true });
      for (const name of ['core', 'server', 'node'])
        symlinkSync(packagePath(name), join(folder, 'node_modules/@linkage', name));
      symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'));
      // The port of the project is that of its first server: another one for this test.
      const text = (project.files['server.mts'] ?? '').replace(
        "listen(3000, 'localhost', () => {",
        "listen(0, 'localhost', function () {",
      );
      writeFileSync(join(folder, 'server.mts'), text.replace('console.log(', 'console.log(this.address().port, '));
      const child = spawn(process.execPath, ['server.mts'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        const [line] = await once(child.stdout, 'data');
        const port = Number(/^\d+/.exec(String(line))?.[0]);
        const response = await fetch(`http://localhost:${port}/api${inputs.target}`, { headers });
        expect(response.status).toBe(status);
      } finally {
        child.kill();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
