import type { Api } from '@linkage/core';
import {
  createStorage,
  type MembersOf,
  prismaViolation,
  type RowQuery,
  type StorageOptions,
  valueRules,
} from '@linkage/storage';

// biome-ignore lint/suspicious/noExplicitAny: the client of any schema
type Client = any;
type Columns = StorageOptions['columns'];
type Models = Readonly<Record<string, string>>;
const operators = { eq: 'equals', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte' };
const ids = (keys: readonly unknown[]) => keys.map((id) => ({ id }));

/** Creates sources over the models with these names, by type. Each relation has the name of its relationship. */
export function createPrismaSources(api: Api, prisma: Client, models: Models, columns: Columns) {
  const storage = createStorage(api, { columns, rules: valueRules.postgres, detect: prismaViolation });
  const modelOf = (on: Client, type: string) => on[models[type] as string];
  const isMany = (type: string, name: string) => api.types.get(type)?.relationships.get(name)?.kind === 'to-many';

  const selectOf = ({ properties, include }: Pick<RowQuery<object>, 'properties' | 'include'>): object => {
    const related = include.map((it) => [it.relationship, { select: selectOf(it), take: it.take }]);
    return Object.fromEntries([...properties.map((property) => [property, true]), ...related]);
  };
  function queryOf({ where, order, skip, take, ...query }: RowQuery<object>) {
    const orderBy = order.map(({ property, descending, nullable }) => {
      const sort = descending ? 'desc' : 'asc';
      return { [property]: nullable ? { sort, nulls: descending ? 'last' : 'first' } : sort };
    });
    return { where, orderBy, skip, take, select: selectOf(query) };
  }
  const change = (on: Client, { type, relationship, keys: [id] }: MembersOf, members: object) =>
    modelOf(on, type).update({ where: { id }, data: { [relationship]: members } });

  return storage.modelSources<Client, object>(prisma, {
    ...{ loadsIncludes: true, pagesMembers: true },
    sortsRelated: false, // Prisma cannot put NULL first there.
    conditions: {
      compare: (_, property, operator, value) => ({ [property]: { [operators[operator]]: value } }),
      matches: (_, property, { kind, literal, ignoresCase }) => ({
        [property]: { [kind]: literal, mode: ignoresCase ? 'insensitive' : 'default' },
      }),
      isNull: (_, property, is) => ({ [property]: is ? null : { not: null } }),
      oneOf: (_, property, keys) => ({ [property]: { in: keys } }),
      anyRelated: (type, name, _, condition) => ({ [name]: { [isMany(type, name) ? 'some' : 'is']: condition } }),
      and: (AND) => ({ AND }),
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
      const row = await modelOf(on, of.type).findUnique({ where: { id: of.keys[0] }, select });
      return row?._count[of.relationship] ?? 0;
    },
    insert: (on, type, data) => modelOf(on, type).create({ data }),
    update: async (on, type, id, data) => (await modelOf(on, type).updateManyAndReturn({ where: { id }, data })).at(0),
    delete: async (on, type, id) => (await modelOf(on, type).deleteMany({ where: { id } })).count > 0,
    link: (on, of, keys) => change(on, of, { connect: ids(keys) }),
    unlink: (on, of, keys) => change(on, of, { disconnect: ids(keys) }),
    transaction: (run) => prisma.$transaction(run, { isolationLevel: 'RepeatableRead' }),
    isConflict: (error) => (error as { code?: string }).code === 'P2034', // Another transaction changed the row.
  });
}
