import type { JsonSchema, QueryParameters, StandardSchema } from '@linkage/core';
import { memberOf } from '@linkage/core/internal';

import type { SchemaGap } from './description.ts';
import { createNamedSchemas } from './named-schemas.ts';
import { readJsonSchema } from './read-json-schema.ts';

/** The place of a schema in an API. */
export type SchemaPlace = Omit<SchemaGap, 'reason'>;

/** Reads the schemas of one description, and collects what JSON Schema cannot express. */
export interface SchemaReader {
  readonly read: (schema: StandardSchema, given: JsonSchema | undefined, place: SchemaPlace) => JsonSchema;
  readonly readParameters: (parameters: QueryParameters, place: SchemaPlace) => { readonly [name: string]: JsonSchema };
  readonly schemas: () => { readonly [name: string]: JsonSchema };
  readonly gaps: () => readonly SchemaGap[];
}

/** Creates a reader without gaps and named schemas. */
export function createSchemaReader(): SchemaReader {
  const named = createNamedSchemas();
  const gaps: SchemaGap[] = [];
  const read: SchemaReader['read'] = (schema, given, place) => {
    const { json, reasons } = readJsonSchema(schema, given);
    const found = new Set(reasons);
    const name = ['type', 'field', 'parameter', 'action']
      .map((part) => memberOf(place, part))
      .filter((part) => part !== undefined)
      .join('.');
    const result = named.add(json, name, (reason) => found.add(reason));
    for (const reason of found) gaps.push({ ...place, reason });
    return result;
  };
  return {
    read,
    readParameters: (parameters, place) =>
      Object.fromEntries(
        Object.entries(parameters).map(([parameter, schema]) => [
          parameter,
          read(schema, undefined, { ...place, parameter }),
        ]),
      ),
    schemas: named.all,
    gaps: () => gaps,
  };
}
