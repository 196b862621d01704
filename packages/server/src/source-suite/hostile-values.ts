/** Strings that are read as something else where statements, patterns or documents are put together as text. */
export const strings: readonly string[] = [
  ...[
    "'",
    '"',
    '`',
    '\\',
    "\\'",
    "''; drop table articles; --",
    '$1',
    '?',
    ':id',
    '%',
    '_',
    '*',
    '{}',
    '[]',
    'null',
    '',
  ],
  ...[
    'true',
    '0',
    '-1',
    ' a',
    'a ',
    'A',
    'Ａ',
    'é',
    'e\u0301',
    '😀',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\ufffd',
    '\n',
    '\t',
  ],
  ...['\u0001', '\u007f', '\u2028', '<b>', '../..', '__proto__', 'constructor', 'toString', 'x'.repeat(300)],
];
/** Strings that not every database can hold. */
export const unstorable: readonly string[] = ['\u0000', 'a\u0000b'];

/** Ids that no resource has, whatever the type of the column. */
export const strangeIds: readonly string[] = [
  ...strings.filter((it) => it !== ''),
  ...unstorable,
  ...['2147483648', '9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e3'],
  ...['01', '1.0', '+1', '0x1', '1_000', 'NaN', 'Infinity', '9'.repeat(400), '0f8fad5b-d9cb-469f-a165-70867728950e'],
];

/** Values for each attribute of a sample that its column may be unable to hold. */
export const strangeValues: Readonly<Record<string, readonly unknown[]>> = {
  note: [...strings, ...unstorable],
  code: ['x'.repeat(11), '😀'.repeat(11), 'x'.repeat(100_000), ...unstorable],
  count: [2147483647, -2147483648, 2147483648, -2147483649, 9007199254740991, 2 ** 53, 1e308, 0.5, -0.5],
  big: ['9223372036854775807', '-9223372036854775808', '9223372036854775808', '1e400', 'abc', '', '1.5', ...unstorable],
  token: ['abc', '', '0f8fad5b-d9cb-469f-a165-70867728950', ...unstorable],
  day: [
    ...['0001-01-01', '9999-12-31', '2026-02-29', '2026-13-01', '10000-01-01', '-0001-01-01', '0000-00-00', 'abc', ''],
    ...['300000-01-01', 'infinity', 'now', 'today', '2026-02-28T10:00:00Z', ...unstorable],
  ],
  rate: ['999999.99', '1000000.00', '1.234', '1e300', 'NaN', 'Infinity', 'abc', '', '-999999.99', ...unstorable],
};
