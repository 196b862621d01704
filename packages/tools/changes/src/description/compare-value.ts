import type { JsonSchema } from '@linkage/core';
import type { ServerDescription } from '@linkage/server';
import type { ChangeDirection } from '../change.ts';
import type { Place } from '../place.ts';
import { compareSchemas } from '../schema/compare-schemas.ts';
import { asSchema, member, type ResolveReference } from '../schema/json-schema.ts';

/**
 * Adds the changes of the schema of a value.
 *
 * @param what The value, in a sentence.
 * @param direction The messages that contain it.
 */
export function compareValue(
  before: JsonSchema,
  after: JsonSchema,
  what: string,
  direction: ChangeDirection,
  place: Place,
): void {
  const { versions } = place;
  const references = { before: referenceResolver(versions.before), after: referenceResolver(versions.after) };
  compareSchemas(before, after, references, place.about(what, direction));
}

/** Creates a function that finds the named schemas of a description. */
function referenceResolver(document: ServerDescription): ResolveReference {
  return (reference) => {
    const pointer = reference.startsWith('#') ? decoded(reference.slice(1)) : undefined;
    return pointer === undefined ? undefined : asSchema(valueAt(document, pointer));
  };
}

/** Decodes the percent signs of a URI. Returns undefined if one does not begin a character. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the value at a JSON Pointer, or `undefined`. */
function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else value = member(value, name);
  }
  return value;
}
