import { DatabaseSync } from 'node:sqlite';
import {
  createIdempotencyTable,
  createNodeSqliteDialect,
  createOutboxTable,
  readDatabaseSchema,
} from '@linkage/kysely';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sqliteSchema } from '../../test/sqlite-schema.ts';
import { newParts } from '../files/compare-draft.ts';
import { declareModel } from '../files/declare-model.ts';
import { draftFiles } from '../files/draft-files.ts';
import { draftModel } from './draft-model.ts';
import type { DraftModel, DraftOptions } from './model.ts';

const draft = async (script: string, options: Partial<DraftOptions> = {}): Promise<DraftModel> =>
  draftModel(await sqliteSchema(script), { database: 'sqlite', ...options });

/** Returns the fields of each type: attributes, then relationships with their targets. */
function fieldsOf({ types }: DraftModel): Record<string, readonly string[]> {
  const entries = types.map(({ name, attributes, relationships }) => [
    name,
    [
      ...attributes.map((it) => it.name),
      ...relationships.map((it) => `${it.name}: ${it.target}${it.kind === 'to-many' ? '[]' : ''}`),
    ],
  ]);
  return Object.fromEntries(entries);
}

const film = 'create table film (film_id integer primary key, title text);';

describe('names of relationships', () => {
  test.each<[string, string, Record<string, readonly string[]>]>([
    [
      'a column named after its target',
      `${film} create table copy (id integer primary key, film_id integer references film);`,
      { copies: ['film: films'], films: ['title', 'copies: copies[]'] },
    ],
    [
      'a column with a role, and never the name of the target',
      `create table user (id integer primary key); create table task (id integer primary key, responsible_user_id integer references user);`,
      { tasks: ['responsibleUser: users'], users: ['tasks: tasks[]'] },
    ],
    [
      'two keys to one table',
      `create table language (id integer primary key);
       create table film (id integer primary key, language_id integer references language, original_language_id integer references language);`,
      {
        films: ['language: languages', 'originalLanguage: languages'],
        languages: ['films: films[]', 'filmsByOriginalLanguage: films[]'],
      },
    ],
    [
      'a reference to itself',
      'create table employee (id integer primary key, reports_to integer references employee); create table node (id integer primary key, parent_id integer references node);',
      {
        employees: ['reportsTo: employees', 'employeesByReportsTo: employees[]'],
        nodes: ['parent: nodes', 'children: nodes[]'],
      },
    ],
    [
      'the referenced column',
      'create table country (code text primary key); create table city (id integer primary key, country_code text references country (code));',
      { cities: ['country: countries'], countries: ['cities: cities[]'] },
    ],
    [
      'a key that is the id',
      'create table user (id integer primary key); create table profile (user_id integer primary key references user, bio text);',
      { profiles: ['bio', 'user: users'], users: ['profile: profiles'] },
    ],
    [
      'a unique key',
      'create table user (id integer primary key); create table profile (id integer primary key, owner_id integer unique references user);',
      { profiles: ['owner: users'], users: ['profile: profiles'] },
    ],
    [
      'a key of several columns',
      `create table line (order_id integer, line_no integer, primary key (order_id, line_no));
       create table note (id integer primary key, l integer, o integer, foreign key (o, l) references line (order_id, line_no));`,
      { lines: ['orderId', 'lineNo', 'notes: notes[]'], notes: ['line: lines'] },
    ],
  ])('%s', async (_, script, fields) => {
    expect(fieldsOf(await draft(script))).toEqual(fields);
  });

  test('with `stable`, a new foreign key does not rename another', async () => {
    const script = `create table user (id integer primary key); create table task (id integer primary key, owner_id integer references user);`;
    expect(fieldsOf(await draft(script, { names: 'stable' }))).toMatchObject({ users: ['tasksByOwner: tasks[]'] });
  });

  test('the columns of a foreign key are in the order of the id', async () => {
    const { types } =
      await draft(`create table line (order_id integer, line_no integer, primary key (order_id, line_no));
      create table note (id integer primary key, l integer, o integer, foreign key (l, o) references line (line_no, order_id));`);
    expect(types.find(({ name }) => name === 'notes')?.relationships.map(({ storage }) => storage)).toEqual([
      { column: ['o', 'l'] },
    ]);
  });
});

describe('join tables', () => {
  const both = 'create table film (id integer primary key); create table actor (id integer primary key);';
  const pair = 'film_id integer not null references film, actor_id integer not null references actor';

  test.each<[string, string]>([
    ['the pair alone', `${both} create table film_actor (${pair}, primary key (film_id, actor_id));`],
    [
      'with times',
      `${both} create table film_actor (${pair}, created_at timestamp default current_timestamp, primary key (film_id, actor_id));`,
    ],
    [
      'with an own id',
      `${both} create table film_actor (id integer primary key, ${pair}, unique (actor_id, film_id));`,
    ],
  ])('%s', async (_, script) => {
    expect(fieldsOf(await draft(script))).toEqual({ actors: ['films: films[]'], films: ['actors: actors[]'] });
  });

  test.each<[string, string]>([
    [
      'with another column and an own id',
      `${both} create table film_actor (id integer primary key, ${pair}, role text, unique (actor_id, film_id));`,
    ],
    [
      'with an index of another column',
      `${both} create table film_actor (${pair}, role text, primary key (film_id, actor_id)); create index by_role on film_actor (role);`,
    ],
    [
      'with a column that is hidden',
      `${both} create table film_actor (${pair}, password text, primary key (film_id, actor_id));`,
    ],
    ['whose pair is not unique', `${both} create table film_actor (id integer primary key, ${pair});`],
    [
      'that a table references',
      `${both} create table film_actor (id integer primary key, ${pair}, unique (actor_id, film_id)); create table fee (id integer primary key, film_actor_id integer references film_actor);`,
    ],
  ])('a table %s is a type', async (_, script) => {
    expect(Object.keys(fieldsOf(await draft(script)))).toContain('filmActors');
  });

  test('times without a default make both relationships read-only, if the table has an own id', async () => {
    const { types } = await draft(
      `${both} create table film_actor (id integer primary key, ${pair}, created_at timestamp not null, unique (actor_id, film_id));`,
    );
    expect(types.flatMap((it) => it.relationships.map(({ write }) => write))).toEqual([false, false]);
  });

  test('other columns are the data of memberships', async () => {
    const script = `${both} create table film_actor (${pair}, role_name text not null check (role_name in ('lead', 'extra')),
      fee integer, since timestamp not null, "page" text default 'a', primary key (film_id, actor_id));`;
    const model = await draft(script, { checks: () => ["role_name in ('lead', 'extra')"] });
    expect(fieldsOf(model)).toEqual({ actors: ['films: films[]'], films: ['actors: actors[]'] });
    for (const { relationships } of model.types) {
      const [{ member = [], write } = {}] = relationships;
      expect(write).toBe(true);
      expect(member.map(({ name, column, value, nullable }) => [name, column, value.kind, nullable])).toEqual([
        ['roleName', 'role_name', 'enum', false],
        ['fee', 'fee', 'integer', true],
        ['since', 'since', 'text', false],
        // `meta.page` of an identifier is its cursor.
        ['filmActorPage', 'page', 'text', true],
      ]);
    }
    expect(model.notes.map(({ table, option }) => [table, option])).toEqual([['film_actor', '--type film_actor']]);
    const { api, mapping } = declareModel(model);
    expect([...(api.types.get('films')?.relationships.get('actors')?.member?.keys() ?? [])]).toHaveLength(4);
    expect(mapping['films']?.relationships).toMatchObject({ actors: { member: { roleName: 'role_name' } } });
    const files = draftFiles(model, { database: 'films' });
    expect(files['api.ts']).toContain(`      films: toMany('films', {
        member: {
          roleName: z.enum(['lead', 'extra']),
          fee: z.int().nullable().default(null),
          since: z.string(),
          filmActorPage: z.string().nullable().optional(),
        },
        inverse: 'actors',
      }),`);
    expect(files['sources.ts']).toContain("member: { roleName: 'role_name', filmActorPage: 'page' }");
    expect(Object.keys(fieldsOf(await draft(script, { types: ['film_*'] })))).toContain('filmActors');
  });

  test('a new column of a join table is new data, once', async () => {
    const script = (more: string) =>
      `${both} create table film_actor (${pair}, role text, ${more}primary key (film_id, actor_id));`;
    const [before, after] = [await draft(script('')), await draft(script('fee integer, '))];
    const parts = newParts(after, {
      ...declareModel(before),
      mapping: declareModel(before).mapping as never,
      ignored: [],
    });
    expect(parts).toEqual([
      { name: 'film_actor.fee', text: 'INTEGER, data of a membership', type: 'actors', lines: [] },
    ]);
    expect(
      newParts(after, { ...declareModel(after), mapping: declareModel(after).mapping as never, ignored: [] }),
    ).toEqual([]);
  });

  test('data that the account cannot write makes a type', async () => {
    const script = `${both} create table film_actor (${pair}, role text, primary key (film_id, actor_id));`;
    const readable: DraftOptions['hasRight'] = (right, _, column) => right !== 'update' || column !== 'role';
    expect(Object.keys(fieldsOf(await draft(script, { hasRight: readable })))).toContain('filmActors');
  });

  test('roles name the sides if the table is not named after both', async () => {
    const script = `create table account (id integer primary key);
      create table block (account_id integer references account, target_account_id integer references account, primary key (account_id, target_account_id));`;
    expect(fieldsOf(await draft(script))).toEqual({ accounts: ['targetAccounts: accounts[]', 'accounts: accounts[]'] });
  });

  test('a second join table between the same types takes its own name', async () => {
    const script = `${both} create table film_actor (${pair}, primary key (film_id, actor_id)); create table favorite (${pair}, primary key (film_id, actor_id));`;
    expect(fieldsOf(await draft(script))).toEqual({
      actors: ['films: films[]', 'favorites: films[]'],
      films: ['actors: actors[]', 'favorites: actors[]'],
    });
  });
});

describe('names of types and attributes', () => {
  test('`id` and `type` are not fields', async () => {
    const script = `create table import (import_id integer primary key, type text, id text); create table note (id text, key integer primary key);`;
    expect(fieldsOf(await draft(script))).toEqual({ imports: ['importType', 'importId'], notes: ['noteId'] });
  });

  test('a name that is taken is reported, and no number is added', async () => {
    const model = await draft('create table item (id integer primary key, item_1 text, item1 text, "item 1" text);');
    expect(fieldsOf(model)).toEqual({ items: ['item1', 'itemItem1', 'item 1'] });
    expect(model.notes.map(({ column, text }) => `${column}: ${text}`)).toEqual([
      'item1: itemItem1, because another column is item1',
      'item 1: item 1, because another column is item1',
    ]);
  });

  test('singular and plural tables have two types', async () => {
    const model = await draft(
      'create table contact (id integer primary key); create table contacts (id integer primary key);',
    );
    expect(model.types.map(({ name, tableName }) => `${name}: ${tableName}`)).toEqual([
      'contact: contact',
      'contacts: contacts',
    ]);
  });

  test('names without letters have a number', async () => {
    expect(fieldsOf(await draft('create table "%" (id integer primary key, "😀" text);'))).toEqual({
      table1: ['column2'],
    });
  });

  test('`database` keeps names, and `strip` omits a prefix', async () => {
    const script = 'create table wp_post (post_id integer primary key, post_title text);';
    expect(fieldsOf(await draft(script, { names: 'database' }))).toEqual({ wp_post: ['post_title'] });
    expect(fieldsOf(await draft(script, { strip: 'wp_' }))).toEqual({ posts: ['postTitle'] });
  });
});

describe('what a draft leaves out', () => {
  test('secrets, and tables without a key are reported with the option that shows them', async () => {
    const { types, notes } = await draft(`
      create table user (id integer primary key, password text, token_count integer, picture blob);
      create table session (id integer primary key);
      create table log (line text);
      create view names as select 1 as x;`);
    expect(types.map(({ name, attributes }) => [name, attributes.map((it) => it.name)])).toEqual([
      ['users', ['tokenCount', 'picture']],
    ]);
    expect(notes.map(({ kind, table, column, option }) => [kind, table, column, option])).toEqual([
      ['left out', 'log', undefined, undefined],
      ['left out', 'names', undefined, undefined],
      ['hidden', 'session', undefined, '--show session'],
      ['hidden', 'user', 'password', '--show user.password'],
      ['shown', 'user', undefined, undefined],
    ]);
  });

  test('a secret that is a key hides its table, and the foreign keys to it', async () => {
    const { types, notes } = await draft(`
      create table invite (token text primary key, mail text);
      create table guest (id integer primary key, invite_token text references invite);
      create table code (access_key uuid not null unique);`);
    expect(types.map(({ name, attributes, relationships }) => [name, attributes, relationships])).toEqual([
      ['guests', [], []],
    ]);
    expect(notes.map(({ kind, table, option }) => `${kind} ${table} ${option}`)).toEqual([
      'hidden code --show code.access_key',
      'hidden invite --show invite.token',
      'left out guest undefined',
      'hidden guest --show guest.invite_token',
    ]);
  });

  test('a column that new rows need is reported if it is left out', async () => {
    const { types, notes } = await draft(
      'create table user (id integer primary key, password text not null, token text);',
    );
    expect(types.map(({ lacking }) => lacking)).toEqual([['password']]);
    expect(notes.map(({ text }) => text)).toEqual(['by its name, and new rows need it', 'by its name']);
  });

  test('options show secrets, and give a view its key', async () => {
    const script =
      'create table session (id integer primary key, token text); create view names as select 1 as x, 2 as y;';
    const model = await draft(script, { show: ['session', 'main.session.token'], keys: { names: ['x'] } });
    expect(fieldsOf(model)).toEqual({ names: ['y'], sessions: ['token'] });
    expect(model.types.find(({ name }) => name === 'names')?.attributes.map(({ write }) => write)).toEqual([false]);
  });

  test('the tables of Linkage are hidden', async () => {
    const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
    await createIdempotencyTable(db);
    await createOutboxTable(db);
    const { types, notes } = draftModel(await readDatabaseSchema(db), { database: 'sqlite' });
    expect([types, notes.map(({ kind, table }) => `${kind} ${table}`)]).toEqual([
      [],
      ['hidden idempotency_key', 'hidden outbox', 'hidden outbox_reader'],
    ]);
    await db.destroy();
  });

  test('a unique set of columns is the id of a table without a primary key', async () => {
    const { types, notes } = await draft('create table tag (name text not null unique, note text);');
    expect(types.map(({ key, idBy }) => [key, idBy])).toEqual([[['name'], 'client']]);
    expect(notes.map(({ kind, text }) => [kind, text])).toEqual([['guessed', 'its id is name, which is unique']]);
  });

  test('a table without a key, and one whose key ids cannot have', async () => {
    const { types, notes } = await draft(
      'create table log (text text); create table piece (hash blob not null primary key);',
    );
    expect(types).toEqual([]);
    expect(notes.map(({ table, text }) => `${table}: ${text}`)).toEqual([
      'log: it has no key',
      'piece: its key hash has a type that ids cannot have',
    ]);
  });

  test('a foreign key to another unique key than the id is a relationship, which requests can write if the key is never NULL', async () => {
    const model = await draft(
      'create table user (id integer primary key, mail text unique); create table post (id integer primary key, mail text references user (mail));',
    );
    const storageOf = ({ types }: DraftModel) =>
      types.map(({ relationships }) => relationships.map(({ name, storage, write }) => [name, storage, write]));
    const storages = (write: boolean) => [
      [['user', { column: 'mail', references: 'mail' }, write]],
      [['posts', { foreignKey: 'mail', references: 'mail' }, write]],
    ];
    expect(storageOf(model)).toEqual(storages(false));
    expect(model.notes).toContainEqual({
      ...{ kind: 'read-only', table: 'post', column: 'mail' },
      text: 'user, because user.mail, which it references, can be NULL',
    });
    const post = 'create table post (id integer primary key, mail text references user (mail));';
    const never = await draft(`create table user (id integer primary key, mail text not null unique); ${post}`);
    expect(storageOf(never)).toEqual(storages(true));
  });

  test('a foreign key to columns that another index makes unique in some rows only stays an attribute', async () => {
    const model = await draft(`
      create table user (id integer primary key, mail text); create unique index one on user (mail) where mail <> '';
      create table post (id integer primary key, mail text references user (mail));`);
    expect(model.notes.map(({ column, text }) => `${column} ${text}`)).toContain(
      'mail references main.user (mail), which is not its id, so it stays an attribute',
    );
  });

  test('a column pair of an id and a type is not guessed to be a relationship', async () => {
    const script = `${film} create table comment (id integer primary key, subject_id integer, subject_type text);`;
    const model = await draft(script);
    expect(fieldsOf(model).comments).toEqual(['subjectId', 'subjectType']);
    expect(model.notes.map(({ kind, column, text }) => `${kind} ${column}: ${text}`)).toEqual([
      "missing subject_id: may reference several tables, which `draft --sample` reads: subject: toOne(['…']) and, in sources.ts, subject: { column: 'subject_id', typeColumn: 'subject_type', types: { … } }",
    ]);
  });

  test('a column with the name of a table is reported, and stays an attribute', async () => {
    const model = await draft(`${film} create table copy (id integer primary key, film_id integer, other_id integer);`);
    expect(fieldsOf(model)).toEqual({ copies: ['filmId', 'otherId'], films: ['title'] });
    expect(model.notes.map(({ kind, table, column, text }) => `${kind} ${table}.${column}: ${text}`)).toEqual([
      'missing copy.film_id: may reference film, but has no foreign key',
    ]);
  });

  test('with `guess`, a column with the name of a table is a relationship', async () => {
    const script = `${film}
      create table copy (id integer primary key, film_id integer, other_id integer, price_id text, kind_id integer, kind_type text);
      create table price (id integer primary key); create table kind (id integer primary key);
      create table tag (id integer primary key); create table film_tag (film_id integer, tag_id integer, primary key (film_id, tag_id));`;
    const model = await draft(script, { guess: true });
    expect(fieldsOf(model)).toEqual({
      copies: ['otherId', 'priceId', 'kindId', 'kindType', 'film: films'],
      films: ['title', 'copies: copies[]', 'tags: tags[]'],
      kinds: [],
      prices: [],
      tags: ['films: films[]'],
    });
    expect(model.notes.map(({ kind, table, column, text }) => `${kind} ${table}.${column}: ${text}`)).toEqual([
      'guessed copy.film_id: references film by its name: the database has no foreign key',
      'guessed film_tag.film_id: references film by its name: the database has no foreign key',
      'guessed film_tag.tag_id: references tag by its name: the database has no foreign key',
      'missing copy.price_id: may reference price, but has no foreign key',
      "missing copy.kind_id: may reference several tables, which `draft --sample` reads: kind: toOne(['…']) and, in sources.ts, kind: { column: 'kind_id', typeColumn: 'kind_type', types: { … } }",
    ]);
  });

  test('with `guess`, a foreign key decides, and an id or a secret is not guessed', async () => {
    const script = `create table person (id integer primary key); create table film (id integer primary key, person_id integer references person);
      create table pin (id text primary key); create table card (card_id integer primary key, pin_id text);`;
    const model = await draft(script, { guess: true });
    expect(model.notes.filter(({ kind }) => kind === 'guessed')).toEqual([]);
    expect(fieldsOf(model)).toEqual({ cards: [], films: ['person: people'], people: ['films: films[]'], pins: [] });
  });

  test('patterns choose tables', async () => {
    const script =
      'create table a1 (id integer primary key); create table a2 (id integer primary key); create table b (id integer primary key);';
    expect(Object.keys(fieldsOf(await draft(script, { tables: ['a*'], except: ['main.a2'] })))).toEqual(['a1s']);
  });
});

describe('a column that counts the writes of its row', () => {
  const tableOf = (column: string, rest = '') =>
    `create table film (id integer primary key, title text, ${column}${rest});`;
  const attributesIn = ({ types }: DraftModel) => types[0]?.attributes.map(({ name }) => name);

  test.each(['version', 'row_version', 'lock_version', 'RowVersion'])('%s is the version', async (name) => {
    const model = await draft(tableOf(`${name} integer not null default 0`));
    expect([model.types[0]?.version, attributesIn(model)]).toEqual([name, ['title']]);
    const { 'api.ts': api, 'sources.ts': sources } = draftFiles(model, { database: 'films' });
    expect(api).toContain(`// ${name}: the version of the row`);
    expect(sources).toContain(`version: '${name}'`);
    const { api: declared, mapping } = declareModel(model);
    expect(mapping['films']?.version).toBe(name);
    expect(newParts(model, { api: declared, mapping: { ...mapping } as never, ignored: [] })).toEqual([]);
    const { version: _, ...unversioned } = mapping['films'] as object & { readonly version?: string };
    expect(newParts(model, { api: declared, mapping: { films: unversioned }, ignored: [] })).toMatchObject([
      { name: `film.${name}`, text: 'map it as `version` of the type' },
    ]);
    const shown = await draft(tableOf(`${name} integer not null default 0`), { show: [`film.${name}`] });
    expect([shown.types[0]?.version, attributesIn(shown)?.length]).toEqual([undefined, 2]);
  });

  test.each([
    ['can be null', 'version integer default 0'],
    ['has no default', 'version integer not null'],
  ])('that %s is an attribute, with a note', async (_, column) => {
    const model = await draft(tableOf(column));
    expect([model.types[0]?.version, attributesIn(model)]).toEqual([undefined, ['title', 'version']]);
    expect(model.notes.map(({ text }) => text).join()).toContain('With `not null` and a default');
  });

  test.each([
    ['is a string', 'version text not null default 1', ''],
    ['is part of a unique index', 'version integer not null default 1', ', unique (title, version)'],
    [
      'is part of the id',
      'version integer not null default 1',
      '); create table b (id integer, version integer, primary key (id, version)',
    ],
    ['has another name', 'versions integer not null default 1', ''],
  ])('but no column that %s', async (_, column, rest) => {
    const model = await draft(tableOf(column, rest), { except: rest.includes('create') ? ['film'] : [] });
    expect(model.types.map(({ version }) => version)).toEqual([undefined]);
    expect(model.notes.filter(({ text }) => text.includes('version of the row'))).toEqual([]);
  });

  test('not in a table that the account cannot update', async () => {
    const column = 'version integer not null default 1';
    const model = await draft(tableOf(column), { hasRight: (right) => right !== 'update' });
    expect([model.types[0]?.version, attributesIn(model)]).toEqual([undefined, ['title', 'version']]);
  });
});

describe('filter and sort', () => {
  const script = `create table film (id integer primary key, title text, year integer, data json);
    create index by_title on film (title); create index by_some on film (year) where year > 2000;`;
  const usesIn = ({ types }: DraftModel) =>
    types.flatMap((type) => type.attributes.map(({ name, filter, sort }) => [name, filter, sort]));

  test('the first column of an index, and strings only by equality', async () => {
    expect(usesIn(await draft(script))).toEqual([
      ['title', ['eq'], true],
      ['year', false, false],
      ['data', false, false],
    ]);
  });

  test('all columns of small tables, but no JSON', async () => {
    const all = [
      ['title', true, true],
      ['year', true, true],
      ['data', false, false],
    ];
    expect(usesIn(await draft(script, { isSmall: () => true }))).toEqual(all);
    expect(usesIn(await draft(script, { filter: 'all' }))).toEqual(all);
  });

  test('missing indexes of foreign keys are listed', async () => {
    const { missingIndexes } = await draft(
      `${film} create table copy (id integer primary key, film_id integer references film);`,
    );
    expect(missingIndexes).toEqual([{ table: 'copy', columns: ['film_id', 'id'] }]);
  });
});

test('equal database schemas have equal drafts', async () => {
  expect(JSON.stringify(await draft(film))).toBe(JSON.stringify(await draft(film)));
});

test('an unknown option is an error', async () => {
  const databaseSchema = await sqliteSchema(film);
  expect(() => draftModel(databaseSchema, { database: 'sqlite', schema: ['main'] } as never)).toThrow(
    'draftModel: unknown option "schema". Did you mean `schemas`?',
  );
});
