/** The texts that errors of several codes have: sentences of any error, and the phrases that placeholders of these names can contain. */
export const sharedTexts = {
  /** Sentences of any error. */
  common: {
    didYouMean: 'Did you mean {name}?',
    supported: 'Supported: {names}.',
    pathTooLong: 'The path must have at most {limit} steps, but it has {steps}.',
    partUnstorable: 'This value {reason}.',
    valueUnstorable: 'The value of `{name}` {reason}.',
  },
  /** The value that a request contains in place of the expected one. */
  found: {
    emptyArray: 'an empty array',
    arrayOfOne: 'an array of 1 element',
    array: 'an array of {count} elements',
    object: 'an object',
  },
  /** Lists of names. */
  names: {
    none: 'none',
    noAttributes: 'no attributes',
    more: '{names}, and {count} more',
    both: '{names} and {names2}',
  },
  /** Alternatives of resource types. */
  types: { either: '{types} or {types2}', more: '{count} more' },
  /** The fault of a value, or the reason why a field cannot be set. */
  reason: {
    both: '{reason}; {reason2}',
    readOnly: 'is read-only',
    onlyOnCreation: 'can be set only when the resource is created',
    notOnCreation: 'cannot be set when the resource is created',
    onlyOnOtherSide: 'is read-only: `{side}` contains the same links, which can be changed only there, with `If-Match`',
    onNoSide: 'is read-only: `{side}` contains the same links, which cannot be changed there either',
    halfSurrogatePair: 'must be valid Unicode, but it contains half of a surrogate pair',
    outOfRange: 'must be within the range of a double',
    nameForbidden: 'must not be named `__proto__`',
    nameWithHalfSurrogatePair: 'must have a name in valid Unicode, but the name contains half of a surrogate pair',
    unreadable: 'cannot be read',
    circular: 'contains a circular reference',
    notOfJson: 'contains {value}',
    version: 'version 1.0 does not allow the parameter "{name}"',
    otherParameter: 'it must have only the parameters `ext` and `profile`, but it has "{name}"',
    repeatedParameter: 'it has the parameter `{name}` twice',
    extension: 'the extension "{uri}" is not supported (supported: {names})',
    weight: 'its weight must be above 0',
  },
  /** The values that a column of a database can store. */
  expected: {
    withoutNul: 'without the character U+0000',
    withoutMark: 'without U+FEFF at its beginning',
    textOfBytes: 'a text of at most {limit} bytes',
    text: 'a text of at most {limit} characters',
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
    storable: 'a value that can be stored',
  },
  /** The part that must follow in a filter expression. */
  token: {
    opening: 'an opening parenthesis after the name of an operator',
    quote: 'a closing quote',
    closing: 'a comma or a closing parenthesis',
    end: 'the end',
  },
  /** The part of a filter that a data source does not apply. */
  condition: {
    operator: 'the operator "{operator}" for `{field}`',
    field: 'a condition on `{field}`',
    identifier: 'an identifier for `{field}`',
    null: 'null for `{field}`',
    group: 'the group `{kind}`',
  },
} as const;
