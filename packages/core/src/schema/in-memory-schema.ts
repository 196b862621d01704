import { isObject, ownMembers } from '../internal/members.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The replacements for schemas whose values JSON does not have, by the kind that the schema declares. */
const instead: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    date: '`z.iso.datetime()`, or a codec from it to `z.date()`',
    bigint: '`z.string()` with digits, or a codec from a string',
    map: '`z.record()`',
    set: '`z.array()`',
    symbol: '`z.string()` or `z.enum()`',
    function: 'a schema of values that JSON has',
  }),
);

/**
 * Returns what to write instead of a schema that accepts no JSON value, such as `z.date()`; undefined for all others. zod and valibot declare the
 * kind of a schema. Wrappers, such as those of `nullable` and `default`, contain another schema, and a codec that of documents. `z.coerce`
 * accepts strings.
 */
export function insteadOf(schema: StandardSchema): string | undefined {
  if (!['zod', 'valibot'].includes(schema['~standard'].vendor)) return undefined;
  let part: unknown = schema;
  // A schema can contain itself.
  for (let depth = 0; depth < 100 && isObject(part); depth++) {
    const { _zod } = part as { readonly _zod?: { readonly def: object } };
    const { type, coerce, innerType, in: input, wrapped } = ownMembers(_zod?.def ?? part);
    if (coerce !== true && instead.has(type)) return instead.get(type);
    part = innerType ?? input ?? wrapped;
  }
  return undefined;
}
