import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { run } from './run.ts';
import { type SqliteFile, sqliteFile } from './sqlite-file.ts';

const root = join(import.meta.dirname, '../../../..');
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
  create table language (language_id integer primary key, name text not null);
  create table film (film_id integer primary key, title text not null, length integer, language_id integer not null references language, secret text);
`;

let file: SqliteFile;
let count = 0;
let out: string;
// A module is imported once, so each test has its own folder.
beforeEach(() => {
  file = sqliteFile(script);
  out = join(folder, String(count++));
  return () => file[Symbol.dispose]();
});

describe('draft', () => {
  test('writes files, and says what it decided', async () => {
    const { status, error } = await run(['draft', file.path, '--out', out]);
    expect(error.replace(/SQLite [\d.]+/, 'SQLite').replaceAll(out, 'src')).toMatchSnapshot();
    expect(status).toBe(0);
    expect(readFileSync(join(out, 'api.ts'), 'utf8').replace(/SQLite [\d.]+/, 'SQLite')).toMatchSnapshot();
    expect(readFileSync(join(out, 'sources.ts'), 'utf8').replace(/SQLite [\d.]+/, 'SQLite')).toMatchSnapshot();
  });

  test.each([
    ['{ "type": "commonjs" }', 'The files are ES modules: set `"type": "module"` in '],
    ['{ "name": "shop" }', 'The files are ES modules: set `"type": "module"` in '],
    ['{ "type": "module" }', undefined],
  ])('the nearest package.json is %s', async (text, hint) => {
    mkdirSync(out);
    writeFileSync(join(out, 'package.json'), text);
    const { error } = await run(['draft', file.path, '--out', join(out, 'src')]);
    if (hint === undefined) expect(error).not.toContain('ES modules');
    else expect(error).toContain(`${hint}${relative('', join(out, 'package.json'))}.\n`);
  });

  test('never changes a file, and finds no difference at once', async () => {
    await run(['draft', file.path, '--out', out]);
    const before = readFileSync(join(out, 'api.ts'), 'utf8');
    expect(await run(['draft', file.path, '--out', out])).toEqual({
      status: 0,
      out: '',
      error: 'The files fit the database.\n',
    });
    expect(readFileSync(join(out, 'api.ts'), 'utf8')).toBe(before);
  });

  test('keeps the join tables that are types in the files', async () => {
    file.exec(`create table actor (id integer primary key);
      create table film_actor (film_id integer references film, actor_id integer references actor, role text,
        primary key (film_id, actor_id))`);
    await run(['draft', file.path, '--out', out, '--type', 'film_actor']);
    expect(readFileSync(join(out, 'api.ts'), 'utf8')).toContain('filmActors: {');
    const again = { status: 0, out: '', error: 'The files fit the database.\n' };
    expect(await run(['draft', file.path, '--out', out])).toEqual(again);
  });

  test('prints what is new, with the line to add', async () => {
    await run(['draft', file.path, '--out', out]);
    const before = readFileSync(join(out, 'api.ts'), 'utf8');
    file.exec(
      'alter table film add subtitle text; alter table film add original_id integer references language; create table actor (id integer primary key);',
    );
    const { status, out: text, error } = await run(['draft', file.path, '--out', out]);
    expect(text.replaceAll(out, 'src')).toBe(
      [
        'info    src/sources.ts:1  actor: new: a table, drafted as actors',
        'info    src/sources.ts:11  film.subtitle: new: TEXT\n    + subtitle: z.string().nullable().default(null),',
        "info    src/sources.ts:11  film.original_id: new: references languages\n    + original: toOne('languages', { inverse: 'filmsByOriginal' }),",
        "    + original: { column: 'original_id' }, // in sources.ts, films.relationships",
        "    + filmsByOriginal: toMany('films'), // in api.ts, languages.relationships",
        "    + filmsByOriginal: { foreignKey: 'original_id' }, // in sources.ts, languages.relationships\n",
      ].join('\n'),
    );
    expect([status, error]).toEqual([1, 'Nothing was written: the files are yours.\n']);
    expect(readFileSync(join(out, 'api.ts'), 'utf8')).toBe(before);
  });

  test.skipIf(!isLong)(
    `--patch writes what is new as a patch, which leads to files that fit${skippedInShort}`,
    async () => {
      file.exec('create table tag (id integer primary key)');
      await run(['draft', file.path, '--out', out]);
      file.exec(`
      alter table film add subtitle text; alter table film add "is open" boolean not null default 1;
      alter table film add original_id integer references language; alter table tag add "tag name" text;
      alter table tag add film_id integer references film; create index by_name on tag ("tag name");
      create table actor (id integer primary key);`);
      const patch = join(out, 'new.patch');
      const { status, error } = await run(['draft', file.path, '--out', out, '--patch', patch]);
      expect([status, error]).toEqual([1, expect.stringContaining('Not in the patch: actor\n')]);
      expect(
        readFileSync(patch, 'utf8')
          .replaceAll(relative('', out), 'src')
          .replaceAll(/SQLite [\d.]+/g, 'SQLite'),
      ).toMatchSnapshot();
      const applied = spawnSync('git', ['apply', '-v', patch], { encoding: 'utf8' });
      expect([applied.status, applied.stderr]).toEqual([0, expect.any(String)]);
      // Another process, because a module is imported once.
      const main = join(import.meta.dirname, '../src/cli/main.ts');
      const args = [main, 'check', join(out, 'sources.ts'), file.path];
      const { status: checked, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect([checked, stdout.split('\n').filter((line) => !line.includes('actor'))]).toEqual([0, ['']]);
      expect(await run(['draft', file.path, '--out', out, '--patch', patch])).toMatchObject({ status: 2 });
    },
  );

  test('files of others are never replaced', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'api.ts'), 'export const other = 1;\n');
    const { status, error } = await run(['draft', file.path, '--out', out]);
    expect([status, error]).toEqual([2, expect.stringContaining('sources.ts does not exist')]);
    expect(readFileSync(join(out, 'api.ts'), 'utf8')).toBe('export const other = 1;\n');
  });

  test('--numbers needs the sources of Kysely', async () => {
    const args = ['draft', file.path, '--out', out, '--numbers'];
    expect(await run([...args, '--for', 'drizzle'])).toMatchObject({
      status: 2,
      error: expect.stringContaining('--numbers does not apply to drizzle'),
    });
    expect((await run(args)).status).toBe(0);
  });

  test('the folder must be named', async () => {
    expect(await run(['draft', file.path])).toMatchObject({
      status: 2,
      error: 'Pass the folder of the files, such as `--out src`.\nSee `draft --help`.\n',
    });
  });

  test('--json prints one report, also of differences', async () => {
    const { out: text, error } = await run(['draft', file.path, '--out', out, '--json', '--indexes']);
    expect([JSON.parse(text), error]).toEqual([
      {
        files: [join(out, 'api.ts'), join(out, 'sources.ts')],
        database: expect.stringMatching(/^SQLite [\d.]+, schema main: 2 tables, 7 columns, 1 foreign key$/),
        types: [
          expect.objectContaining({ name: 'films', table: 'film', idBy: 'database' }),
          expect.objectContaining({ name: 'languages', table: 'language', writes: expect.arrayContaining(['delete']) }),
        ],
        notes: [expect.objectContaining({ kind: 'hidden', table: 'film', column: 'secret' })],
        statements: ['create index "film_language_id_film_id" on "film" ("language_id", "film_id");'],
      },
      '',
    ]);
    file.exec('alter table film add subtitle text');
    const second = await run(['draft', file.path, '--out', out, '--json']);
    expect(JSON.parse(second.out)).toMatchObject({
      files: [],
      differences: [{ level: 'info', where: 'film.subtitle' }],
    });
    expect([second.status, second.error]).toEqual([1, '']);
  });

  test('--indexes prints statements, and executes none', async () => {
    const { out: text } = await run(['draft', file.path, '--out', out, '--indexes']);
    expect(text).toBe('create index "film_language_id_film_id" on "film" ("language_id", "film_id");\n');
  });
});

describe('check', () => {
  const check = (...args: readonly string[]) => run(['check', join(out, 'sources.ts'), file.path, ...args]);

  test('is silent after a draft', async () => {
    await run(['draft', file.path, '--out', out]);
    expect(await check('--fail-on', 'info')).toEqual({ status: 0, out: '', error: '' });
  });

  test.skipIf(!isLong)(`says what to change if the package is not one of ES modules${skippedInShort}`, async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'package.json'), '{ "type": "commonjs" }');
    await run(['draft', file.path, '--out', out]);
    const main = join(import.meta.dirname, '../src/cli/main.ts');
    const { status, stderr } = spawnSync(process.execPath, [main, 'check', join(out, 'sources.ts'), file.path]);
    expect(status).toBe(2);
    expect(String(stderr)).toContain('outside a module. Set `"type": "module"` in the nearest package.json.');
  });

  test('reports a renamed column with the line to change', async () => {
    await run(['draft', file.path, '--out', out]);
    file.exec('alter table film rename column length to minutes');
    const { status, out: text } = await check();
    const lines = text.replaceAll(out, 'src').split('\n');
    expect(lines[0]).toMatch(
      /^error {3}src\/api\.ts:\d+ {2}mapping\.films\.attributes\.length: the table does not have a column "length"\./,
    );
    const [, line = ''] = /api\.ts:(\d+)/.exec(text) ?? [];
    expect(readFileSync(join(out, 'api.ts'), 'utf8').split('\n')[Number(line) - 1]).toContain('length: z.int()');
    expect(lines[0]).toMatch(
      / If its new name is "minutes", write in the mapping: attributes: { length: 'minutes' }\.$/,
    );
    expect(text).toContain('film.minutes: new: INTEGER\n    + minutes: z.int().nullable().default(null),\n');
    expect(status).toBe(1);
  });

  test('reports what breaks new rows: a new column that they need, and a default that is gone', async () => {
    file.exec('create table copy (copy_id integer primary key, place text not null default 1, note text)');
    await run(['draft', file.path, '--out', out]);
    const copy = 'create table copy (copy_id integer primary key, place text not null';
    file.exec(`drop table copy; ${copy}, note text not null, shelf text not null, row text not null default 1)`);
    const { status, out: text } = await check();
    const message = (column: string) => `the column "${column}" has no default, but requests can omit "${column}"`;
    const lines = text.split('\n').filter((it) => /^(?:error|info)/.test(it));
    expect(lines).toEqual([
      expect.stringContaining(`mapping.copies.attributes.place: ${message('place')}`),
      expect.stringContaining(`mapping.copies.attributes.note: ${message('note')}`),
      expect.stringMatching(/^error .*copy\.shelf: new: TEXT, and new rows need it: POST fails without it$/i),
      expect.stringMatching(/^info .*copy\.row: new: TEXT$/i),
    ]);
    expect(status).toBe(1);
    const sources = readFileSync(join(out, 'sources.ts'), 'utf8');
    writeFileSync(join(out, 'own.ts'), sources.replace('copies: {', "copies: { onCreate: { shelf: () => 'a' },"));
    const own = await run(['check', join(out, 'own.ts'), file.path]);
    expect(own.out).not.toContain('copy.shelf');
  });

  test('reports ids that nothing makes, and links that requests can omit', async () => {
    const copy = (id: string, film: string) =>
      `create table copy (copy_id ${id}, film_id integer ${film} references film, note text ${film});`;
    file.exec(copy('integer primary key', ''));
    await run(['draft', file.path, '--out', out]);
    file.exec(`drop table copy; ${copy('int not null unique', 'not null')}`);
    const lines = (text: string) => [...text.matchAll(/^error \s*\S+ {2}(.*)$/gm)].map(([, message]) => message);
    const found = lines((await check()).out);
    expect(found).toEqual([
      expect.stringContaining('mapping.copies.id: the column "copy_id" has no default, so POST fails'),
      expect.stringContaining('mapping.copies.attributes.note: the column "note" has no default'),
      expect.stringMatching(/mapping\.copies\.relationships\.film: .* Declare it with `required: true`\.$/),
    ]);
    const sources = readFileSync(join(out, 'sources.ts'), 'utf8');
    for (const values of ["newId: () => '1',", 'onCreate: { copy_id: () => 1 },']) {
      const own = join(out, `${values.slice(0, 5)}.ts`);
      writeFileSync(own, sources.replace('copies: {', `copies: { ${values}`));
      expect(lines((await run(['check', own, file.path])).out)).toEqual(found.slice(1));
    }
  });

  test('reports a missing table, and a foreign key to another table', async () => {
    await run(['draft', file.path, '--out', out]);
    file.exec(
      'create table tongue (id integer primary key); drop table film; create table film (film_id integer primary key, title text not null, length integer, language_id integer not null references tongue, secret text);',
    );
    const { status, out: text } = await check();
    expect(status).toBe(1);
    expect(text).toContain('`column` must reference "language_id" of "language"');
    file.exec('drop table film');
    expect((await check()).out).toContain('the database does not have a table "film"');
  });

  test('warns of what is secret by its name, unless it is shown on purpose', async () => {
    file.exec('create table sessions (session_id integer primary key, data text)');
    const shown = ['--show', 'film.secret', '--show', 'sessions'];
    const { error } = await run(['draft', file.path, '--out', out, ...shown]);
    expect(error).toContain(`In CI: linkage-sql check ${join(out, 'sources.ts')} --show film.secret --show sessions\n`);
    const { status, out: text } = await check();
    expect(status).toBe(0);
    expect(text.replaceAll(out, 'src').split('\n')).toEqual([
      expect.stringMatching(
        /^warning src\/api\.ts:\d+ {2}mapping\.films\.attributes\.secret: the column "secret" is secret by its name\. .* --show film\.secret\.$/,
      ),
      expect.stringMatching(/^warning src\/sources\.ts:\d+ {2}mapping\.sessions: the table "sessions" is secret/),
      '',
    ]);
    expect((await check('--fail-on', 'warning')).status).toBe(1);
    expect(await check('--fail-on', 'info', ...shown)).toEqual({ status: 0, out: '', error: '' });
  });

  test('warns that the database has no foreign key for a relationship that --guess drafted', async () => {
    file.exec('create table copy (copy_id integer primary key, film_id integer not null)');
    const { error } = await run(['draft', file.path, '--out', out, '--guess']);
    expect(error).toContain('Guessed    copy.film_id: references film by its name: the database has no foreign key\n');
    const { status, out: text } = await check();
    const message = 'No foreign key of "copy" says what "film_id" references.';
    expect([status, text.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(`^warning .*mapping.copies.relationships.film: ${message}$`),
        expect.stringMatching(`^warning .*mapping.films.relationships.copies: ${message}$`),
        '',
      ],
    ]);
  });

  test('--foreign-keys prints the foreign keys that columns lack', async () => {
    file.exec('create table copy (copy_id integer primary key, film_id integer not null)');
    const { out: text, error } = await run(['draft', file.path, '--out', out, '--foreign-keys']);
    const statement = '-- Create the table "copy" again with: foreign key ("film_id") references "film" ("film_id")\n';
    expect([text, error]).toEqual([statement, expect.stringContaining('Missing    1 foreign key  --foreign-keys\n')]);
    expect(await check('--foreign-keys')).toEqual({ status: 0, out: statement, error: '' });
  });

  test('a secret that clients cannot read is not a warning', async () => {
    await run(['draft', file.path, '--out', out, '--show', 'film.secret']);
    const text = readFileSync(join(out, 'api.ts'), 'utf8');
    const hidden = text
      .replace(/secret: (z.*),\n/, 'secret: attribute($1, { read: false }),\n')
      .replace('{ defineApi', '{ attribute, defineApi');
    writeFileSync(join(out, 'api.ts'), hidden);
    expect(await check('--fail-on', 'info')).toEqual({ status: 0, out: '', error: '' });
  });

  test('--indexes prints the statements for foreign keys and declared orders', async () => {
    await run(['draft', file.path, '--out', out, '--filter', 'all']);
    file.exec('create index film_by_title on film (title)');
    const { out: text } = await check('--indexes');
    expect(text.slice(text.indexOf('create index')).split('\n')).toEqual([
      'create index "film_language_id_film_id" on "film" ("language_id", "film_id");',
      'create index "film_length_film_id" on "film" ("length", "film_id");',
      'create index "language_name_language_id" on "language" ("name", "language_id");',
      '',
    ]);
    const json = JSON.parse((await check('--indexes', '--format', 'json')).out);
    const [first] = json.filter(({ message }: { message: string }) => message.startsWith('create index'));
    expect(first).toEqual({
      level: 'info',
      where: 'film.language_id, film_id',
      message: 'create index "film_language_id_film_id" on "film" ("language_id", "film_id");',
      file: join(out, 'sources.ts'),
      line: expect.any(Number),
      code: [],
    });
    const { status, out: github } = await check('--indexes', '--format', 'github', '--fail-on', 'error');
    expect([status, github]).toEqual([
      0,
      expect.stringMatching(
        /::notice file=.*sources\.ts,line=\d+::film\.language_id, film_id: create index "film_language/,
      ),
    ]);
  });

  test('annotations and JSON', async () => {
    await run(['draft', file.path, '--out', out]);
    file.exec('alter table film drop column length');
    const { out: text } = await check('--format', 'github');
    expect(text).toMatch(/^::error file=.*api\.ts,line=\d+::mapping\.films\.attributes\.length: the table/);
    const { out: json } = await check('--format', 'json');
    expect(JSON.parse(json)).toMatchObject([{ level: 'error', where: 'mapping.films.attributes.length' }]);
  });

  test('names that the developer has changed stay', async () => {
    await run(['draft', file.path, '--out', out]);
    for (const name of ['api.ts', 'sources.ts']) {
      const text = readFileSync(join(out, name), 'utf8');
      const renamed = text.replaceAll('films', 'movies').replace('title: z', 'name: z');
      writeFileSync(
        join(out, name),
        renamed.replace("table: 'film',", "table: 'film', attributes: { name: 'title' },"),
      );
    }
    expect(await check('--fail-on', 'info')).toEqual({ status: 0, out: '', error: '' });
  });

  test.each([
    [['check'], 'Pass the module of the sources and the database'],
    [['check', 'missing.ts', 'x.db'], 'missing.ts does not exist. Check the path.'],
    [['check', import.meta.filename, 'x.db', '--format', 'xml'], '--format must be one of text, json, github'],
    [['check', 'a.ts', 'x.db', '--fail-on', 'never'], '--fail-on must be one of error, warning, info'],
    [['chek'], '"chek" is not a command. Commands: serve, draft, check.'],
  ])('%j', async (args, message) => {
    const { status, error } = await run(args);
    expect([status, error]).toEqual([2, expect.stringContaining(message)]);
  });
});

test.skipIf(!isLong)(`--version prints the version of the package${skippedInShort}`, () => {
  const main = join(root, 'packages/tools/sql/src/cli/main.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'packages/tools/sql/package.json'), 'utf8'));
  const { stdout, status } = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' });
  expect([stdout, status]).toEqual([`${version}\n`, 0]);
});
