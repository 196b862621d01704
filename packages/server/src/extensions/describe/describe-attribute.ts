import type { AttributeDefinition, JsonSchema, ResourceType, StandardSchema } from '@linkage/core';
import { canSet, isFilterOperator, memberOf, operatorsOf, resultOf } from '@linkage/core/internal';

import type { Undecided } from '../../request/default-sort.ts';
import { describeOptions, optionsOf } from './describe-options.ts';
import type { Described } from './described.ts';
import type { AttributeDescription } from './description.ts';
import type { SchemaReader } from './schema-reader.ts';

/** The result of a schema for an absent value. */
interface AbsentValue {
  /** Whether the schema rejects it. */
  readonly isRejected: boolean;
  /** Whether the value stays absent: the schema does not replace it by a default. */
  readonly staysAbsent: boolean;
}

/** Validates an absent value. A schema that fails decides nothing. */
async function validateAbsent(schema: StandardSchema): Promise<AbsentValue> {
  try {
    const result = await resultOf(schema, undefined);
    const isRejected = result.issues !== undefined;
    return { isRejected, staysAbsent: !isRejected && result.value === undefined };
  } catch {
    return { isRejected: false, staysAbsent: true };
  }
}

/** The description that a JSON Schema contains. */
function descriptionIn(json: JsonSchema): { readonly description?: string } {
  const text = typeof json === 'object' ? memberOf(json, 'description') : undefined;
  return typeof text === 'string' ? { description: text } : {};
}

/** Returns the operators that requests can use with a field of a type. */
export function filterOperatorsOf(
  { sourceOf }: Pick<Described['server'], 'sourceOf'>,
  { name: type, attributes }: ResourceType,
  name: string,
  field: AttributeDefinition | undefined = attributes.get(name),
): readonly string[] {
  if (field === undefined) return [];
  const applied = memberOf(Object(sourceOf(type)?.filterOperators), name) as readonly string[] | undefined;
  return operatorsOf({ kind: 'attribute', attribute: field }).filter(
    (operator) => applied === undefined || !isFilterOperator(operator) || applied.includes(operator),
  );
}

/** Describes an attribute. */
export async function describeAttribute(
  { api, server }: Described,
  type: ResourceType,
  attribute: AttributeDefinition,
  schemas: SchemaReader,
): Promise<AttributeDescription> {
  const { name, schema, read, write, onDemand, sort, nulls, filter, members } = attribute;
  const options = optionsOf(api.declaration, type.name, 'attributes', name);
  const { jsonSchema: given } = options;
  const absent = await validateAbsent(schema);
  const operatorsFor = (field: AttributeDefinition) => filterOperatorsOf(server, type, field.name, field);
  const json = schemas.read(schema, given, { type: type.name, field: name });
  return {
    kind: 'attribute',
    ...descriptionIn(json),
    ...describeOptions(`${type.name}.${name}`, options),
    schema: json,
    ...{ write, read, onDemand },
    required: canSet(attribute, 'create') && absent.isRejected,
    optional: absent.staysAbsent || (type as Undecided).undecided?.has(name) === true,
    sort,
    ...(nulls !== undefined && { nulls }),
    filterOperators: filter ? operatorsFor(attribute) : [],
    ...(members !== undefined && {
      filterMembers: Object.fromEntries([...members].map(([path, member]) => [path, operatorsFor(member)])),
    }),
  };
}
