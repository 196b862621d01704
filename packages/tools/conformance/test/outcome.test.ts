/** The outcome of a run: one that decided little is not green, and all forms of a report count the same. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHost, type Server as Host } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { allCases } from '../src/cases/all-cases.ts';
import { clauseOf, levelsOf, publishedAsMust } from '../src/clauses/clauses.ts';
import { formatReport, type Report, runConformance, type Samples } from '../src/index.ts';
import { failureLines } from '../src/report/failure-lines.ts';
import { describeConformance, type Runner } from '../src/vitest.ts';
import { blogSamples, blogServer, targetOf } from './blog-target.ts';
import { runsWith } from './run-cli.ts';
import { type Any, document, every, type Forward, listed, media } from './sabotage/sabotage.ts';

// Runs of all cases.
vi.setConfig({ testTimeout: 180_000 });
const folder = mkdtempSync(join(tmpdir(), 'linkage-outcome-'));
const file = (name: string): string => join(folder, name);
const run = runsWith(() => []);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { handle } = targetOf(blogServer());

/** An Express application with its default parsers, which accept `application/json` alone. */
function expressApp(): Host {
  const app = express().use(express.json());
  app.use(async (request, response) => {
    const isWrite = !['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(request.method);
    if (isWrite && request.body === undefined) {
      response.status(400).json({ message: 'The body is missing' });
      return;
    }
    const headers = { accept: request.headers.accept ?? media, 'content-type': media };
    const body = isWrite ? { body: JSON.stringify(request.body) } : {};
    const given = new Request(`http://localhost${request.url}`, { method: request.method, headers, ...body });
    const answer = await handle(given);
    response.status(answer.status);
    answer.headers.forEach((value, name) => void response.setHeader(name, value));
    response.end(await answer.text());
  });
  return createHost(app);
}

describe('a server that rejects every body of the media type', () => {
  const host = expressApp();
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, resolve));
    url = `http://localhost:${(host.address() as AddressInfo).port}/api`;
    writeFileSync(file('samples.json'), JSON.stringify(blogSamples));
  });
  afterAll(() => void host.close());

  test('ends with 3 and the cause in the first line, then what to do about the three largest causes', async () => {
    const { status, out } = await run('conform', url, '--samples', file('samples.json'), '--quiet');
    const [first, ...others] = out.split('\n');
    expect([status, first]).toEqual([3, expect.stringMatching(/^Only \d+ % .* does not parse the media type/)]);
    expect(others.slice(0, 6).filter((line) => line.startsWith('      to do: '))).toHaveLength(3);
    expect(out).toContain('express.json({ type: "application/vnd.api+json" })');
    expect(out).toContain('MUST GEN-02  A create request with `Content-Type: application/vnd.api+json` succeeds');
    expect(first).toContain('returned 400: {"message":"The body is missing"}, and 201 with application/json');
  });

  test('--min-decided is the share', async () => {
    const args = ['conform', url, '--samples', file('samples.json'), '--quiet', '--min-decided', '1'];
    const { status, out } = await run(...args);
    expect([status, out.split('\n')[0]]).toEqual([1, expect.stringContaining('JSON:API 1.1 conformance of')]);
  });
});

const changedBy =
  (change: ReturnType<typeof document>) =>
  (request: Request): Promise<Response> =>
    change(request, async (it) => handle(it));

describe('a server with ids that are numbers', () => {
  const number = (it: Any): void => {
    if (/^\d+$/.test(it?.id)) it.id = Number(it.id);
  };
  const change = document(
    () => true,
    (it) =>
      every([...listed(it), ...(it.included ?? [])], (resource) => {
        number(resource);
        for (const { data } of Object.values<Any>(resource?.relationships ?? {})) every([data].flat(), number);
      }),
  );

  test('is judged in at least 90 % of what it is with strings, with one finding', async () => {
    const target = targetOf(blogServer());
    const strings = await runConformance(target, blogSamples);
    const changed = (request: Request) => change(request, async (it) => target.handle(it));
    const numbers = await runConformance({ ...target, handle: changed }, blogSamples);
    const decided = ({ summary: { passed, failed } }: Report) => passed + failed;
    expect(decided(numbers) / decided(strings)).toBeGreaterThanOrEqual(0.9);
    expect(numbers.findings.flatMap(({ cases }) => cases)).toEqual(['document-identification-strings']);
    expect(numbers.leftovers).toEqual([]);
  });
});

test('another media type is said at the top', async () => {
  const asJson: Forward = async (request) => {
    const answer = await handle(request);
    const headers = new Headers(answer.headers);
    if (headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(answer.body, { status: answer.status, headers });
  };
  const target = { handle: asJson, baseUrl: 'http://localhost/api' };
  const report = await runConformance(target, blogSamples, { only: ['FET-01'] });
  expect(formatReport(report, 'text').split('\n')[0]).toBe(
    'The server sends documents as application/json, not as application/vnd.api+json (NEG-01).',
  );
});

describe('what a server does not have', () => {
  const notes = defineApi({ notes: { attributes: { text: z.string() } } });
  const records = { notes: ['a', 'b', 'c'].map((text, id) => ({ id: id + 1, text })) };
  const samples: Samples = {
    types: {
      notes: {
        create: { attributes: { text: 'New {unique}' } },
        update: { attributes: { text: 'Other {unique}' } },
        invalid: { text: 7 },
        clientIds: false,
      },
    },
    supports: { sort: false },
  };

  test('a server without relationships that passes all the rest has a green badge', async () => {
    const target = targetOf(createServer(notes, createMemorySources(notes, records), { baseUrl: '/api' }));
    const report = await runConformance(target, samples);
    expect(report.outcome).toMatchObject({ status: 0, failures: [] });
    expect(report.summary.absent).toBeGreaterThan(150);
    const badge = formatReport(report, 'badge');
    expect(badge).toMatch(/MUST (\d+) of \1, (8|9)\d % decided/);
    expect(badge).toContain('-brightgreen)');
  });
});

describe('one truth', () => {
  const samples = { ...blogSamples, types: { people: { ...blogSamples.types['people'], clientIds: false } } };
  const only = ['create-client-id-forbidden', 'FET-08'];
  const target = targetOf(blogServer());
  const ends = async (options: object): Promise<readonly string[]> => {
    const found: string[] = [];
    const tests: (() => Promise<void>)[] = [];
    const runner: Runner = {
      describe: (_, define) => define(),
      test: (name, body) => {
        tests.push(async () => {
          try {
            await body({ skip: (reason: string) => void found.push(`skipped ${name}: ${reason}`) });
          } catch {
            found.push(`failed ${name}`);
          }
        });
      },
    };
    describeConformance('x', target, samples, { only, runner, ...options });
    for (const each of tests) await each();
    return found.filter((it) => it.includes('not supported gets 403'));
  };

  test.each([
    ['a new failure', {}, 1, 1],
    ['a known failure', { baseline: { failures: ['create-client-id-forbidden'] } }, 0, 0],
  ])('%s: the status, JUnit, HTML, JSON, and `describeConformance`', async (_, options, status, count) => {
    const report = await runConformance(target, samples, { only, ...options });
    expect(report.outcome).toMatchObject({ status });
    expect(JSON.parse(formatReport(report, 'json')).outcome.failures).toHaveLength(count);
    const junit = formatReport(report, 'junit');
    expect(junit).toMatch(new RegExp(`<testsuites [^>]*failures="${count}"`));
    expect(junit.match(/<failure /g) ?? []).toHaveLength(count);
    expect(formatReport(report, 'html')).toContain(`<p>${count} failures count, ${1 - count} are known.`);
    expect(await ends(options)).toEqual([expect.stringMatching(count === 1 ? /^failed/ : /^skipped .*known failure/)]);
  });

  test('failures of a weaker level count if `failOn` says so', async () => {
    const broken = changedBy(
      document(
        () => true,
        (it) => every(it.errors ?? [], (error) => Object.assign(error, { status: '999' })),
      ),
    );
    const at = { handle: broken, baseUrl: 'http://localhost/api' };
    const usual = await runConformance(at, blogSamples, { only: ['ERR-10'] });
    const strict = await runConformance(at, blogSamples, { only: ['ERR-10'], failOn: 'should' });
    expect([usual.outcome.status, strict.outcome.status]).toEqual([0, 1]);
    expect(usual.summary.failed).toBe(strict.outcome.failures.length);
    expect(formatReport(usual, 'junit')).not.toContain('<failure ');
  });
});

describe('levels', () => {
  test('a case has the level of its first requirement in the text that a run goes by', async () => {
    const added = allCases.find(({ id }) => id === 'to-many-add-once');
    expect(added?.levels).toEqual({ published: 'must', linkage: 'should' });
    expect(allCases.find(({ id }) => id === 'document-attributes-object')?.levels).toEqual({
      published: 'must',
      linkage: 'recommended',
    });
    const target = targetOf(blogServer());
    for (const [levels, level] of [
      [undefined, 'must'],
      ['linkage', 'should'],
    ] as const) {
      const { results } = await runConformance(target, blogSamples, { only: ['to-many-add-once'], levels });
      expect(results).toMatchObject([{ level, levels: added?.levels }]);
    }
  });

  test('the guide names each requirement whose levels differ', () => {
    const guide = readFileSync(new URL('../../../../docs/guide/conformance.md', import.meta.url), 'utf8');
    const lines = [...guide.matchAll(/^\| ([A-Z]{3}-\d\d) \| `(\w+)` \|/gm)];
    const named = lines.map(([, row = '']) => row);
    expect(named).toEqual([...publishedAsMust]);
    for (const [, row = '', level] of lines) expect(levelsOf([row])).toEqual({ published: 'must', linkage: level });
    const used = new Set(allCases.flatMap(({ rows }) => rows));
    expect(named.filter((row) => !used.has(row))).toEqual([]);
  });

  test('a finding has cases of one level', async () => {
    const { findings, results } = await runConformance(
      {
        handle: changedBy(
          document(
            () => true,
            (it) => Object.assign(it, { links: [] }),
          ),
        ),
        baseUrl: 'http://localhost/api',
      },
      blogSamples,
      { only: ['FET', 'LNK', 'DOC', 'REC'] },
    );
    const levelOf = (id: string) => results.find((it) => it.id === id)?.level;
    expect(findings.length).toBeGreaterThan(1);
    for (const { level, cases } of findings) expect(new Set(cases.map(levelOf))).toEqual(new Set([level]));
  });
});

describe('adoption', () => {
  const target = targetOf(blogServer());

  test('a summary for the page of a job, and a badge as JSON', async () => {
    const broken = changedBy(
      document(
        () => true,
        (it) => Object.assign(it, { meta: [] }),
      ),
    );
    const report = await runConformance({ ...target, handle: broken }, blogSamples, { readOnly: true });
    const summary = formatReport(report, 'summary');
    expect(summary).toMatch(/^## JSON:API 1\.1 conformance of http:\/\/localhost\/api\n/);
    expect(summary).toContain('| Level | Cause | Cases | Run again |');
    const { message, ...others } = JSON.parse(formatReport(report, 'badge-json'));
    expect(others).toEqual({ schemaVersion: 1, label: 'JSON:API 1.1', color: 'red' });
    expect(message).toMatch(/^MUST \d+ of \d+, \d+ % decided, reads only$/);
  });

  test('the page about requirements has what each checked requirement says, where a failure links to', async () => {
    const page = readFileSync(new URL('../../../../docs/requirements.md', import.meta.url), 'utf8');
    const rows = [...new Set(allCases.flatMap((it) => it.rows))];
    const sections = new Map(page.split('\n### ').map((text) => [text.slice(0, 6), text]));
    expect(rows.filter((row) => !sections.get(row)?.includes(clauseOf(row)?.statement ?? ''))).toEqual([]);
    expect([...sections.values()].filter((text) => /\nWrong: .*\nRight:/s.test(text)).length).toBeGreaterThan(100);
    const { results } = await runConformance(target, { ...blogSamples, urls: { related: '/{id}' } }, { only: ['REL'] });
    const broken = { ...results[0], rows: ['INC-06'], verdict: 'failed', spec: '', exchanges: [] } as never;
    expect(failureLines(broken)).toContain(
      'examples: https://github.com/linkage-js/linkage/blob/main/docs/requirements.md#inc-06',
    );
  });

  test('the action passes headers, and adds the summary to the page of the job', () => {
    const action = readFileSync(new URL('../action.yml', import.meta.url), 'utf8');
    const [, script = ''] = action.split('      run: |\n');
    const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
    // In place of the registry: the command of this repository, without the name of the package.
    writeFileSync(
      file('npx'),
      `#!/bin/sh\nshift 2\necho "$@" > "${file('called')}"\nexec "${process.execPath}" "${main}" "$@"\n`,
    );
    chmodSync(file('npx'), 0o755);
    writeFileSync(file('action.json'), JSON.stringify(blogSamples));
    const env = {
      ...{ PATH: `${folder}:${process.env['PATH']}`, GITHUB_STEP_SUMMARY: file('summary'), VERSION: 'latest' },
      ...{ URL: 'http://localhost:1', SAMPLES: file('action.json'), BASELINE: '', BADGE: '', OPTIONS: '--timeout 1' },
      HEADERS: 'Authorization: Bearer a b\nX-Key: c',
    };
    const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      env,
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(readFileSync(file('called'), 'utf8')).toContain(
      '--header Authorization: Bearer a b --header X-Key: c --timeout 1',
    );
  });
});
