// One constant for each use, so that a module that creates some errors does not load the messages of others.

/** Sentences of any error. */
export const commonMessages = {
  common: {
    didYouMean: 'Did you mean {name}?',
    supported: 'Supported: {names}.',
    pathTooLong: 'The path must have at most {limit} steps, but it has {steps}.',
  },
} as const;

/** The value that a request contains in place of the expected one. */
export const foundMessages = {
  found: {
    emptyArray: 'an empty array',
    arrayOfOne: 'an array of 1 element',
    array: 'an array of {count} elements',
    object: 'an object',
  },
} as const;

/** Lists of names. */
export const nameMessages = {
  names: { more: '{names}, and {count} more' },
} as const;

/** No names. */
export const noNameMessages = {
  names: { none: 'none', noAttributes: 'no attributes' },
} as const;

/** Two names. */
export const twoNameMessages = {
  names: { both: '{names} and {names2}' },
} as const;

/** Alternatives of resource types. */
export const typeMessages = {
  types: { either: '{types} or {types2}', more: '{count} more' },
} as const;

/** The reasons why a request cannot set a field. */
export const fieldReasons = {
  reason: {
    readOnly: 'is read-only',
    onlyOnCreation: 'can be set only when the resource is created',
    notOnCreation: 'cannot be set when the resource is created',
    onlyOnInverse: 'is read-only: `{side}` contains the same links, which can be changed only there, with `If-Match`',
    onNoSide: 'is read-only: `{side}` contains the same links, which cannot be changed there either',
  },
} as const;

/** The reasons why a value cannot be stored unchanged. */
export const valueReasons = {
  reason: {
    halfSurrogatePair: 'must be valid Unicode, but it contains half of a surrogate pair',
    outOfRange: 'must be within the range of a double',
    nameForbidden: 'must not be named `__proto__`',
    nameWithHalfSurrogatePair: 'must have a name in valid Unicode, but the name contains half of a surrogate pair',
  },
} as const;

/** The reasons why a parsed value is not a document. */
export const documentReasons = {
  reason: {
    unreadable: 'cannot be read',
    circular: 'contains a circular reference',
    notOfJson: 'contains {value}',
  },
} as const;

/** The reasons why a media type is not supported. */
export const mediaTypeReasons = {
  reason: {
    both: '{reason}; {reason2}',
    version: 'version 1.0 does not allow the parameter "{name}"',
    otherParameter: 'it must have only the parameters `ext` and `profile`, but it has "{name}"',
    repeatedParameter: 'it has the parameter `{name}` twice',
    extension: 'the extension "{uri}" is not supported (supported: {names})',
    weight: 'its weight must be above 0',
  },
} as const;

/** The values that a column of a database can store. */
export const expectedMessages = {
  expected: {
    withoutNul: 'without the character U+0000',
    withoutMark: 'without U+FEFF at its beginning',
    textOfBytes: 'a string of at most {limit} bytes',
    text: 'a string of at most {limit} characters',
    integer: 'an integer',
    integerInRange: 'an integer from {least} to {greatest}',
    decimal: 'a decimal number',
    decimalOfDigits: 'a decimal number with at most {digits} digits before the point and {fraction} after it',
    number: 'a number in the range of its type',
    uuid: 'a UUID',
    date: 'a date, for example 2026-02-28',
    timestamp: 'a date with a time, for example 2026-02-28T10:00:00Z',
    array: 'an array',
    arrayOf: 'an array, each element of which is {expected}',
    bytes: 'bytes in base64, for example "aGk="',
    bytesOfLength: '{count} bytes in base64',
    bytesUpTo: 'at most {limit} bytes in base64',
    storable: 'a value that can be stored',
  },
} as const;

/** The part that must follow in a filter expression. */
export const tokenMessages = {
  token: {
    opening: 'an opening parenthesis after the name of an operator',
    quote: 'a closing quote',
    closing: 'a comma or a closing parenthesis',
    end: 'the end',
  },
} as const;

/** The part of a filter that a data source does not apply. */
export const conditionMessages = {
  condition: {
    operator: 'the operator "{operator}" for `{field}`',
    field: 'a condition on `{field}`',
    identifier: 'an identifier for `{field}`',
    null: 'null for `{field}`',
    group: 'the group `{kind}`',
  },
} as const;
