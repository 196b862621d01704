import type { Api } from '@linkage/core';
import { createStorage, type IncludedRows, prismaViolation, type RowQuery, valueRules } from '@linkage/core/records';

/** A model, and the type of each column in SQL, with "?" if it can be NULL. A foreign key is named like `authorId`. */
export interface PrismaType {
  readonly model: string;
  readonly columns: Readonly<Record<string, string>>;
}
// biome-ignore lint/suspicious/noExplicitAny: the client of any schema
type Client = any;
const operators = { eq: 'equals', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte' };
/** Values of Prisma that JSON does not have. */
const codecs: Readonly<Record<string, object>> = {
  bigint: { encode: BigInt, decode: String },
  date: { encode: (day: string) => new Date(`${day}T00:00:00Z`), decode: (it: Date) => it.toISOString().slice(0, 10) },
  numeric: { decode: (it: Client) => it.toFixed(2) },
};
const ids = (keys: readonly unknown[]) => keys.map((id) => ({ id }));

export function createPrismaSources(api: Api, prisma: Client, types: Readonly<Record<string, PrismaType>>) {
  const relationshipOf = (type: string, name: string) => api.types.get(type)?.relationships.get(name);
  const modelOf = (on: Client, type: string) => on[types[type]?.model as string];
  const describe = ([type, { columns }]: readonly [string, PrismaType]) => {
    const described = Object.entries(columns).map(([field, sql]) => {
      const property = relationshipOf(type, field) ? `${field}Id` : field;
      const facts = { property, type: sql.replace('?', ''), nullable: sql.endsWith('?') };
      return [field, { ...facts, ...codecs[/^\w+/.exec(sql)?.[0] ?? ''] }];
    });
    return [type, Object.fromEntries(described)];
  };
  const columns = Object.fromEntries(Object.entries(types).map(describe));
  const storage = createStorage(api, { columns, rules: valueRules.postgres, detect: prismaViolation });

  const selectOf = ({ properties, include }: Pick<IncludedRows, 'properties' | 'include'>): object => ({
    ...Object.fromEntries(properties.map((property) => [property, true])),
    ...Object.fromEntries(
      include.map((it) => [it.relationship, { select: selectOf(it), ...(it.isMany ? { take: it.take } : {}) }]),
    ),
  });
  function queryOf(query: RowQuery<object>) {
    const orderBy = query.order.map(({ property, descending, nullable }) => {
      const sort = descending ? 'desc' : 'asc';
      return { [property]: nullable ? { sort, nulls: descending ? 'last' : 'first' } : sort };
    });
    return { where: query.where, orderBy, skip: query.skip, take: query.take, select: selectOf(query) };
  }
  return storage.modelSources<Client, object>(prisma, {
    loadsIncludes: true,
    // Prisma cannot put NULL first there.
    sortsRelated: false,
    conditions: {
      compare: (_, property, operator, value) => ({ [property]: { [operators[operator]]: value } }),
      matches: (_, property, { kind, literal, ignoresCase }) => ({
        [property]: { [kind]: literal, mode: ignoresCase ? 'insensitive' : 'default' },
      }),
      isNull: (_, property, is) => ({ [property]: is ? null : { not: null } }),
      oneOf: (_, property, keys) => ({ [property]: { in: keys } }),
      anyRelated: (type, name, _, condition) => ({
        [name]: { [relationshipOf(type, name)?.kind === 'to-many' ? 'some' : 'is']: condition },
      }),
      and: (AND) => ({ AND }),
      // For Prisma, `OR: []` matches nothing only at the top level.
      or: (OR) => ({ OR }),
      not: (NOT) => ({ NOT }),
    },
    select: (on, query) => modelOf(on, query.type).findMany(queryOf(query)),
    async members(on, { type, relationship, keys }, query) {
      const select = { id: true, [relationship]: queryOf(query) };
      const rows = await modelOf(on, type).findMany({ where: { id: { in: keys } }, select });
      return rows.flatMap((it: Client) => it[relationship].map((row: object) => ({ parent: it.id, row })));
    },
    async count(on, type, where, of) {
      if (of === undefined) return modelOf(on, type).count({ where });
      const select = { _count: { select: { [of.relationship]: { where } } } };
      const row = await modelOf(on, of.type).findUnique({ where: { id: of.keys.at(0) }, select });
      return row?._count[of.relationship] ?? 0;
    },
    insert: (on, type, data) => modelOf(on, type).create({ data }),
    update: async (on, type, id, data) => (await modelOf(on, type).updateManyAndReturn({ where: { id }, data })).at(0),
    delete: async (on, type, id) => (await modelOf(on, type).deleteMany({ where: { id } })).count > 0,
    link: (on, { type, relationship, keys: [id] }, members) =>
      modelOf(on, type).update({ where: { id }, data: { [relationship]: { connect: ids(members) } } }),
    unlink: (on, { type, relationship, keys: [id] }, members) =>
      modelOf(on, type).update({ where: { id }, data: { [relationship]: { disconnect: ids(members) } } }),
    transaction: (run) => prisma.$transaction(run, { isolationLevel: 'RepeatableRead' }),
    // Another transaction has changed the same row.
    isConflict: (error) => (error as { code?: string }).code === 'P2034',
  });
}
