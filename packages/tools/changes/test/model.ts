import { type Api, attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type DescribingServer } from '@linkage/server';
import { z } from 'zod';

/** The values that an attribute can have, with some of these values. */
export const valueKinds = {
  text: { schema: z.string(), values: ['abcdef', 'a'] },
  'text or null': { schema: z.string().nullable(), values: ['a', null] },
  short: { schema: z.string().max(3), values: ['a', 'abc'] },
  number: { schema: z.number(), values: [1, 2] },
  'two states': { schema: z.enum(['a', 'b']), values: ['a', 'b'] },
  'three states': { schema: z.enum(['a', 'b', 'c']), values: ['c', 'a', 'b'] },
} as const;

export type ValueKind = keyof typeof valueKinds;

/** An attribute that an edit can change. */
export interface AttributeModel {
  kind: ValueKind;
  optional: boolean;
  write: boolean | 'create';
  read: boolean;
  onDemand: boolean;
  sort: boolean;
  filter: boolean;
}

/** A relationship that an edit can change. */
export interface RelationshipModel {
  kind: 'to-one' | 'to-many';
  targets: string[];
  include: boolean;
  write: boolean;
  required: boolean;
}

/** A type that an edit can change. */
export interface TypeModel {
  attributes: { [name: string]: AttributeModel };
  relationships: { [name: string]: RelationshipModel };
  clientIds: boolean;
  methods: string[];
}

/** An API that an edit can change. */
export interface ApiModel {
  types: { [name: string]: TypeModel };
  pageMaximum: number;
}

const attributeModel: AttributeModel = {
  ...{ kind: 'text', optional: false, write: true, read: true, onDemand: false, sort: false, filter: false },
};

/** Returns the API before the edits. */
export function firstModel(): ApiModel {
  const methods = ['create', 'update', 'delete'];
  return {
    types: {
      articles: {
        attributes: {
          title: { ...attributeModel, sort: true, filter: true },
          note: { ...attributeModel, kind: 'text or null', optional: true },
          state: { ...attributeModel, kind: 'two states', filter: true },
          words: { ...attributeModel, kind: 'number', write: false, sort: true },
          code: { ...attributeModel, kind: 'short', optional: true },
        },
        relationships: {
          author: { kind: 'to-one', targets: ['people'], include: true, write: true, required: false },
          media: { kind: 'to-many', targets: ['images', 'videos'], include: true, write: true, required: false },
        },
        clientIds: true,
        methods: [...methods],
      },
      people: {
        attributes: { name: { ...attributeModel } },
        relationships: {},
        clientIds: false,
        methods: [...methods],
      },
      images: {
        attributes: { name: { ...attributeModel } },
        relationships: {},
        clientIds: true,
        methods: [...methods],
      },
      videos: {
        attributes: { name: { ...attributeModel } },
        relationships: {},
        clientIds: true,
        methods: [...methods],
      },
    },
    pageMaximum: 50,
  };
}

function apiOf({ types }: ApiModel): Api {
  const declared = Object.entries(types).map(([name, { attributes, relationships, clientIds }]) => [
    name,
    {
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([field, { kind, optional, write, ...reading }]) => {
          const { schema } = valueKinds[kind];
          // Options for reading are a mistake in a declaration if no response contains the attribute.
          const options = reading.read ? { ...reading, write } : { read: false, write: true };
          return [field, attribute(optional ? schema.optional() : schema, options)];
        }),
      ),
      relationships: Object.fromEntries(
        Object.entries(relationships).map(([field, { kind, targets, required, ...options }]) => [
          field,
          kind === 'to-one' ? toOne(targets, { ...options, required }) : toMany(targets, options),
        ]),
      ),
      clientGeneratedIds: clientIds,
    },
  ]);
  return defineApi(Object.fromEntries(declared)) as unknown as Api;
}

/** Returns three records of each type: together they have every value of each attribute. */
function recordsOf({ types }: ApiModel): Record<string, object[]> {
  const records = Object.entries(types).map(([name, { attributes, relationships }]) => [
    name,
    [0, 1, 2].map((index) => {
      const values = Object.entries(attributes).map(([field, { kind }]) => {
        const { values: all } = valueKinds[kind];
        return [field, all[index % all.length]];
      });
      const links = Object.entries(relationships).map(([field, { kind, targets }]) => {
        const identifiers = targets.map((type) => ({ type, id: '1' }));
        return [field, kind === 'to-one' ? identifiers[index % identifiers.length] : identifiers];
      });
      return { id: `${index + 1}`, ...Object.fromEntries([...values, ...links]) };
    }),
  ]);
  return Object.fromEntries(records);
}

/** Creates a server with new records for the API of a model. */
export function serverOf(model: ApiModel): DescribingServer {
  const api = apiOf(model);
  const sources = createMemorySources(api, recordsOf(model) as never) as unknown as Readonly<Record<string, object>>;
  const allowed = Object.entries(sources).map(([name, source]) => {
    const methods = Object.entries(source).filter(
      ([method]) => !['create', 'update', 'delete'].includes(method) || model.types[name]?.methods.includes(method),
    );
    return [name, Object.fromEntries(methods)];
  });
  const limits = { pageSizeMaximum: model.pageMaximum, pageSize: 2 };
  return createServer(api, Object.fromEntries(allowed), { limits }) as DescribingServer;
}
