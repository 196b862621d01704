import { canSet, type WriteRequest } from '../../schema/can-set.ts';
import { isMemberName } from '../../spec/member/member-name.ts';

/**
 * Whether a name can be a mistake for that of a field. Other names, such as those of at-members and of extensions, are ignored. No member
 * has the name `__proto__`, but a client that sends it must not believe that it was written.
 */
export function isFieldName(name: string): boolean {
  return isMemberName(name) || name === '__proto__';
}

/** Returns the names of the fields that requests of this kind can set: only these are useful suggestions. */
export function writableNames(
  fields: ReadonlyMap<string, { readonly name: string; readonly write: boolean | WriteRequest }>,
  request: WriteRequest,
): string[] {
  return [...fields.values()].filter((field) => canSet(field, request)).map(({ name }) => name);
}
