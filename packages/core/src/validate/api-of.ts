import type { DocumentNode, JsonObject } from '../grammar/node.ts';
import type { VisitContext } from '../grammar/visitors.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import type { SchemaIssue, StandardSchema } from '../schema/standard-schema.ts';

/** The API of a walk; rules that need one run only when there is one. */
export function apiOf(context: VisitContext): Api {
  return context.api as Api;
}

/** What the API declares for the type of a resource object. */
export function typeOf(resource: DocumentNode<unknown> | null, context: VisitContext): ResourceType | undefined {
  const type = (resource?.value as JsonObject | undefined)?.type;
  // What is no string is the key of no type.
  return apiOf(context).types.get(type as string);
}

/** What a schema has against a value; nothing when it answers later. */
export function complaints(schema: StandardSchema, value: unknown): readonly SchemaIssue[] {
  try {
    const result = schema['~standard'].validate(value);
    if (!(result instanceof Promise)) return (memberOf(result, 'issues') ?? []) as readonly SchemaIssue[];
    result.catch(() => undefined);
    return [];
  } catch {
    return [{ message: 'The schema failed on the value.' }];
  }
}
