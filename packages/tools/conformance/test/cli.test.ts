/** The command line: what it prints, writes, and ends with. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHost, type Server as Host } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonApiMiddleware } from '@linkage/koa';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { blogSamples, blogServer } from './blog-target.ts';
import { runsWith } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-conformance-'));
const file = (name: string): string => join(folder, name);
let host: Host;
let base: string;

beforeAll(async () => {
  host = createHost(new Koa().use(jsonApiMiddleware(blogServer(), { prefix: '/api' })).callback());
  await new Promise<void>((resolve) => host.listen(0, resolve));
  base = `http://localhost:${(host.address() as AddressInfo).port}/api`;
  writeFileSync(file('samples.json'), JSON.stringify(blogSamples));
});
afterAll(() => {
  host.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = runsWith(() => [Buffer.from('{"data":{"type":"articles"},\n"meta":1}')]);

describe('help', () => {
  test.each([[], ['--help'], ['conform', '--help'], ['init', '-h'], ['validate', '--help']])('%j', async (...args) => {
    const { out } = await run(...args);
    expect(out).toContain('Usage');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(130);
  });
});

describe('wrong calls end with 2 and a sentence', () => {
  test.each([
    [['nope'], '"nope" is not a command.'],
    [['conform'], 'The base URL is missing'],
    [['conform', 'ftp://x'], 'must begin with http://'],
    [['conform', 'http://me:secret@localhost:1', '--app'], 'must not contain credentials. Pass them with --header'],
    [['conform', 'http://localhost:1/api?key=1', '--app'], 'must end with its path'],
    [['conform', 'http://localhost:1/api#top', '--app'], 'must end with its path'],
    [['conform', 'http://localhost:1', '--app', '--only', 'FET,fetch-resorce'], 'Did you mean "fetch-resource"?'],
    [['conform', 'http://localhost:1', '--app', '--skip', 'nonsense'], '"nonsense", which names no case'],
    [['conform', 'http://localhost:1', '--samples', '/nowhere.json'], 'cannot be read'],
    [['conform', 'http://localhost:1'], '--samples is missing'],
    [['conform', 'http://localhost:1', '--sample', 'x'], "Unknown option '--sample'"],
    [['conform', 'http://localhost:1', '--fail-on', 'x'], '--fail-on must be one of'],
    [['validate'], 'The document is missing'],
    [['validate', 'a.json', 'b.json'], '"b.json" is a second one'],
    [['validate', '/nowhere.json'], 'Check the path.'],
    [['validate', 'http://localhost:1/x'], /No server listens there|bad port/],
    [['validate', '-', '--as', 'x'], '--as must be one of'],
    [['validate', '-', '--max', '0'], '--max must be a whole number'],
    [['init', 'http://localhost:1', '--header', 'x'], '--header must be'],
  ])('%j', async (args, sentence) => {
    const { status, error } = await run(...args);
    expect([status, error]).toEqual([
      2,
      typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
    ]);
  });

  test.each([[[]], [['--types', 'articles']]])('init %j of a server that does not respond', async (more) => {
    const { status, error } = await run('init', 'http://localhost:1', ...more);
    expect([status, error]).toEqual([2, expect.stringContaining('does not respond. Start it')]);
  });

  test('a server that does not respond', async () => {
    const { status, error } = await run('conform', 'http://localhost:1', '--samples', file('samples.json'));
    expect([status, error]).toEqual([2, expect.stringContaining('does not respond')]);
  });
});

describe('validate', () => {
  test('shows each issue in its lines', async () => {
    const { status, out } = await run('validate', '-', '--as', 'response');
    expect(status).toBe(1);
    expect(out).toContain('MUST meta-object at /meta (-:2:8)');
    expect(out).toContain('  1 │ {"data":{"type":"articles"},\n  2 │ "meta":1}\n    │        ^');
    expect(out).toContain('2 issues');
  });

  test('counts one issue in the singular', async () => {
    expect((await run('validate', '-', '--max', '1')).out).toContain('The first issue, maybe more (--max)');
    writeFileSync(file('one.json'), '{"data":null,"meta":1}');
    expect((await run('validate', file('one.json'))).out).toContain('\n1 issue\n');
  });

  test('prints JSON with places', async () => {
    const { out } = await run('validate', '-', '--json');
    expect(JSON.parse(out).issues).toMatchObject([{ rule: 'meta-object', pointer: '/meta', line: 2, column: 8 }]);
  });

  test('reads files and URLs, and ends with 0 for a valid document', async () => {
    writeFileSync(file('good.json'), '{"data":null}');
    expect(await run('validate', file('good.json'))).toMatchObject({
      status: 0,
      out: expect.stringContaining('is a valid document'),
    });
    expect(await run('validate', `${base}/articles?include=author`, '--as', 'response')).toMatchObject({ status: 0 });
  });

  test('ends with 2 for a text that is not JSON, and shows where', async () => {
    writeFileSync(file('bad.json'), '{\n  "data": nul\n}');
    const { status, error } = await run('validate', file('bad.json'));
    expect([status, error]).toEqual([2, expect.stringMatching(/bad\.json:2:11 is not JSON/)]);
  });
});

describe('conform', () => {
  test('prints a summary, writes the reports, and ends with 0', async () => {
    const files = ['--html', file('r.html'), '--junit', file('r.xml')];
    const { status, out, error } = await run(
      'conform',
      base,
      '--samples',
      file('samples.json'),
      '--only',
      isLong ? 'FET,INC' : 'FET-01,FET-08',
      ...files,
    );
    expect([status, out]).toEqual([0, expect.stringContaining(' 0 failed (MUST 0')]);
    expect(error).toMatch(/of \d+ cases, 0 failed/);
    expect(readFileSync(file('r.html'), 'utf8')).toContain('<title>JSON:API 1.1 conformance of ');
    expect(readFileSync(file('r.xml'), 'utf8')).toContain('<testsuite name="Fetching"');
  });

  test('a run of some cases carries no badge', async () => {
    const args = ['conform', base, '--samples', file('samples.json'), '--badge', file('r.md')];
    for (const some of ['--only', '--skip']) {
      expect(await run(...args, some, 'FET')).toMatchObject({ status: 2, error: expect.stringContaining('--badge') });
    }
  });

  test('a badge shows the level, and the share of what was decided', async () => {
    const most = isLong ? [] : ['--most', '300', '--min-decided', '0'];
    const args = ['--samples', file('samples.json'), '--read-only', '--quiet', '--badge', file('r.md'), ...most];
    expect((await run('conform', base, ...args)).status).toBe(0);
    const badge = readFileSync(file('r.md'), 'utf8');
    expect(badge).toMatch(/^!\[JSON:API 1\.1 conformance: MUST (\d+) of \1, \d+ % decided, reads only\]/);
  });

  test.each(['junit', 'html', 'badge'])('--%s in a folder that does not exist: 2, before the run', async (option) => {
    const args = ['--samples', file('samples.json'), `--${option}`, file('nowhere/report')];
    const { status, out, error } = await run('conform', base, ...args);
    expect([status, out]).toEqual([2, '']);
    expect(error).toContain(`--${option}: the folder ${file('nowhere')} does not exist.`);
  });

  test('a baseline: known failures end with 0, new ones with 1', async () => {
    const samples = { ...blogSamples, types: { people: { ...blogSamples.types['people'], clientIds: false } } };
    writeFileSync(file('known.json'), JSON.stringify(samples));
    const args = ['conform', base, '--samples', file('known.json'), '--only', 'CRE-11', '--quiet'];
    const baseline = ['--baseline', file('baseline.json')];
    expect(await run(...args, '--baseline', file('nowhere.json'))).toMatchObject({ status: 2 });
    expect(await run(...args, ...baseline, '--update-baseline')).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(file('baseline.json'), 'utf8')).failures).toContain('create-client-id-forbidden');
    const known = await run(...args, ...baseline);
    expect([known.status, known.error]).toEqual([0, expect.stringMatching(/^1 known failure, 0 new ones\.\n/)]);
    writeFileSync(file('baseline.json'), '{"failures":["create"]}');
    const fresh = await run(...args, ...baseline);
    expect([fresh.status, fresh.error]).toEqual([1, expect.stringContaining('New: create-client-id-forbidden')]);
    expect((await run(...args, '--skip', 'CRE-11')).status).toBe(2);
  });

  test('failures with one cause are one finding, with the exchange and what the server must change', async () => {
    const samples = { ...blogSamples, types: { people: { ...blogSamples.types['people'], clientIds: false } } };
    writeFileSync(file('told.json'), JSON.stringify(samples));
    const args = ['--samples', file('told.json'), '--only', 'create-client-id-forbidden', '--quiet'];
    const { out } = await run('conform', base, ...args, '--junit', file('told.xml'));
    for (const text of [out, readFileSync(file('told.xml'), 'utf8')]) {
      expect(text).toContain('the specification says: Client-generated id not supported: 403.');
      expect(text).toContain('to change: Respond with 403.');
      expect(text).toMatch(/(>|&gt;) POST http:\S+\/people/);
      expect(text).toMatch(/(<|&lt;) HTTP 201/);
    }
    expect(out).toContain('  MUST CRE-11  ');
  });

  test('ends with 3 if resources stay, and lists the requests that remove them', async () => {
    const blogHandler = new Koa().use(jsonApiMiddleware(blogServer(), { prefix: '/api' })).callback();
    const stubborn = createHost((request, response) => {
      if (request.method === 'DELETE') response.writeHead(403).end();
      else blogHandler(request, response);
    });
    await new Promise<void>((resolve) => stubborn.listen(0, resolve));
    const url = `http://localhost:${(stubborn.address() as AddressInfo).port}/api`;
    const args = ['--samples', file('samples.json'), '--only', 'create-location', '--quiet'];
    const { status, out } = await run('conform', url, ...args);
    stubborn.close();
    expect([status, out]).toEqual([3, expect.stringMatching(/These resources stayed\n {2}DELETE http:\S+\n/)]);
  });

  describe('that the user ends', () => {
    /** Runs all cases that create against a server, and calls `act` at its fifth POST, whose response it gives. */
    async function runEnded(
      act: (stop: () => void) => 'respond' | 'ignore',
      { isDeleting = true }: { readonly isDeleting?: boolean } = {},
    ) {
      const handler = new Koa().use(jsonApiMiddleware(blogServer(), { prefix: '/api' })).callback();
      let posts = 0;
      let stop = (): void => undefined;
      let exited: (status: number) => void = () => undefined;
      const ended = new Promise<number>((resolve) => {
        exited = resolve;
      });
      const server = createHost((request, response) => {
        if (request.method === 'POST' && ++posts === 5 && act(() => stop()) === 'ignore') return;
        if (request.method === 'DELETE' && !isDeleting) response.writeHead(403).end();
        else handler(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const url = `http://localhost:${(server.address() as AddressInfo).port}/api`;
      const printed = { out: '', error: '' };
      const onStop = (listener: () => void): void => {
        stop = listener;
      };
      const started = runsWith(() => [], { onStop, exit: (status) => exited(status), printed });
      const count = async (): Promise<number> => (await (await fetch(`${url}/articles`)).json()).data.length;
      const before = await count();
      const args = ['--samples', file('samples.json'), '--only', 'CRE', '--quiet', '--html', file('ended.html')];
      const status = await Promise.race([started('conform', url, ...args).then((it) => it.status), ended]);
      const added = (await count()) - before;
      server.closeAllConnections();
      server.close();
      return { status, added, posts, ...printed };
    }

    test('it deletes what it created, and reports the cases that were complete, to no file', async () => {
      const { status, added, posts, out, error } = await runEnded((stop) => {
        stop();
        return 'respond';
      });
      expect({ status, added, posts }).toEqual({ status: 130, added: 0, posts: 5 });
      expect(error).toContain('The run ends, and deletes what it created. Press Ctrl+C again to end at once.');
      expect(out).toMatch(/The run was ended: \d+ of \d+ cases were complete/);
      expect(existsSync(file('ended.html'))).toBe(false);
    });

    test('it reports what it cannot delete', async () => {
      const act = (stop: () => void) => {
        stop();
        return 'respond' as const;
      };
      const { status, out } = await runEnded(act, { isDeleting: false });
      expect([status, out]).toEqual([3, expect.stringMatching(/These resources stayed\n {2}DELETE http:\S+\n/)]);
    });

    test('at the second time, it ends at once, and names the request whose response it does not know', async () => {
      const { status, error } = await runEnded((stop) => {
        stop();
        stop();
        return 'ignore';
      });
      expect(status).toBe(3);
      expect(error).toMatch(
        /These resources stayed\n(?: {2}.*\n)* {2}GET http:\S+\n {6}POST http:\S+ may have created a resource/,
      );
    });
  });

  test('ends with 1 if a case of the level fails', async () => {
    const samples = { ...blogSamples, types: { people: { ...blogSamples.types['people'], clientIds: false } } };
    writeFileSync(file('wrong.json'), JSON.stringify(samples));
    const { status, out } = await run(
      'conform',
      base,
      '--samples',
      file('wrong.json'),
      '--only',
      'CRE-11',
      '--quiet',
      '--json',
    );
    expect(status).toBe(1);
    expect(JSON.parse(out).summary.failedByLevel.must).toBeGreaterThan(0);
  });
});

describe('init', () => {
  test('drafts samples that conform can use', async () => {
    const drafted = await run('init', base, '--types', 'articles,people,comments,tags', '--out', file('draft.json'));
    expect(drafted).toMatchObject({ status: 0, error: expect.stringContaining('Wrote ') });
    const draft = JSON.parse(readFileSync(file('draft.json'), 'utf8'));
    expect(draft.types.articles).toMatchObject({
      create: { attributes: { title: 'Bikes{unique}' } },
      relationships: { author: { to: 'one', types: ['people'] }, comments: { to: 'many', types: ['comments'] } },
      include: ['author', 'comments', 'tags'],
      sort: ['title', 'views'],
    });
    expect(
      (
        await run(
          'conform',
          base,
          '--samples',
          file('draft.json'),
          '--only',
          isLong ? 'FET,INC,CRE-05' : 'FET-01,CRE-05',
          '--quiet',
        )
      ).status,
    ).toBe(0);
  });

  test('takes `create` from an OpenAPI document', async () => {
    const attributes = {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string', example: 'Hi' }, views: { type: 'integer' } },
    };
    const data = {
      type: 'object',
      properties: { type: { const: 'articles' }, attributes: { $ref: '#/components/schemas/A' } },
    };
    const content = { 'application/vnd.api+json': { schema: { properties: { data } } } };
    const paths = { '/articles': { get: {}, post: { requestBody: { content } } }, '/articles/{id}': { get: {} } };
    writeFileSync(
      file('openapi.json'),
      JSON.stringify({ openapi: '3.1.0', paths, components: { schemas: { A: attributes } } }),
    );
    const { out } = await run('init', base, '--openapi', file('openapi.json'));
    expect(JSON.parse(out).types.articles.create).toEqual({ attributes: { title: 'Hi', views: 1 } });
  });

  test('says what it tried if it finds nothing', async () => {
    const { status, error } = await run('init', base, '--types', 'nope');
    expect([status, error]).toEqual([2, expect.stringContaining('/nope (404)')]);
  });
});
