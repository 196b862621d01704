import { canSet, type WriteRequest } from '../../schema/can-set.ts';

/** Returns the names of the fields that requests of this kind can set: only these are useful suggestions. */
export function writableNames(
  fields: ReadonlyMap<string, { readonly name: string; readonly write: boolean | WriteRequest }>,
  request: WriteRequest,
): string[] {
  return [...fields.values()].filter((field) => canSet(field, request)).map(({ name }) => name);
}
