import { arrayAt, type Json, type JsonObject, member, stringsOf } from './json.ts';
import type { OpenApiReader } from './openapi-reader.ts';

const MAX_VALUES = 500;

/** Returns the strings that a schema allows: those of `const`, `enum`, or the items of an array. */
export function valuesOf(reader: OpenApiReader, schema: Json | undefined): readonly string[] {
  return reader.alternativesOf(schema).flatMap((it) => {
    const constant = member(it, 'const');
    const items = member(it, 'items');
    if (typeof constant === 'string') return [constant];
    const listed = items === undefined ? [it] : reader.alternativesOf(items);
    return listed.flatMap((one) => stringsOf(member(one, 'enum')).slice(0, MAX_VALUES));
  });
}

/** Returns the types of a resource object or of an identifier. */
export function typeNamesOf(reader: OpenApiReader, schema: Json | undefined): readonly string[] {
  return valuesOf(reader, reader.property(schema, 'type'));
}

/** Returns the part of the schema of an attribute that the page uses. It has no references, and a small size. */
export function simpleSchema(reader: OpenApiReader, schema: Json | undefined): JsonObject {
  const all = reader.alternativesOf(schema);
  const types = all.flatMap((it) => {
    const type = member(it, 'type');
    return typeof type === 'string' ? [type] : stringsOf(type);
  });
  const values = all.flatMap((it): readonly Json[] => {
    const constant = member(it, 'const');
    return constant === undefined ? arrayAt(it, 'enum').slice(0, MAX_VALUES) : [constant];
  });
  // The limits of one alternative do not apply to the others. `null` has none.
  const others = all.filter((it) => member(it, 'type') !== 'null');
  const isNullable = all.some((it) => member(it, 'nullable') === true);
  return {
    ...(types.length > 0 && { type: [...new Set([...types, ...(isNullable ? ['null'] : [])])].slice(0, 10) }),
    ...(values.length > 0 && { enum: values.slice(0, MAX_VALUES) }),
    ...(others.length === 1 && limitsOf(others[0])),
  };
}

const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const sizes = ['minLength', 'maxLength', 'minItems', 'maxItems'];
const strings = ['format', 'description', 'pattern'];
const MAX_TEXT = 1000;

/** Returns the limits of a schema without references. */
function limitsOf(schema: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    [...numbers, ...sizes, ...strings].flatMap((name) => {
      const value = member(schema, name);
      const isText = typeof value === 'string' && value.length <= MAX_TEXT;
      return (strings.includes(name) ? isText : typeof value === 'number') ? [[name, value as Json] as const] : [];
    }),
  );
}
