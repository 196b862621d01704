import type { AcceptedSurvivor } from './accepted-survivors.ts';

const NO_CLONE = 'A record that is not cloned is read member by member, with the same result: cloning is only faster.';

const CONVERTED = 'Converting a value that is JSON already returns the value: not converting it is only faster.';

const ENCODED = 'The encoder returns such an id unchanged: not calling it is only faster.';

/** Those of the files that read records and write URLs. */
export const acceptedInRecords: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/core/src/record/attribute-shape.ts',
    original: "const hidesId = keySet.has('id') && !attributes.has('id');",
    mutated: "const hidesId = !attributes.has('id');",
    reason: 'A member with the value undefined is absent from the document.',
  },
  {
    file: 'packages/core/src/record/attribute-shape.ts',
    original:
      'return { prototype: absent.length === 0 ? undefined : prototype, keys, shown, hidesId, hidden, showing, template };',
    mutated:
      'return { prototype: absent.length === -1 ? undefined : prototype, keys, shown, hidesId, hidden, showing, template };',
    reason: NO_CLONE,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: "return value !== null && value !== undefined && typeof value !== 'boolean';",
    mutated: 'return value !== null && value !== undefined;',
    reason: CONVERTED,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: 'if (prototype !== undefined && Object.getPrototypeOf(record) !== prototype) return undefined;',
    mutated: 'if (Object.getPrototypeOf(record) !== prototype) return undefined;',
    reason: NO_CLONE,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original:
      "if (typeof value !== 'string' && needsConversion(value) && shown[position] === true) mustConvert = true;",
    mutated: "if (typeof value !== 'string' && shown[position] === true) mustConvert = true;",
    reason: CONVERTED,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: 'if (shape === undefined) return;',
    mutated: 'if (true) return;',
    reason: NO_CLONE,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: 'if (clone !== undefined) {',
    mutated: 'if (false) {',
    reason: NO_CLONE,
  },
  {
    file: 'packages/core/src/url/url-plan.ts',
    original:
      '(code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d',
    mutated: '(code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)',
    reason: ENCODED,
  },
  {
    file: 'packages/core/src/url/url-plan.ts',
    original:
      '(code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d',
    mutated:
      '(code >= 0x30 && code < 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d',
    reason: ENCODED,
  },
  {
    file: 'packages/core/src/url/url-plan.ts',
    original:
      '(code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d',
    mutated:
      '(code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code > 0x41 && code <= 0x5a) || code === 0x2d',
    reason: ENCODED,
  },
  {
    file: 'packages/core/src/url/url-plan.ts',
    original: 'if (!isPlain(id.charCodeAt(index))) return pathSegment(id);',
    mutated: 'if (true) return pathSegment(id);',
    reason: ENCODED,
  },
  {
    file: 'packages/core/src/url/url-plan.ts',
    original:
      '(code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d',
    mutated: '(code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d',
    reason: ENCODED,
  },
  {
    file: 'packages/core/src/url/url-scheme.ts',
    original: "if (rest.length > 3 || third !== 'relationships' || fourth === undefined) return undefined;",
    mutated: "if (rest.length > 3 || third !== 'relationships') return undefined;",
    reason: 'For types only: a path of two segments was handled before, so the fourth is there.',
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: "if (typeof value === 'number') return !Number.isFinite(value);",
    mutated: "if (typeof value !== 'number') return !Number.isFinite(value);",
    reason: CONVERTED,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original:
      "if (typeof value !== 'string' && needsConversion(value) && shown[position] === true) mustConvert = true;",
    mutated: "if (typeof value !== 'string' && needsConversion(value)) mustConvert = true;",
    reason: CONVERTED,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: "const isPlain = !plan.encodes && (typeof value === 'string' || !needsConversion(value));",
    mutated: "const isPlain = !plan.encodes && (typeof value === 'string');",
    reason: CONVERTED,
  },
  {
    file: 'packages/core/src/record/attributes.ts',
    original: 'if (clone === undefined || shape === undefined) return attributesObject(plan, id, [record]);',
    mutated: 'if (clone === undefined) return attributesObject(plan, id, [record]);',
    reason: 'For types only: a clone exists only if a shape matched.',
  },
];
