import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Api } from '@linkage/core';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer, type DescribingServer } from '@linkage/server';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyDatabase, type OpenDatabase as TestedDatabase } from '../../../sources/kysely/test/databases.ts';
import { generateClient } from '../../../sources/prisma/test/open-prisma.ts';
import { readAddress } from '../src/database/database-address.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { draftModel } from '../src/index.ts';
import { run } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';
import { walk } from './walk.ts';

const root = join(import.meta.dirname, '../../../..');
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/prisma-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
  create type mood as enum ('good', 'not bad');
  create schema sales;
  create table users (
    id bigserial primary key, mood mood not null, sizes bigint[] not null, words text[], at timestamp not null default now(),
    zoned timestamptz, amount numeric(10, 2), data jsonb, tag uuid not null, seen_at timestamptz not null, opens time, picture bytea,
    password text, boss_id bigint references users
  );
  create index on users (boss_id); create index on users (at);
  create table groups (id text primary key, name text not null);
  create table "_GroupToUser" (
    "A" text not null references groups on delete cascade, "B" bigint not null references users on delete cascade, primary key ("A", "B")
  );
  create table sales.orders (region text, number int, user_id bigint not null references users, primary key (region, number));
  create table user_order (
    user_id bigint references users, region text, number int, primary key (user_id, region, number),
    foreign key (region, number) references sales.orders
  );
  create table film_actor (film_id int, actor_id int, primary key (film_id, actor_id));
  insert into users (mood, sizes, words, at, zoned, amount, data, tag, seen_at, opens, boss_id) values
    ('not bad', '{9007199254740993}', '{a,null}', '2026-01-02 03:04:05.000006', now(), 1.50, '{"a":1}', gen_random_uuid(), now(), '10:00', null),
    ('good', '{}', null, '2026-01-02 03:04:05', null, null, null, gen_random_uuid(), now(), null, 1);
  insert into groups values ('g', 'Group');
  insert into "_GroupToUser" values ('g', 1), ('g', 2);
  insert into sales.orders values ('eu', 1, 2);
  insert into film_actor values (1, 2);`;

const schema = `
generator client {
  provider = "prisma-client"
  output   = "./client"
}
datasource db {
  provider = "postgresql"
  schemas  = ["public", "sales"]
}
enum mood {
  good
  bad  @map("not bad")
  @@schema("public")
}
model User {
  id       BigInt   @id @default(autoincrement())
  mood     mood
  sizes    BigInt[]
  words    String[]
  at       DateTime @default(now())
  zoned    DateTime? @db.Timestamptz(6)
  amount   Decimal? @db.Decimal(10, 2)
  data     Json?
  tag      String   @default(uuid()) @db.Uuid
  seenAt   DateTime @updatedAt @map("seen_at")
  opens    DateTime? @db.Time
  picture  Bytes?
  password String?
  bossId   BigInt?  @map("boss_id")
  boss     User?    @relation("boss", fields: [bossId], references: [id])
  staff    User[]   @relation("boss")
  groups   Group[]
  orders   orders[]
  bought   UserOrder[]
  @@map("users")
  @@schema("public")
}
model Group {
  id    String @id @default(cuid())
  label String @map("name")
  users User[]
  @@map("groups")
  @@schema("public")
}
model orders {
  region  String
  number  Int
  user_id BigInt
  users   User   @relation(fields: [user_id], references: [id])
  buyers  UserOrder[]
  @@id([region, number])
  @@schema("sales")
}
model UserOrder {
  userId BigInt @map("user_id")
  region String
  number Int
  user   User   @relation(fields: [userId], references: [id])
  order  orders @relation(fields: [region, number], references: [region, number])
  @@id([userId, region, number])
  @@map("user_order")
  @@schema("public")
}
`;

interface Drafted {
  readonly api: Api;
  readonly mapping: never;
  readonly createSources: (prisma: unknown) => Promise<object>;
}

const imported = async (out: string): Promise<Drafted> =>
  (await import(pathToFileURL(join(folder, out, 'sources.ts')).href)) as Drafted;

function serverOf(api: Api, sources: object): DescribingServer {
  return createServer(api, sources as never, { onError: () => undefined }) as unknown as DescribingServer;
}

const postgres = everyDatabase.find(({ name }) => name === 'PostgreSQL');

describe.skipIf(postgres?.missing !== undefined)(postgres?.missing ?? 'draft --for prisma', () => {
  let tested: TestedDatabase;
  let url: string;
  let client: string;
  beforeAll(async () => {
    tested = (await postgres?.open()) as TestedDatabase;
    await tested.exec(script);
    const { user, host, database } = tested.connection as Readonly<Record<string, string>>;
    url = `postgres://${user}@${encodeURIComponent(String(host))}/${database}`;
    client = await generateClient(folder, schema);
  }, 120_000);
  afterAll(() => tested?.close());

  const draft = (out: string, ...args: readonly string[]) =>
    run(['draft', url, '--for', 'prisma', '--schema', client, '--out', join(folder, out), ...args]);
  const open = async () => {
    const { PrismaClient } = await import(client);
    return new PrismaClient({ adapter: new PrismaPg(tested.connection as object) });
  };

  test('the files name models and fields', async () => {
    const { status, error } = await draft('all', '--except', 'film_actor', '--filter', 'all');
    expect([status, error]).toEqual([0, expect.stringContaining('Wrote ')]);
    const [api, sources] = ['api.ts', 'sources.ts'].map((name) => readFileSync(join(folder, 'all', name), 'utf8'));
    expect(api?.slice(api.indexOf('const declared'))).toMatchInlineSnapshot(`
      "const declared = defineApi({
        groups: {
          // id: the database makes it.
          attributes: {
            name: attribute(z.string(), indexed),
          },
          relationships: {
            users: toMany('users', { inverse: 'groups' }),
          },
        },
        userOrders: {
          // id: it consists of fields.
          relationships: {
            user: toOne('users', { filter: true, required: true, write: 'create', inverse: 'userOrders' }),
            order: toOne('salesOrders', { filter: true, required: true, write: 'create', inverse: 'userOrders' }),
          },
        },
        users: {
          // id: the database makes it.
          attributes: {
            mood: attribute(z.enum(['good', 'not bad']), indexed),
            sizes: attribute(z.array(z.string().regex(/^-?\\d+$/).nullable()), { filter: ['has'] }),
            words: attribute(z.array(z.string().nullable()).nullable().default(null), { filter: ['has'] }),
            at: attribute(z.iso.datetime({ offset: true }).optional(), indexed),
            zoned: attribute(z.iso.datetime({ offset: true }).nullable().default(null), indexed),
            amount: attribute(z.string().nullable().default(null), indexed), // numeric(10,2)
            data: z.json().nullable().default(null), // To filter by a member: attribute(z.object({ city: z.string() }), { filter: { city: true } })
            tag: attribute(z.guid(), { ...indexed, write: false }),
            seenAt: attribute(z.iso.datetime({ offset: true }), { ...indexed, write: false }),
            picture: attribute(z.base64().nullable().default(null), { filter: ['eq'], onDemand: true }),
            // opens: time without time zone
            // password: by its name (--show users.password)
          },
          relationships: {
            boss: toOne('users', { filter: true, inverse: 'usersByBoss' }),
            userOrders: toMany('userOrders', { write: false }),
            usersByBoss: toMany('users'),
            salesOrders: toMany('salesOrders'),
            groups: toMany('groups'),
          },
        },
        salesOrders: {
          // id: it consists of fields.
          attributes: {
            region: attribute(z.string(), { ...indexed, write: 'create' }),
            number: attribute(z.int(), { ...indexed, write: 'create' }),
          },
          relationships: {
            user: toOne('users', { filter: true, required: true, inverse: 'salesOrders' }),
            userOrders: toMany('userOrders', { write: false }),
          },
        },
      });
      type Declared = typeof declared;

      /** The name that errors and editors print in place of all types. */
      export interface AppApi extends Declared {}
      export const api: AppApi = declared;
      "
    `);
    expect(sources?.slice(sources.indexOf('import'))).toMatchInlineSnapshot(`
      "import { createPrismaSources } from '@linkage/prisma';
      import { api } from './api.ts';
      import type { PrismaClient } from '../client/client.ts';

      export { api } from './api.ts';

      /** Creates the sources for \`createServer\`. Fails if the schema of Prisma or the database contradicts the mapping. */
      export async function createSources(prisma: PrismaClient) {
        return await createPrismaSources(api, prisma, {
          groups: {
            model: 'group',
            attributes: { name: 'label' },
            relationships: { users: { through: '_GroupToUser', from: 'A', to: 'B' } },
          },
          userOrders: {
            model: 'userOrder',
            relationships: { user: { column: 'userId' }, order: { column: ['region', 'number'] } },
          },
          users: {
            model: 'user',
            onCreate: { tag: () => crypto.randomUUID(), seenAt: () => new Date() },
            onUpdate: { seenAt: () => new Date() },
            relationships: {
              boss: { column: 'bossId' },
              userOrders: { foreignKey: 'userId' },
              usersByBoss: { foreignKey: 'bossId' },
              salesOrders: { foreignKey: 'user_id' },
              groups: { through: '_GroupToUser', from: 'B', to: 'A' },
            },
          },
          salesOrders: {
            model: 'orders',
            relationships: { user: { column: 'user_id' }, userOrders: { foreignKey: ['region', 'number'] } },
          },
        });
      }
      "
    `);
  });

  test('the server over Prisma answers as that over Kysely, except for times without a zone', async () => {
    const args = ['--except', 'film_actor', '--filter', 'all', '--schema', 'public,sales'];
    const kysely = await run(['draft', url, '--out', join(folder, 'kysely'), ...args]);
    expect(kysely.status).toBe(0);
    const opened = await openDatabase(readAddress(url), { writes: false });
    const prisma = await open();
    try {
      const databaseSchema = await readDatabaseSchema(opened.db);
      const model = draftModel(databaseSchema, {
        ...{ database: 'postgres', schemas: ['public', 'sales'] },
        ...{ except: ['film_actor'], filter: 'all' },
      });
      const mine = await imported('kysely');
      const sources = createKyselySources(mine.api, opened.db as never, mine.mapping, { databaseSchema });
      const expected = await walk(serverOf(mine.api, sources), model);
      expect([...expected.values()].filter((it) => !it.startsWith('200 '))).toEqual([]);
      const drafted = await imported('all');
      const found = await walk(serverOf(drafted.api, await drafted.createSources(prisma)), model);
      const alike = (responses: ReadonlyMap<string, string>): readonly string[] =>
        [...responses].map(([path, text]) => {
          const times = text.replaceAll(/("at":"[^"]*?)Z?"/g, '$1"').replaceAll(/,"opens":(?:"[^"]*"|null)/g, '');
          return `${path} ${times}`;
        });
      expect(alike(found).filter((it) => !/sort=-opens|\.opens\]/.test(it))).toEqual(
        alike(expected).filter((it) => !/sort=-opens|\.opens\]/.test(it)),
      );
    } finally {
      await prisma.$disconnect();
      await opened.close();
    }
  });

  test('writes have the values that Prisma computes', async () => {
    const prisma = await open();
    try {
      const drafted = await imported('all');
      const server = serverOf(drafted.api, await drafted.createSources(prisma));
      const type = 'application/vnd.api+json';
      const send = async (method: string, path: string, resource: object) => {
        const body = JSON.stringify({ data: resource });
        const response = await server.handle({
          method,
          url: path,
          headers: { accept: type, 'content-type': type },
          body,
        });
        return { status: response.status, data: JSON.parse(String(response.body)).data };
      };
      const made = await send('POST', '/users', {
        type: 'users',
        attributes: { mood: 'good', sizes: ['9223372036854775807'] },
      });
      expect([made.status, made.data.attributes]).toEqual([
        201,
        expect.objectContaining({ tag: expect.stringMatching(/^[0-9a-f-]{36}$/), sizes: ['9223372036854775807'] }),
      ]);
      const { id, attributes } = made.data;
      const changed = await send('PATCH', `/users/${id}`, { type: 'users', id, attributes: { words: ['x'] } });
      expect(changed.data.attributes.tag).toBe(attributes.tag);
      expect(Date.parse(changed.data.attributes.seenAt)).toBeGreaterThan(Date.parse(attributes.seenAt));
      expect((await send('POST', '/groups', { type: 'groups', attributes: { name: 'New' } })).status).toBe(201);
      await prisma.user.delete({ where: { id: BigInt(id) } });
      await prisma.group.deleteMany({ where: { label: 'New' } });
    } finally {
      await prisma.$disconnect();
    }
  });

  test.each<[string, () => Promise<{ status: number; error: string }>, string]>([
    ['a table without a model', () => draft('lacking'), 'does not have models for the tables film_actor'],
    ['files that exist', () => draft('all', '--except', 'film_actor'), 'api.ts exists'],
    [
      'a schema in place of a client',
      () => draft('none', '--schema', 'prisma/schema.prisma'),
      'Run `prisma generate`, and pass the module of the client',
    ],
    [
      'a module without a client',
      () => draft('none', '--schema', join(import.meta.dirname, 'walk.ts')),
      'the module does not export `PrismaClient`',
    ],
    [
      'another database',
      async () => {
        using file = sqliteFile('create table a (id integer primary key);');
        return await run(['draft', file.path, '--for', 'prisma', '--schema', client, '--out', join(folder, 'none')]);
      },
      'is a client for postgresql, but the database is SQLite',
    ],
    [
      'no client',
      () => run(['draft', url, '--for', 'prisma', '--out', join(folder, 'none')]),
      'Pass the module of the client of Prisma',
    ],
  ])('%s is an error', async (_, drafted, message) => {
    expect(await drafted()).toMatchObject({ status: 2, error: expect.stringContaining(message) });
  });

  test('the drafted files compile under strict', () => {
    const options = { lib: ['es2024', 'dom'], types: ['node'], noEmit: true };
    const compilerOptions = { ...options, allowImportingTsExtensions: true };
    const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['all', 'kysely'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    let output = '';
    try {
      execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    } catch (error) {
      output = String((error as { stdout?: unknown }).stdout);
    }
    expect(output).toBe('');
  }, 180_000);
});
