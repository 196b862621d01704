import { type Api, errorObject, JsonApiError } from '@linkage/core';
import { type ConditionBuilder, createStorage, prismaViolation, valueRules } from '@linkage/core/records';
import type { CollectionQuery, DataSource, Selection, SourceCall, SourceRecord } from '@linkage/server';

/** A model, and the type of each column in SQL, with "?" if it can be NULL. A foreign key is named like `authorId`. */
export interface PrismaType {
  readonly model: string;
  readonly columns: Readonly<Record<string, string>>;
}
// biome-ignore lint/suspicious/noExplicitAny: the client of any schema
type Client = any;
type Row = Record<string, unknown>;
const operators = { eq: 'equals', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte' };
const nothing = { id: { in: [] } };
const ids = (keys: readonly unknown[]) => keys.map((id) => ({ id }));

export function createPrismaSources(api: Api, prisma: Client, types: Readonly<Record<string, PrismaType>>) {
  const relationshipOf = (type: string, name: string) => api.types.get(type)?.relationships.get(name);
  const targetOf = (type: string, name: string) => relationshipOf(type, name)?.targets[0] as string;
  const columnsOf = (type: string) => Object.entries((types[type] as PrismaType).columns);
  const isNullable = (type: string, field: string) => types[type]?.columns[field]?.endsWith('?');
  const propertyOf = (type: string, field: string) => (relationshipOf(type, field) ? `${field}Id` : field);
  const on = (type: string, { transaction }: SourceCall) => (transaction ?? prisma)[(types[type] as PrismaType).model];
  const describe = (type: string) =>
    columnsOf(type).map(([field, sql]) => [field, { name: propertyOf(type, field), type: sql.replace('?', '') }]);
  const columns = Object.keys(types).map((type) => [type, Object.fromEntries(describe(type))]);
  const database = { rules: valueRules.postgres, detect: prismaViolation };
  const storage = createStorage(api, { columns: Object.fromEntries(columns), ...database });

  function encode(type: string, field: string, value: unknown) {
    const column = types[type]?.columns[field];
    if (column?.startsWith('bigint') && value !== null) return BigInt(value as string);
    return column?.startsWith('date') && value !== null ? new Date(`${value}T00:00:00Z`) : value;
  }
  function decode(value: unknown) {
    if (value instanceof Date) return value.toISOString().slice(0, 10);
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'object' && value !== null && 'toFixed' in value ? (value as Client).toFixed(2) : value;
  }
  const builder: ConditionBuilder<object> = {
    compare: (type, field, operator, value) => ({ [field]: { [operators[operator]]: encode(type, field, value) } }),
    isNull(type, field, is) {
      if (!isNullable(type, field)) return is ? nothing : {};
      return { [propertyOf(type, field)]: is ? null : { not: null } };
    },
    oneOf: (type, field, keys) => ({ [propertyOf(type, field)]: { in: keys } }),
    anyRelated: (type, name, _target, condition) =>
      relationshipOf(type, name)?.kind === 'to-many' ? { [name]: { some: condition } } : { [name]: { is: condition } },
    and: (AND) => ({ AND }),
    // For Prisma, `OR: []` matches everything.
    or: (OR) => (OR.length === 0 ? nothing : { OR }),
  };
  /** Selects the columns of a type, and the related records that the request includes. */
  function selectOf(type: string, { include = new Map() }: Partial<Selection>): object {
    const properties = columnsOf(type).map(([field]) => [propertyOf(type, field), true]);
    const related = [...include].map(([name, of]) => {
      const many = relationshipOf(type, name)?.kind === 'to-many' ? { take: of.atMost } : {};
      return [name, { select: selectOf(targetOf(type, name), of), ...many }];
    });
    return Object.fromEntries([...properties, ...related]);
  }
  function recordOf(type: string, row: Row, { include = new Map() }: Partial<Selection> = {}): SourceRecord {
    const own = columnsOf(type).map(([field]) => [field, decode(row[propertyOf(type, field)])]);
    const related = [...include].map(([name, of]) => {
      const value = row[name] as null | Row | readonly Row[];
      const record = (it: Row) => recordOf(targetOf(type, name), it, of);
      return [name, Array.isArray(value) ? value.map(record) : value && record(value as Row)];
    });
    return Object.fromEntries([...own, ...related]);
  }
  const dataOf = (type: string, values: Row) =>
    Object.fromEntries(Object.entries(values).map(([name, it]) => [propertyOf(type, name), encode(type, name, it)]));
  function pageOf(type: string, { filter, sort, page, selection }: CollectionQuery) {
    const orderBy = sort.map(({ field, descending }) => {
      if (field.includes('.')) {
        const detail = 'Prisma has NULL last, so related fields cannot be sorted by.';
        throw new JsonApiError(errorObject('SORT_NOT_SUPPORTED', detail, { source: { parameter: 'sort' } }));
      }
      const direction = descending ? 'desc' : 'asc';
      const nulls = { sort: direction, nulls: descending ? 'last' : 'first' };
      return { [propertyOf(type, field)]: isNullable(type, field) ? nulls : direction };
    });
    const where = { AND: filter.map((term) => storage.condition(type, term, builder)) };
    const slice = { skip: page.offset, take: page.limit };
    return { where, orderBy: [...orderBy, { id: 'asc' }], ...slice, select: selectOf(type, selection) };
  }
  const sourceOf = (type: string): DataSource => ({
    loadsIncludes: true,
    async list(query, call) {
      const page = pageOf(type, query);
      const records = ((await on(type, call).findMany(page)) as Row[]).map((row) =>
        recordOf(type, row, query.selection),
      );
      return query.total ? { records, total: await on(type, call).count({ where: page.where }) } : { records };
    },
    async find(given, selection, call) {
      const where = { id: { in: storage.keys(type, given) } };
      const rows: Row[] = await on(type, call).findMany({ where, select: selectOf(type, selection) });
      return rows.map((row) => recordOf(type, row, selection));
    },
    async related(name, parentIds, query, call) {
      const [target, { selection }] = [targetOf(type, name), query];
      const members = query.page ? pageOf(target, query) : { take: query.atMost, select: selectOf(target, selection) };
      const where = { id: { in: storage.keys(type, parentIds) } };
      const count =
        query.page && query.total ? { _count: { select: { [name]: { where: pageOf(target, query).where } } } } : {};
      const rows: Row[] = await on(type, call).findMany({ where, select: { id: true, [name]: members, ...count } });
      const pageOfRow = (row: Row) => {
        const records = (row[name] as Row[]).map((it) => recordOf(target, it, selection));
        return '_count' in row
          ? { records, total: (row['_count'] as Record<string, number>)[name] as number }
          : { records };
      };
      return new Map(rows.map((row) => [String(row['id']), pageOfRow(row)]));
    },
    ...storage.writes(type, {
      async insert(values, call: SourceCall) {
        const data = dataOf(type, values);
        const rows = await on(type, call).createManyAndReturn({ data, skipDuplicates: 'id' in values });
        return rows.map((row: Row) => recordOf(type, row))[0];
      },
      async update(id, values, call) {
        const data = dataOf(type, values);
        const rows = await on(type, call).updateManyAndReturn({ where: { id }, data });
        return rows.map((row: Row) => recordOf(type, row))[0];
      },
      delete: async (id, call) => (await on(type, call).deleteMany({ where: { id } })).count > 0,
      async members(id, name, call) {
        const row = await on(type, call).findUnique({ where: { id }, select: { [name]: { select: { id: true } } } });
        return (row?.[name] ?? []).map((member: Row) => member['id']);
      },
      link: (id, name, keys, call) =>
        on(type, call).update({ where: { id }, data: { [name]: { connect: ids(keys) } } }),
      unlink: (id, name, keys, call) =>
        on(type, call).update({ where: { id }, data: { [name]: { disconnect: ids(keys) } } }),
    }),
    async transaction(run, call) {
      for (let attempt = 1; ; attempt++) {
        try {
          const isolation = { isolationLevel: 'RepeatableRead' };
          return await prisma.$transaction((transaction: unknown) => run({ ...call, transaction }), isolation);
        } catch (error) {
          // Another transaction has changed the same row.
          if ((error as { code?: string }).code !== 'P2034' || attempt === 8) throw error;
        }
      }
    },
    transactionScope: prisma,
  });
  return Object.fromEntries(Object.keys(types).map((type) => [type, sourceOf(type)]));
}
