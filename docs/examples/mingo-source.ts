import type { Api } from '@linkage/core';
import {
  type ConditionBuilder,
  createStorage,
  type Key,
  type MembersOf,
  type RowOrder,
  type RowQuery,
  type StorageOptions,
  valueRules,
} from '@linkage/storage';
import { aggregate, updateMany } from 'mingo';

type Document = Record<string, unknown>;
type Stage = Document;

/** The collections of a store, by resource type. */
export interface DocumentStore {
  collections: Record<string, Document[]>;
}

/** The fields with ids of related resources: in the documents of the type itself, or in those of the related type. */
export type Links = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A condition: stages that look up related documents, and a filter that uses what they found. */
interface Condition {
  readonly stages: readonly Stage[];
  readonly match: Stage;
}

/** Letters from A to Z match in both cases, others as they are. */
const pattern = (value: string, ignoresCase: boolean): string =>
  value
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/[a-z]/gi, (it) => (ignoresCase ? `[${it.toLowerCase()}${it.toUpperCase()}]` : it));

/** Creates sources over collections of documents, whose ids are in `_id`. Each statement is a pipeline of MongoDB. */
export function createMingoSources(api: Api, store: DocumentStore, columns: StorageOptions['columns'], links: Links) {
  const storage = createStorage(api, { columns, rules: valueRules.exact, detect: () => undefined });
  const relationship = (type: string, name: string) => api.types.get(type)?.relationships.get(name);
  const run = (type: string, stages: readonly Stage[]): Document[] =>
    aggregate(store.collections[type] ?? [], [...stages], {
      collectionResolver: (name) => store.collections[name] ?? [],
    });
  let names = 0;

  /** The fields that contain the same id in a document and in a related one, and which of them is a list. */
  function fieldsOf(type: string, name: string) {
    const target = relationship(type, name)?.targets[0] ?? '';
    const other = links[type]?.[name];
    const property = columns[type]?.[name]?.property ?? name;
    if (other === undefined)
      return { target, local: property, foreign: '_id', isList: relationship(type, name)?.kind === 'to-many' };
    return {
      target,
      local: '_id',
      foreign: columns[target]?.[other]?.property ?? other,
      isList: relationship(target, other)?.kind === 'to-many',
    };
  }
  /** Looks up the related documents of each document. */
  function lookup(type: string, name: string, as: string, stages: readonly Stage[]): Stage {
    const { target, local, foreign, isList } = fieldsOf(type, name);
    const lists = local === '_id' ? ['$$key', `$${foreign}`] : [`$${foreign}`, '$$key'];
    const match = { $match: { $expr: { [isList ? '$in' : '$eq']: lists } } };
    return { $lookup: { from: target, let: { key: `$${local}` }, pipeline: [match, ...stages], as } };
  }
  const stagesOf = ({ stages, match }: Condition = { stages: [], match: {} }): Stage[] => [
    ...stages,
    { $match: match },
  ];
  const conditions: ConditionBuilder<Condition> = {
    compare: (_, property, operator, value) => {
      const name = operator === 'le' ? '$lte' : operator === 'ge' ? '$gte' : `$${operator}`;
      return { stages: [], match: { [property]: { [name]: value } } };
    },
    matches: (_, property, { kind, value, ignoresCase }) => {
      const start = kind === 'equals' || kind === 'startsWith' ? '^' : '';
      const end = kind === 'equals' || kind === 'endsWith' ? '$' : '';
      return { stages: [], match: { [property]: { $regex: `${start}${pattern(value, ignoresCase)}${end}` } } };
    },
    isNull: (_, property, isNull) => ({ stages: [], match: { [property]: { [isNull ? '$eq' : '$ne']: null } } }),
    oneOf: (_, property, keys) => ({ stages: [], match: { [property]: { $in: keys } } }),
    anyRelated(type, name, _, condition) {
      const as = `found${names++}`;
      const stages = [lookup(type, name, as, [...stagesOf(condition), { $limit: 1 }, { $project: { _id: 1 } }])];
      return { stages, match: { [as]: { $ne: [] } } };
    },
    and: (all) => ({
      stages: all.flatMap(({ stages }) => stages),
      match: all.length === 0 ? {} : { $and: all.map(({ match }) => match) },
    }),
    or: (all) => ({
      stages: all.flatMap(({ stages }) => stages),
      match: all.length === 0 ? { _id: { $in: [] } } : { $or: all.map(({ match }) => match) },
    }),
    not: ({ stages, match }) => ({ stages, match: { $nor: [match] } }),
  };

  /** The stages that sort by fields, also by those of related documents. NULL is least. */
  function sortOf(order: readonly RowOrder<Condition>[]): Stage[] {
    const stages: Stage[] = [];
    const keys = order.map(({ steps, property, descending }, index) => {
      let path = '';
      for (const [depth, step] of steps.entries()) {
        const as = `sort${index}_${depth}`;
        const pipeline = [{ $match: { $expr: { $eq: ['$_id', '$$key'] } } }, ...stagesOf(step.where)];
        stages.push({ $lookup: { from: step.target, let: { key: `$${path}${step.property}` }, pipeline, as } });
        stages.push({ $unwind: { path: `$${as}`, preserveNullAndEmptyArrays: true } });
        path = `${as}.`;
      }
      return [`${path}${property}`, descending ? -1 : 1] as const;
    });
    return keys.length === 0 ? stages : [...stages, { $sort: Object.fromEntries(keys) }];
  }
  function pipelineOf({ where, order, skip, take, properties }: RowQuery<Condition>): Stage[] {
    const slice = [...(skip === undefined ? [] : [{ $skip: skip }]), ...(take === undefined ? [] : [{ $limit: take }])];
    const project = { $project: Object.fromEntries(properties.map((property) => [property, 1])) };
    return [...stagesOf(where), ...sortOf(order), ...slice, project];
  }
  const own = (keys: readonly Key[]): Stage => ({ $match: { _id: { $in: keys } } });
  const change = (type: string, keys: readonly unknown[], changes: Stage) =>
    updateMany(store.collections[type] ?? [], { _id: { $in: [...keys] } }, changes as never);

  /** Adds ids to the field of a relationship, or removes them. */
  function relate({ type, relationship: name, keys }: MembersOf, members: readonly Key[], isAdded: boolean) {
    const { target, local, foreign, isList } = fieldsOf(type, name);
    const [changed, field, ids] = local === '_id' ? [members, foreign, keys] : [keys, local, members];
    const list = isAdded ? { $addToSet: { [field]: { $each: ids } } } : { $pull: { [field]: { $in: ids } } };
    change(local === '_id' ? target : type, changed, isList ? list : { $set: { [field]: isAdded ? ids[0] : null } });
  }
  /** Removes the id of a deleted document from all others. */
  function release(deleted: string, key: Key) {
    for (const [type, { relationships }] of api.types) {
      for (const { name, targets, kind } of relationships.values()) {
        if (targets[0] !== deleted || links[type]?.[name] !== undefined) continue;
        const { local } = fieldsOf(type, name);
        const holders = run(type, [{ $match: { [local]: key } }]).map(({ _id }) => _id);
        change(type, holders, kind === 'to-many' ? { $pull: { [local]: key } } : { $set: { [local]: null } });
      }
    }
  }

  /** The values of fields that a new document lacks. */
  function emptyOf(type: string): Document {
    const linked = [...(api.types.get(type)?.relationships.values() ?? [])].filter(
      ({ name }) => links[type]?.[name] === undefined,
    );
    const fields = Object.entries(columns[type] ?? {}).map(([name, { property = name }]) => [property, null] as const);
    return Object.fromEntries([
      ...fields,
      ...linked.flatMap(({ name, kind }) => (kind === 'to-many' ? [[name, []] as const] : [])),
    ]);
  }
  let last: Promise<unknown> = Promise.resolve();
  let nextId = 1000;
  return storage.modelSources<DocumentStore, Condition>(store, {
    ...{ conditions, pagesMembers: true, sortsThrough: true },
    select: async (_, query) => run(query.type, pipelineOf(query)),
    async members(_, { type, relationship: name, keys }, query) {
      const found = run(type, [own(keys), lookup(type, name, 'row', pipelineOf(query)), { $unwind: '$row' }]);
      return found.map(({ _id, row }) => ({ parent: _id, row }));
    },
    async count(_, type, where, of) {
      if (of === undefined) return run(type, stagesOf(where)).length;
      return run(of.type, [own(of.keys), lookup(of.type, of.relationship, 'row', stagesOf(where)), { $unwind: '$row' }])
        .length;
    },
    async insert(_, type, values) {
      const _id = values['_id'] ?? (columns[type]?.['id']?.type === 'integer' ? nextId++ : String(nextId++));
      if (run(type, [own([_id as Key])]).length > 0) return undefined;
      const document = { ...emptyOf(type), ...values, _id };
      store.collections[type]?.push(document);
      return document;
    },
    async update(_, type, key, values) {
      change(type, [key], { $set: values });
      return run(type, [own([key])])[0];
    },
    async delete(_, type, key) {
      const documents = store.collections[type] ?? [];
      const index = documents.findIndex(({ _id }) => _id === key);
      if (index < 0) return false;
      documents.splice(index, 1);
      release(type, key);
      return true;
    },
    link: async (_, of, members) => relate(of, members, true),
    unlink: async (_, of, members) => relate(of, members, false),
    transaction(runs) {
      const result = last.then(async () => {
        const before = structuredClone(store.collections);
        try {
          return await runs(store);
        } catch (error) {
          store.collections = before;
          throw error;
        }
      });
      last = result.catch(() => undefined);
      return result;
    },
  });
}
