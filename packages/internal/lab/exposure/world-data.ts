import { pick, type Random } from '../../../server/test/access-world.ts';
import type { TypeName } from './world-api.ts';
import type { AccessFilter, WorldRules } from './world-rules.ts';

export type Row = Readonly<Record<string, string | number | null>> & { readonly id: number };
type TableName = 'teams' | 'people' | 'articles' | 'comments' | 'tags';

/** Everything that one world stores. Links to one resource are ids in rows; `tagged` has an article, a tag, and the rank of the tag. */
export type Data = Readonly<Record<TableName, readonly Row[]>> & {
  readonly tagged: readonly (readonly [article: number, tag: number, rank: number])[];
};

export const IDS: readonly number[] = [1, 2, 3, 4, 5];
export const tableNames = ['teams', 'people', 'articles', 'comments', 'tags'] as const satisfies readonly TableName[];

/** The to-one relationships: their type, and that of their resources. */
const links: Readonly<Partial<Record<TableName, Readonly<Record<string, TableName>>>>> = {
  people: { boss: 'people' },
  articles: { team: 'teams', author: 'people' },
  comments: { article: 'articles' },
};
const toManys: Readonly<Partial<Record<TypeName, Readonly<Record<string, TableName>>>>> = {
  people: { articles: 'articles' },
  articles: { comments: 'comments', tags: 'tags' },
  tags: { articles: 'articles' },
};
/** The types of the relationships of a type. */
export const relationshipsOf = (type: TypeName): Readonly<Record<string, TableName>> => ({
  ...(type === 'accounts' ? {} : links[type]),
  ...toManys[type],
});
export const isToOne = (type: TypeName, name: string): boolean =>
  type !== 'accounts' && links[type]?.[name] !== undefined;

const attributes: Readonly<Record<TableName, (random: Random) => Record<string, string | number>>> = {
  teams: (random) => ({ name: pick(random, ['A', 'B']), open: pick(random, [0, 1]) }),
  people: (random) => ({
    name: pick(random, ['Ada', 'Bo', 'Cy']),
    team: pick(random, ['a', 'b']),
    salary: pick(random, [5000, 6000, 7000]),
    hidden: pick(random, [0, 1]),
  }),
  articles: (random) => ({ title: pick(random, ['T', 'U']), state: pick(random, ['public', 'draft']) }),
  comments: (random) => ({ body: pick(random, ['x', 'y']), hidden: pick(random, [0, 1]) }),
  tags: (random) => ({ word: pick(random, ['v', 'w']), hidden: pick(random, [0, 1]) }),
};

const byId = (data: Data, table: TableName, id: unknown): Row | undefined => data[table].find((row) => row.id === id);
const linked = (random: Random, rows: readonly Row[]): number | null =>
  rows.length === 0 || random() < 0.3 ? null : pick(random, rows).id;

function rowOf(random: Random, data: Data, table: TableName, id: number): Row {
  const ofLinks = Object.entries(links[table] ?? {}).map(([name, target]) => [name, linked(random, data[target])]);
  return { id, ...attributes[table](random), ...Object.fromEntries(ofLinks) };
}

const rankOf = (random: Random): number => pick(random, [0, 1, 2]);
const emptyData: Data = { teams: [], people: [], articles: [], comments: [], tags: [], tagged: [] };

/** Returns random data. */
export function dataOf(random: Random): Data {
  let data = emptyData;
  for (const table of tableNames) {
    const rows = IDS.filter(() => random() < 0.8).map((id) => rowOf(random, data, table, id));
    data = { ...data, [table]: rows };
  }
  const pairs = data.articles.flatMap(({ id }) => data.tags.map((tag) => [id, tag.id] as const));
  const tagged = pairs.flatMap(([id, tag]) => (random() < 0.4 ? [[id, tag, rankOf(random)] as const] : []));
  return { ...data, tagged };
}

/** Returns the value of a field of a row; of a path, that of the linked row. */
function fieldValue(data: Data, table: TableName, row: Row, field: string): unknown {
  const [name = '', rest] = field.split('.');
  if (table === 'articles' && name === 'open') return byId(data, 'teams', row['team'])?.['open'];
  const target = links[table]?.[name];
  if (rest === undefined || target === undefined) return row[name];
  const linked = byId(data, target, row[name]);
  return linked && fieldValue(data, target, linked, rest);
}

function matches(data: Data, accessFilter: AccessFilter, table: TableName, row: Row): boolean {
  if (typeof accessFilter === 'boolean') return accessFilter;
  return accessFilter.every(({ field, values }) => values.includes(fieldValue(data, table, row, field) as never));
}

const tableOf = (type: TypeName): TableName => (type === 'accounts' ? 'people' : type);

/** Returns the row of a resource. */
export const rowWith = (data: Data, type: TypeName, id: number): Row | undefined => byId(data, tableOf(type), id);

/** Returns the ids that a relationship of a resource contains. */
export function linkedIds(data: Data, type: TypeName, id: number, name: string): readonly number[] {
  const target = relationshipsOf(type)[name];
  const linked = byId(data, tableOf(type), id)?.[name];
  if (typeof linked === 'number') return [linked];
  if (type === 'articles' && name === 'tags') return data.tagged.flatMap(([from, to]) => (from === id ? [to] : []));
  if (type === 'tags') return data.tagged.flatMap(([from, to]) => (to === id ? [from] : []));
  const inverse = type === 'people' ? 'author' : 'article';
  return isToOne(type, name) || target === undefined
    ? []
    : data[target].flatMap((row) => (row[inverse] === id ? [row.id] : []));
}

/** Whether the user sees a resource. */
export function sees(data: Data, rules: WorldRules, type: TypeName, id: unknown): boolean {
  const row = byId(data, tableOf(type), id);
  return row !== undefined && matches(data, rules.read[type], tableOf(type), row);
}

/** Returns everything that the user can read, and which ids they can link, as text. */
export function viewOf(data: Data, rules: WorldRules): string {
  const parts = tableNames.map((table) =>
    data[table]
      .filter((row) => sees(data, rules, table, row.id))
      .map((row) => {
        const seen = Object.entries(row).map(([name, value]) => {
          const target = links[table]?.[name];
          const isHidden =
            rules.except[table]?.includes(name) === true ||
            (name === 'salary' && !matches(data, rules.salary, table, row)) ||
            (target !== undefined && !sees(data, rules, target, value));
          return isHidden ? null : value;
        });
        const computed = table === 'articles' && rules.except.articles?.includes('open') !== true;
        return [...seen, computed ? fieldValue(data, table, row, 'open') : null];
      }),
  );
  const showsTags = rules.except.articles?.includes('tags') !== true;
  const showsRank = rules.except.articles?.includes('tags.rank') !== true;
  const tagged = data.tagged
    .filter(([article, tag]) => showsTags && sees(data, rules, 'articles', article) && sees(data, rules, 'tags', tag))
    .map(([article, tag, rank]) => [article, tag, showsRank ? rank : 0]);
  const linkable = tableNames.map((table) =>
    data[table].flatMap((row) => (matches(data, rules.link[table] ?? false, table, row) ? [row.id] : [])),
  );
  return JSON.stringify([parts, tagged, linkable]);
}

/** Removes links to rows that do not exist. */
export function repaired(data: Data): Data {
  const isThere = (table: TableName, id: unknown): boolean => byId(data, table, id) !== undefined;
  const rows = tableNames.map((table) => {
    const targets = Object.entries(links[table] ?? {});
    const release = (row: Row): Row => {
      const kept = targets.map(([name, target]) => [name, isThere(target, row[name]) ? row[name] : null]);
      return Object.assign({ ...row }, Object.fromEntries(kept));
    };
    return [table, data[table].map(release)];
  });
  const tagged = data.tagged.filter(([article, tag]) => isThere('articles', article) && isThere('tags', tag));
  return { ...(Object.fromEntries(rows) as unknown as Data), tagged };
}

/** Returns the data with another row, or without the row, and without links to it. */
export function withRow(data: Data, table: TableName, id: number, row: Row | undefined): Data {
  const rest = data[table].filter((it) => it.id !== id);
  return repaired({ ...data, [table]: row === undefined ? rest : [...rest, row] });
}

/** Returns data that differ in one thing, which the user may be able to read. */
function changed(random: Random, data: Data): Data {
  const kind = pick(random, ['row', 'link', 'tag', 'rank', 'delete', 'add', 'salary'] as const);
  const tables = kind === 'link' ? (['people', 'articles', 'comments'] as const) : tableNames;
  const table = kind === 'salary' ? 'people' : pick(random, tables);
  if (kind === 'tag' && data.articles.length > 0 && data.tags.length > 0) {
    const [article, tag] = [pick(random, data.articles).id, pick(random, data.tags).id];
    const rest = data.tagged.filter(([left, right]) => left !== article || right !== tag);
    return { ...data, tagged: rest.length < data.tagged.length ? rest : [...rest, [article, tag, rankOf(random)]] };
  }
  if (kind === 'rank' && data.tagged.length > 0) {
    const chosen = pick(random, data.tagged);
    const ranked = [chosen[0], chosen[1], rankOf(random)] as const;
    return { ...data, tagged: data.tagged.map((it) => (it === chosen ? ranked : it)) };
  }
  if (kind === 'add') {
    const id = IDS.find((it) => byId(data, table, it) === undefined);
    return id === undefined ? data : { ...data, [table]: [...data[table], rowOf(random, data, table, id)] };
  }
  const row = data[table].length === 0 ? undefined : pick(random, data[table]);
  if (row === undefined) return data;
  if (kind === 'delete') return withRow(data, table, row.id, undefined);
  const other = rowOf(random, data, table, row.id);
  const name = kind === 'salary' ? kind : pick(random, Object.keys(kind === 'link' ? (links[table] ?? row) : row));
  return {
    ...data,
    [table]: data[table].map((it) => (it === row ? ({ ...row, [name]: other[name] } as unknown as Row) : it)),
  };
}

/** Returns other data of which the user sees the same. */
export function twinOf(random: Random, data: Data, rules: WorldRules): Data {
  const view = viewOf(data, rules);
  let twin = data;
  for (let round = 0; round < 40; round++) {
    const candidate = changed(random, twin);
    if (viewOf(candidate, rules) === view) twin = candidate;
  }
  return twin;
}
