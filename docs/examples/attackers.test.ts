/** Examples × attackers: what a guest and another user can see and change in each example that has access rules. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import type { DescribingServer, JsonApiRequest, Server } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../../packages/core/test/runs.ts';
import { type Answer, type Attack, operationsOf, readsOf, shownIn, writesOf } from './attacks.ts';
import { anyDatabase, openClinic } from './clinic/tester/open-clinic.ts';
import { insertDemo } from './tracker/demo.ts';
import { createTracker } from './tracker/server.ts';

const media = 'application/vnd.api+json';
type Headers = Readonly<Record<string, string>>;
type Send = (attack: Attack, headers?: Headers) => Promise<Answer>;

/** The resources that an attacker sees, and the writes that the page says are open. */
interface Expected {
  readonly headers: Headers;
  /** `type ids: fields`. */
  readonly shows: readonly string[];
  readonly open?: readonly RegExp[];
}

/** The part of a request that a framework adds: without a user. */
const framework = { request: { headers: new Headers() }, ctx: { state: {} }, env: { sessions: new Map() } };

const sendTo =
  (server: Server<JsonApiRequest>): Send =>
  async ({ line, body }, headers = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = { method, url, headers: { 'content-type': media, ...headers }, body: text, framework };
    const response = await server.handle(request as JsonApiRequest);
    return { status: response.status, document: response.body === undefined ? undefined : JSON.parse(response.body) };
  };

/** Between the parts of what is shown: ids contain spaces. */
const SEPARATOR = '\t';

/** Summarizes what all answers show: `articles 1, 2: author, title`. */
function summaryOf(shown: ReadonlySet<string>): readonly string[] {
  const fieldsOf = new Map<string, string[]>();
  for (const it of [...shown].sort()) {
    const [type = '', id = '', field] = it.split(SEPARATOR);
    const fields = fieldsOf.get(`${type} ${id}`) ?? [];
    fieldsOf.set(`${type} ${id}`, field === undefined ? fields : [...fields, field]);
  }
  return [...fieldsOf].map(([identity, fields]) => `${identity}: ${fields.join(', ')}`);
}

/** Sends all reads, or in the short form one of so many. Returns what they show, and the failures of the server. */
async function readAll(send: Send, types: Parameters<typeof readsOf>[0], headers: Headers, oneOf = 1) {
  const shown = new Set<string>();
  const failures: string[] = [];
  const totals = new Map<string, number>();
  for (const type of Object.keys(types)) {
    for (const attack of someOf(readsOf(types, type), oneOf)) {
      const { status, document } = await send(attack, headers);
      if (status >= 500) failures.push(`${attack.line} ${status}`);
      for (const it of shownIn(document)) shown.add(it);
      if (document?.meta?.page?.total > 0) totals.set(attack.line, document.meta.page.total - document.data.length);
    }
  }
  return { shows: summaryOf(shown), failures, hidden: [...totals].filter(([, rest]) => rest !== 0) };
}

/** Sends all writes. Returns those that are not rejected, and the failures of the server. */
async function writeAll(send: Send, attacks: readonly Attack[], headers: Headers, open: readonly RegExp[] = []) {
  const done: string[] = [];
  for (const attack of attacks) {
    const { status } = await send(attack, headers);
    if (status < 400 || status >= 500) done.push(`${attack.line} ${JSON.stringify(attack.body)} ${status}`);
  }
  return done.filter((it) => !open.some((pattern) => pattern.test(it)));
}

const none: readonly string[] = [];
const guest: Headers = {};
const core = { 'a guest': { headers: guest, shows: none } };
const orders = ['lines 1: order, text', 'orders 1: lines, note, open, owner', 'people 7: name'];
const blog = ['articles 1: author, title', 'articles a/b é: author, title', 'people 9: name'];

/** The examples with access rules, and what each attacker sees and can write. */
const expected: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'access.ts': {
    'a user without a token': { headers: guest, shows: none },
    'a guest': { headers: { authorization: 'guest' }, shows: ['articles 1: author, title', 'people 7: name'] },
  },
  'access-cases.ts': {
    'a user without a token': { headers: guest, shows: none },
    // Ada reads her own e-mail address, changes her own record, and can invite a member of another team.
    Ada: {
      headers: { authorization: 'ada' },
      shows: ['people 7: email, name', 'people 8: name', 'projects 1: members, title'],
      open: [/^PATCH \/people\/7 /, /^(PATCH|POST|DELETE) \/projects\/1/],
    },
  },
  'aggregates.ts': {
    'a user without a token': { headers: guest, shows: none },
    Ada: {
      headers: { authorization: 'ada' },
      shows: [...['1', '2', '3'].map((id) => `issues ${id}: due, owner, points, status`), 'people 7: name'],
    },
  },
  'authentication.ts': {
    'a guest': { headers: guest, shows: ['articles 1: title'] },
    'a user with a wrong token': { headers: { authorization: 'Bearer wrong' }, shows: none },
  },
  'sessions.ts': {
    'a guest': { headers: guest, shows: none },
    'a user with a wrong cookie': { headers: { cookie: `__Host-session=${'a'.repeat(43)}` }, shows: none },
  },
  'forbidden.ts': {
    'a guest': { headers: guest, shows: ['people 7: articles, name', 'people 8: articles, name'] },
  },
  'cross-site.ts': core,
  // Every user is an editor, who can change titles.
  'declared-action.ts': {
    'an editor': {
      headers: guest,
      shows: ['issues 1: status, title', 'issues 2: status, title'],
      open: [/^PATCH \/issues/],
    },
  },
  // They listen on a port: docs/first-server.test.ts sends them requests.
  'first-server/drafted-server.ts': {},
  'first-server/guarded-server.ts': {},
  // It exports only descriptions.
  'describe.ts': {},
  // It has no articles.
  'event-stream.ts': { 'a reader': { headers: guest, shows: none } },
  'framework-context.ts': core,
  'missing-rules.ts': { 'a guest': { headers: guest, shows: ['articles 1: author, title'] } },
  // Every user is user 7.
  'policies.ts': { 'user 7': { headers: guest, shows: orders } },
  'soft-delete.ts': {
    'a guest': { headers: guest, shows: ['articles 1: title', 'articles 2: title'] },
    // Every user can write.
    'another user': {
      headers: { 'x-user': 'eve' },
      shows: ['articles 1: title', 'articles 2: title'],
      open: [/^(POST|PATCH|DELETE) \/articles/],
    },
  },
  // Every user can write articles, and no user can write entries.
  'audit-log.ts': {
    'a user': {
      headers: guest,
      shows: ['articles 1: author, title', 'people 1: name'],
      open: [/^(POST|PATCH|DELETE) \/articles/],
    },
  },
  // Each user can describe files of their own.
  'files.ts': {
    'a guest': { headers: guest, shows: none },
    'another user': { headers: { 'x-user': 'eve' }, shows: none, open: [/^POST \/files /] },
  },
  'trash.ts': { 'a reader': { headers: guest, shows: ['articles 1: slug, title'] } },
  'tenants.ts': {
    'a user without a token': { headers: guest, shows: none },
    Ada: {
      headers: { authorization: 'Bearer ada' },
      shows: [
        'articles 1: author, language, published, title',
        'articles 2: author, language, published, title',
        'languages 1: name',
        'people 7: name',
        'people 8: name',
      ],
      open: [/^POST \/articles /, /^PATCH \/articles\/2/],
    },
    'another tenant': {
      headers: { authorization: 'Bearer cyd' },
      shows: ['articles 4: author, language, published, title', 'languages 1: name', 'people 9: name'],
      open: [/^POST \/articles /, /^PATCH \/articles\/4/],
    },
  },
  'how-do-i/access.ts': { 'user 7': { headers: guest, shows: orders.map((it) => it.replace('note, ', '')) } },
  'how-do-i/accounts.ts': {
    // Everybody can register.
    'a guest': { headers: guest, shows: none, open: [/^POST \/registrations /] },
    'another user': { headers: { 'x-user': '2' }, shows: none, open: [/^POST \/registrations /] },
  },
  'how-do-i/context.ts': core,
  'frameworks/articles.ts': { 'a guest': { headers: guest, shows: blog } },
};

const files = ['*.ts', 'how-do-i/*.ts', 'frameworks/*.ts', 'migration/*.ts', 'first-server/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: import.meta.dirname }))
  .filter((file) => !file.endsWith('.test.ts') && file !== 'attacks.ts');
const guarded = files.filter((file) => /\baccess[:,]/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')));

async function serversIn(file: string): Promise<readonly DescribingServer[]> {
  // With a query, the attackers change an instance of their own: test files share their modules.
  const path = `${import.meta.dirname}/${file}?attacked`;
  const module: Readonly<Record<string, unknown>> = await import(path);
  return Object.values(module).filter(
    (it): it is DescribingServer => typeof (it as DescribingServer | undefined)?.describe === 'function',
  );
}

test('each example with access rules has its attackers', () => {
  expect(Object.keys(expected).sort()).toEqual([...guarded].sort());
});

test('each page on npm with an example that has no access rules says that it is open; in docs, the index and the guide say it', () => {
  const root = `${import.meta.dirname}/../..`;
  const textOf = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
  const isOpen = (path: string) =>
    /createServer\([\s\S]*'@linkage\/server'|'@linkage\/server'[\s\S]*createServer\(/.test(textOf(path)) &&
    !/\baccess[:,]/.test(textOf(path));
  const pages = globSync(['README.md', 'packages/{*,{adapters,sources,tools,internal}/*}/README.md'], { cwd: root });
  const silent = pages.filter((page) => {
    const text = textOf(page);
    const shown = [...text.matchAll(/<!-- (docs\/examples\/[\w/.-]+\.ts)/g)].map(([, path = '']) => path);
    return text.includes('createServer(') && shown.some(isOpen) && !/access\.md|Without `access`/.test(text);
  });
  expect(pages.length).toBeGreaterThan(15);
  expect(silent).toEqual([]);
  for (const page of ['docs/README.md', 'docs/guide/access.md'])
    expect(textOf(page)).toMatch(/[Ww]ithout (\[)?`access`(\]\([^)]*\))?, every user/);
});

const cases = Object.entries(expected).flatMap(([file, attackers]) =>
  Object.entries(attackers).map(([name, attacker]) => ({ file, name, attacker })),
);

test.each(cases)('$file: $name sees and changes only what the page says', async ({ file, attacker }) => {
  const servers = await serversIn(file);
  expect(servers.length).toBeGreaterThan(0);
  for (const server of servers) {
    const { types } = await server.describe();
    const send = sendTo(server as never);
    const before = await readAll(send, types, attacker.headers);
    expect(before).toEqual({ shows: attacker.shows, failures: [], hidden: [] });
    const writes = Object.keys(types).flatMap((type) => writesOf(types, type));
    expect(await writeAll(send, writes, attacker.headers, attacker.open)).toEqual([]);
    if (attacker.open === undefined) expect(await readAll(send, types, attacker.headers)).toEqual(before);
  }
});

test('accounts: a user sees and changes no payments of another user', async () => {
  const [server] = await serversIn('how-do-i/accounts.ts');
  const send = sendTo(server as never);
  const relationships = { user: { data: { type: 'users', id: '1' } } };
  const pay = {
    line: 'POST /payments',
    body: { data: { type: 'payments', attributes: { amount: 1 }, relationships } },
  };
  // The other user is hidden, so linkage to them is missing.
  for (const headers of [guest, { 'x-user': '2' }]) expect((await send(pay, headers)).status).toBe(404);
  expect((await send(pay, { 'x-user': '1' })).status).toBe(201);
  for (const headers of [guest, { 'x-user': '2' }])
    expect((await send({ line: 'GET /payments?page[total]=true' }, headers)).document).toMatchObject({
      data: [],
      meta: { page: { total: 0 } },
    });
  expect((await send({ line: 'GET /payments' }, { 'x-user': '1' })).document.data.length).toBe(1);
});

test('the attacks find what is open: without rules, everything is', async () => {
  const [server] = await serversIn('how-do-i/relationships.ts');
  const { types } = await (server as DescribingServer).describe();
  const send = sendTo(server as never);
  expect((await readAll(send, types, guest)).shows.length).toBeGreaterThan(2);
  const writes = Object.keys(types).flatMap((type) => writesOf(types, type));
  expect((await writeAll(send, writes, guest)).length).toBeGreaterThan(3);
});

describe('the clinic', () => {
  let clinic: Awaited<ReturnType<typeof openClinic>>;
  let types: Parameters<typeof readsOf>[0];
  beforeAll(async () => {
    clinic = await openClinic(anyDatabase);
    ({ types } = await clinic.server.describe());
  }, 60_000);
  afterAll(() => clinic?.close());

  const send: Send = async ({ line, body }, headers = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const type = url === '/operations' ? `${media};ext="https://jsonapi.org/ext/atomic"` : media;
    const response = await clinic.app.inject({
      method: method as 'GET',
      url: `/api${url}`,
      headers: { accept: type, 'if-match': '*', ...(body === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, document: response.body === '' ? undefined : JSON.parse(response.body) };
  };
  const isPrivate = (it: string) => /^(patients|appointments|invoices|lines|entries) /.test(it);
  const bearer = (name: string): Headers => ({ authorization: `Bearer ${name}` });

  // Paul books appointments of his own. Eve administrates another clinic, where every write is open.
  const users: readonly (readonly [string, readonly string[], string, readonly RegExp[]])[] = [
    ['paul', ['appointments 1', 'patients 1'], 'pia', [/^POST \/appointments .* 201$/, /"add".*"appointments".* 200$/]],
    ['eve', ['appointments 7', 'invoices 7', 'lines 7', 'patients 7'], 'ada', [/./]],
  ];
  test.each(someOf(users, 2))(
    '%s sees no data of other users, and changes nothing',
    async (name, visible, other, open) => {
      const before = await readAll(send, types, bearer(name), 3);
      expect([before.failures, before.hidden]).toEqual([[], []]);
      expect(before.shows.filter(isPrivate).map((it) => it.split(':')[0])).toEqual(visible);
      const others = await readAll(send, types, bearer(other), 3);
      const writes = Object.keys(types).flatMap((type) => [...writesOf(types, type), ...operationsOf(types, type)]);
      expect(await writeAll(send, someOf(writes, 5), bearer(name), open)).toEqual([]);
      expect(await readAll(send, types, bearer(other), 3)).toEqual(others);
      // Thousands of requests to a database.
    },
    180_000,
  );
});

describe('the tracker', () => {
  let tracker: Awaited<ReturnType<typeof createTracker>>;
  let types: Parameters<typeof readsOf>[0];
  const folder = mkdtempSync(join(tmpdir(), 'attacked-'));
  beforeAll(async () => {
    const db = new Kysely<never>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
    tracker = await createTracker(db, 'SQLite', { folder, secret: 'a text of thirty-two bytes or more' });
    await insertDemo(db);
    ({ types } = await tracker.server.describe());
  });
  afterAll(async () => {
    await tracker.app.close();
    rmSync(folder, { recursive: true });
  });

  test('the owner of another organization sees nothing of Acme, and changes nothing', async () => {
    const send = sendTo(tracker.server as never);
    const [eve, ada] = ['eve', 'ada'].map((name) => ({ authorization: `Bearer ${name}` }));
    const before = await readAll(send, types, ada as Headers, 3);
    const seen = await readAll(send, types, eve as Headers, 3);
    expect([seen.failures, seen.hidden]).toEqual([[], []]);
    // The rows of Globex have the ids 7 and 8. Bob, who has the id 2, is a user of both.
    const ofAcme = seen.shows.map((it) => it.split(':')[0]).filter((it) => !/ [78]$/.test(it ?? ''));
    expect(ofAcme).toEqual(['users 2']);
    await writeAll(
      send,
      someOf(
        Object.keys(types).flatMap((type) => writesOf(types, type)),
        5,
      ),
      eve as Headers,
    );
    expect(await readAll(send, types, ada as Headers, 3)).toEqual(before);
  }, 180_000);
});
