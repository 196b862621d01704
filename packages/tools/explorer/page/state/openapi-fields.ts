import { type Json, member } from './json.ts';
import { dataOf, type KnownField, MAX_FIELDS, MAX_TARGETS, membersOf } from './knowledge.ts';
import type { ParameterNames } from './openapi-parameters.ts';
import type { OpenApiReader } from './openapi-reader.ts';
import { simpleSchema, typeNamesOf } from './openapi-schema.ts';

/** The resource in a request that creates or updates. */
export interface Side {
  readonly exists: boolean;
  readonly schema: Json | undefined;
}

/** The schemas of the resources of a type. */
export interface ResourceSchemas {
  readonly resource: Json | undefined;
  readonly create: Side;
  readonly update: Side;
}

/** A longer description is cut. */
const MAX_DESCRIPTION = 2000;

const parts = ['attributes', 'relationships'] as const;

/** Reads the fields of a type: those of responses, and those that only requests have, such as a password. */
export function readFields(
  reader: OpenApiReader,
  { resource, create, update }: ResourceSchemas,
  parameters: ParameterNames,
): ReadonlyMap<string, KnownField> {
  const sides = [create, update].filter((side) => side.exists && side.schema !== undefined);
  const fields = new Map<string, KnownField>();
  for (const part of parts) {
    const [read, created, updated] = [resource, create.schema, update.schema].map((it) =>
      reader.propertiesOf(reader.property(it, part)),
    );
    // The schema of a request that creates is the one of drafts.
    const written = [...(updated?.properties ?? []), ...(created?.properties ?? [])];
    const writable = new Map(written.filter(([, schema]) => schema !== false));
    for (const [name, shown] of [...(read?.properties ?? []), ...writable]) {
      if (fields.has(name)) continue;
      if (fields.size >= MAX_FIELDS) break;
      const schema = writable.get(name) ?? shown;
      // Requests without a described document can contain any field.
      const canWrite = sides.length === 0 || writable.has(name);
      const required = created?.required.has(name) === true;
      fields.set(
        name,
        part === 'attributes'
          ? attribute(reader, { name, canWrite, required }, schema, parameters)
          : relationship(reader, { name, canWrite, required }, shown, parameters),
      );
    }
  }
  return fields;
}

type Common = Pick<KnownField, 'name' | 'canWrite' | 'required'>;

function attribute(reader: OpenApiReader, common: Common, schema: Json, parameters: ParameterNames): KnownField {
  const { isDescribed, sort, nulls, filter } = parameters;
  const simple = simpleSchema(reader, schema);
  const description = member(schema, 'description') ?? member(simple, 'description');
  return {
    ...common,
    kind: 'attribute',
    targets: [],
    schema: simple,
    ...(typeof description === 'string' && { description: description.slice(0, MAX_DESCRIPTION) }),
    canInclude: false,
    canSort: !isDescribed || sort === undefined || sort.has(common.name),
    nulls: nulls.get(common.name),
    operators: isDescribed ? (filter.get(common.name) ?? []) : ['eq'],
    ...membersOf(
      [...filter].flatMap(([path, operators]) =>
        path.startsWith(`${common.name}.`) ? [[path.slice(common.name.length + 1), operators] as const] : [],
      ),
    ),
  };
}

function relationship(reader: OpenApiReader, common: Common, schema: Json, parameters: ParameterNames): KnownField {
  const { isDescribed, include, filter } = parameters;
  const alternatives = reader.alternativesOf(reader.property(schema, 'data'));
  const list = alternatives.find((it) => member(it, 'items') !== undefined);
  const identifiers = list === undefined ? alternatives : reader.alternativesOf(member(list, 'items'));
  // The last part of the schema says most: a common identifier has any `meta`.
  const meta = reader.propertiesOf(list && member(list, 'items')).properties.get('meta');
  const { properties } = reader.propertiesOf(meta);
  const data = [...properties].map(([name, it]) =>
    attribute(reader, { name, canWrite: member(it, 'readOnly') !== true, required: false }, it, parameters),
  );
  return {
    ...common,
    ...dataOf(data),
    kind: list === undefined ? 'to-one' : 'to-many',
    targets: [...new Set(identifiers.flatMap((it) => typeNamesOf(reader, it)))].slice(0, MAX_TARGETS),
    canInclude: !isDescribed || include === undefined || include.has(common.name),
    canSort: false,
    operators: filter.get(common.name) ?? [],
  };
}
