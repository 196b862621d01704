import type { Api, ResourceType } from '../schema/api.ts';
import { resultAtOnce } from '../schema/schema-result.ts';
import type { SchemaIssue, StandardSchema } from '../schema/standard-schema.ts';
import type { DocumentNode, JsonObject } from '../spec/grammar/node.ts';
import type { VisitContext } from '../spec/grammar/visitors.ts';

/** Returns the API of a walk. Rules that need an API run only if there is one. */
export function apiOf(context: VisitContext): Api {
  return context.api as Api;
}

/** Returns the declaration of a resource object's type. */
export function typeOf(resource: DocumentNode<unknown> | null, context: VisitContext): ResourceType | undefined {
  const type = (resource?.value as JsonObject | undefined)?.type;
  // A value that is not a string is never a key of the map.
  return apiOf(context).types.get(type as string);
}

/** Returns the issues of a schema for a value. Returns no issues if the schema is asynchronous. */
export function schemaIssues(schema: StandardSchema, value: unknown): readonly SchemaIssue[] {
  try {
    return resultAtOnce(schema, value)?.issues ?? [];
  } catch {
    return [{ message: 'The schema failed on the value.' }];
  }
}
