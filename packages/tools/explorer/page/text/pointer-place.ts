import { type JsonPlace, jsonPlaces, type TextRange } from '@linkage/core/internal';

/** The part that an editor marks: the value at a JSON Pointer, or the name of its member. */
export interface Target {
  readonly pointer: string;
  readonly isName?: boolean | undefined;
}

/** The rules whose issues are about the name of a member, and not about its value. */
export const nameRules: ReadonlySet<string> = new Set([
  ...['api-fields', 'applied-extensions', 'atomic-members', 'defined-members', 'field-names', 'link-names'],
  ...['recommended-names', 'repeated-member', 'reserved-field-names', 'shared-field-names'],
]);

/** Returns what an editor marks for an issue of the validator. */
export function targetOf({ rule, pointer }: { readonly rule: string; readonly pointer: string }): Target {
  // The name of a type is the value of its member.
  return { pointer, isName: nameRules.has(rule) && !(rule === 'recommended-names' && pointer.endsWith('/type')) };
}

function rangeOf({ from, to, isContainer, name }: JsonPlace, { isName = false }: Target): TextRange {
  if (name !== undefined && isName) return name;
  // Only the beginning of an object or an array: a mark of the whole would cover the marks inside.
  return { from: isContainer ? (name?.from ?? from) : from, to };
}

/** Returns the ranges to mark in a JSON text. A value that does not exist has the range of its nearest ancestor. */
export function rangesOf(text: string, targets: readonly Target[]): readonly TextRange[] {
  const places = jsonPlaces(text, new Set(targets.map(({ pointer }) => pointer)), { orAncestor: true });
  return targets.map((target) => {
    const place = places.get(target.pointer);
    return place === undefined ? { from: 0, to: 0 } : rangeOf(place, target);
  });
}
