import { type AddDifference, below } from './schema-difference.ts';

/** Compares the lists of the only possible values, as JSON strings. */
export function compareValues(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
  pointer: string,
  add: AddDifference,
): void {
  const place = below(pointer, 'enum');
  if (before === undefined && after === undefined) return;
  if (before === undefined)
    add({ rule: 'enum-value-removed', pointer: place, message: `can only be ${[...(after ?? [])].join(' or ')}` });
  else if (after === undefined)
    add({ rule: 'enum-value-added', pointer: place, message: `can be other values than ${[...before].join(' or ')}` });
  else {
    for (const text of before) {
      if (!after.has(text))
        add({
          rule: 'enum-value-removed',
          pointer: place,
          message: `can no longer be ${text}`,
          before: JSON.parse(text),
        });
    }
    for (const text of after) {
      if (!before.has(text))
        add({ rule: 'enum-value-added', pointer: place, message: `can be ${text}`, after: JSON.parse(text) });
    }
  }
}
