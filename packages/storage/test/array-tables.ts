import { suiteApi, suiteRecords } from '@linkage/server/source-suite';
import { createStorage, type RowOrder, type StorageOptions, type TableStatements, valueRules } from '../src/index.ts';

type Row = Record<string, unknown>;
/** Like a condition in SQL: true, false, or null if it compares NULL. */
type Condition = (row: Row) => boolean | null;
type Tables = Record<string, readonly Row[]>;

/** A database of arrays, whose transactions run one after the other. */
export interface ArrayDatabase {
  tables: Tables;
  last: Promise<unknown>;
}

const compared = { eq: [0], lt: [-1], le: [-1, 0], gt: [1], ge: [0, 1] };

function compare(a: unknown, b: unknown): number {
  const [one, other] = typeof a === 'string' && /^-?\d+(\.\d+)?$/.test(a) ? [Number(a), Number(b)] : [a, b];
  return one === other ? 0 : (one as number) < (other as number) ? -1 : 1;
}

const conditions = (read: () => Tables): TableStatements<unknown, Condition>['conditions'] => ({
  compare: (_, property, operator, value) => (row) =>
    row[property] === null ? null : compared[operator].includes(compare(row[property], value)),
  matches: (_, property, { kind, value, ignoresCase }) => {
    const fold = (text: unknown) => (ignoresCase ? String(text).toLowerCase() : String(text));
    const fits = { equals: 'equals', contains: 'includes', startsWith: 'startsWith', endsWith: 'endsWith' } as const;
    const name = fits[kind];
    return (row) => {
      if (row[property] === null) return null;
      const [text, wanted] = [fold(row[property]), fold(value)];
      return name === 'equals' ? text === wanted : text[name](wanted);
    };
  },
  isNull: (_, property, is) => (row) => (row[property] === null) === is,
  oneOf: (_, property, keys) => (row) => (row[property] === null ? null : keys.includes(row[property] as never)),
  inRows: (_, property, other, otherProperty, where) => (row) => {
    if (row[property] === null) return null;
    const values = (read()[other] ?? []).filter((it) => where?.(it) !== false && where?.(it) !== null);
    if (values.some((it) => it[otherProperty] === row[property])) return true;
    return values.some((it) => it[otherProperty] === null) ? null : false;
  },
  and: (all) => (row) => {
    const results = all.map((it) => it(row));
    return results.includes(false) ? false : results.includes(null) ? null : true;
  },
  or: (all) => (row) => {
    const results = all.map((it) => it(row));
    return results.includes(true) ? true : results.includes(null) ? null : false;
  },
  not: (condition) => (row) => {
    const result = condition(row);
    return result === null ? null : !result;
  },
});

const column = (type: string, nullable = false) => ({ type, nullable });
const key = (property: string, type: string) => ({ property, type });
/** JSON does not have these values. */
const bigint = { type: 'bigint', encode: (value: unknown) => BigInt(value as string), decode: String };
const columns: StorageOptions['columns'] = {
  articles: {
    ...{ id: column('text'), title: column('text'), words: column('integer', true), open: column('boolean') },
    ...{ labels: column('json'), author: key('authorId', 'integer') },
  },
  people: { id: column('integer'), name: column('text'), boss: key('bossId', 'integer') },
  tags: { id: column('text'), name: column('text') },
  comments: { id: column('integer'), body: column('text'), article: key('articleId', 'text') },
  samples: {
    ...{ id: column('text'), note: { type: 'text' }, code: { type: 'varchar(10)' }, count: { type: 'integer' } },
    ...{ big: bigint, token: { type: 'uuid' }, day: { type: 'date' }, rate: { type: 'numeric(8, 2)' } },
  },
};

/** The records of the suite as rows. */
export function suiteTables(): Tables {
  const keys = { author: 'authorId', boss: 'bossId', article: 'articleId' } as const;
  const rows = Object.entries(suiteRecords).map(([type, records]) => {
    const isNumber = type === 'people' || type === 'comments';
    const toRow = ({ id, tags: _, comments: _c, articles: _a, ...fields }: Row) => {
      const entries = Object.entries(fields).map(([name, value]) => {
        const isKey = name in keys;
        const number = value !== null && (name === 'author' || name === 'boss') ? Number(value) : value;
        if (name === 'big' && value !== null) return [name, BigInt(value as string)];
        return isKey ? [keys[name as keyof typeof keys], number] : [name, value];
      });
      return { id: isNumber ? Number(id) : id, ...Object.fromEntries(entries) };
    };
    return [type, records.map((it) => toRow({ ...it }))];
  });
  const links = (suiteRecords['articles'] ?? []).flatMap(({ id, tags }) =>
    (tags as readonly string[]).map((tag) => ({ article: id, tag })),
  );
  return { ...Object.fromEntries(rows), articleTags: links };
}

/** Creates sources over arrays from the statements of tables, which are the shortest that there can be. */
export function arraySources(db: ArrayDatabase, conflicts = { left: 0 }) {
  const storage = createStorage(suiteApi, { columns, rules: valueRules.mysql, detect: () => undefined });
  let nextId = 1000;
  const rowsOf = (table: string): readonly Row[] => db.tables[table] ?? [];
  const isIn = (where: Condition | undefined) => (row: Row) => where === undefined || where(row) === true;
  const valueAt = (
    row: Row | undefined,
    { steps: [step, ...steps], property }: Pick<RowOrder<Condition>, 'steps' | 'property'>,
  ): unknown => {
    if (row === undefined || step === undefined) return row?.[property] ?? null;
    return valueAt(
      rowsOf(step.target).find((it) => it['id'] === row[step.property] && isIn(step.where)(it)),
      { steps, property },
    );
  };
  const order = (keys: readonly RowOrder<Condition>[]) => (a: Row, b: Row) => {
    for (const by of keys) {
      const [one, other] = [valueAt(a, by), valueAt(b, by)];
      if (one === other) continue;
      const result = one === null ? -1 : other === null ? 1 : compare(one, other);
      return by.descending ? -result : result;
    }
    return 0;
  };
  return storage.tableSources<ArrayDatabase, Condition>(db, {
    sortsThrough: true,
    toMany: {
      articles: {
        tags: { through: 'articleTags', from: 'article', to: 'tag' },
        comments: { foreignKey: 'articleId' },
      },
      people: { articles: { foreignKey: 'authorId' } },
      tags: { articles: { through: 'articleTags', from: 'tag', to: 'article' } },
    },
    conditions: conditions(() => db.tables),
    async select(_, { table, properties, where, order: keys, skip = 0, take = Number.POSITIVE_INFINITY }) {
      const rows = rowsOf(table)
        .filter(isIn(where))
        .sort(order(keys))
        .slice(skip, skip + take);
      return rows.map((row) => Object.fromEntries(properties.map((property) => [property, row[property]])));
    },
    count: async (_, table, where) => rowsOf(table).filter(isIn(where)).length,
    async insert(_, table, rows, key) {
      const nulls = Object.fromEntries(
        Object.entries(columns[table] ?? {}).map(([name, it]) => [it.property ?? name, null]),
      );
      const isTaken = (row: Row) => rowsOf(table).some((it) => key.every((name) => it[name] === row[name]));
      const id = () => (table === 'tags' ? String(nextId++) : nextId++);
      const added = rows.map((row) => ({ ...nulls, ...(key[0] === 'id' ? { id: row['id'] ?? id() } : {}), ...row }));
      const free = added.filter((row) => !isTaken(row));
      db.tables = { ...db.tables, [table]: [...rowsOf(table), ...free] };
      return free;
    },
    async update(_, table, where, values) {
      const isChanged = isIn(where);
      const changed: Row[] = [];
      const rows = rowsOf(table).map((row) => {
        if (!isChanged(row)) return row;
        changed.push({ ...row, ...values });
        return { ...row, ...values };
      });
      db.tables = { ...db.tables, [table]: rows };
      return changed;
    },
    async delete(_, table, where) {
      const gone = rowsOf(table).filter(isIn(where));
      db.tables = { ...db.tables, [table]: rowsOf(table).filter((row) => !gone.includes(row)) };
      const ids = new Set(gone.map(({ id }) => id));
      const left = (rows: readonly Row[] = []) => rows.filter(({ article }) => !ids.has(article));
      if (table === 'articles') db.tables = { ...db.tables, articleTags: left(db.tables['articleTags']) };
      return gone;
    },
    transaction(run) {
      const result = db.last.then(async () => {
        const before = db.tables;
        try {
          const value = await run(db);
          if (conflicts.left-- > 0) throw new Error('conflict');
          return value;
        } catch (error) {
          db.tables = before;
          throw error;
        }
      });
      db.last = result.catch(() => undefined);
      return result;
    },
    isConflict: (error) => (error as Error).message === 'conflict',
  });
}
