/** Names, JSON strings, and pieces of text that readers treat in their own way. */

/** Returns what stands between spaces and ends of lines. */
export const split = (text: string): readonly string[] => text.split(/\s+/).filter((it) => it !== '');

/** Names that objects of JavaScript have or that programs treat in their own way, and names near those of JSON:API. */
export const oddNames: readonly string[] = [
  ...split(`
__proto__ constructor prototype then toJSON toString valueOf hasOwnProperty length . .. * - _ @id @ atomic:operations a:b : 0
1 4294967295 -0 data type id lid attributes relationships links meta included errors jsonapi self related href rel op ref
version ext profile source pointer ' " ;-- % %00 %2F ../../etc/passwd <script>
`),
  ...[
    '',
    ' ',
    '\u0000',
    '\u007f',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\ud83d\ude00',
    'é',
    'e\u0301',
    'ß',
    'İ',
    '`',
    "' or 1=1 --",
    'a'.repeat(300),
  ],
];

/** JSON strings of values: bounds of numbers, odd strings, and containers; and strings that are not JSON. */
export const oddStrings: readonly string[] = [
  ...split(`
null true false {} [] "" [null] [[]] [{}] {"data":null} {"":null} 0 -0 1 -1 1.5 1e1 1e308 1e309 -1e400 5e-324 1E+2
9007199254740993 2147483648 9223372036854775807 9223372036854775808 18446744073709551616 "1" "__proto__" "constructor" "then"
"articles" "people" "comments" "countries" "cities" "/data/type" "urn:x" "//x" "http://x" "javascript:alert(1)" "http://[::1"
"%" "2026-13-45" {"__proto__":{"x":1}} {"toJSON":1} {"then":1} {"type":"articles","id":"1"} {"type":"people","lid":"l"}
{"length":3} {"type":"people","id":"1","lid":"l"} [{"type":"people","id":"1"},{"type":"people","id":"1"}] "a {"a": [ ] , NaN
undefined 01 .5 +1 'a' /**/1 1,
`),
  ...[
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\uffff"',
    '"\' or 1=1 --"',
    '" "',
    '"\\n"',
    '\ufeff1',
    '"\t"',
  ],
  ...[`1${'0'.repeat(320)}`, `0.${'1'.repeat(60)}`, JSON.stringify('x'.repeat(2000)), `[${'0,'.repeat(1500)}0]`],
  ...[`${'['.repeat(70)}${']'.repeat(70)}`, `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`],
  `{${Array.from({ length: 300 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
];

/** Pieces of text that readers of URLs, headers, and cursors treat in their own way. */
export const oddPieces: readonly string[] = [
  ...split(`
% %0 %00 %2 %2F %2f %5B %5D %25 %252F %C3 %C3%28 %ED%A0%80 %FF + %20 [ ] [] ][ [[ ]] & && = == ? # ; , ,, . .. / // | " ' ( )
(( or( not( - -- -1 0 1e9 NaN null true W/ * */* q=0 ;q=2 ~ : @
`),
  ...['\\', '\u0000', '\n', '\r\n', '\t', ' ', '\ud800', '\udc00', '\ud83d\ude00', 'ä', '\u2028', '`'],
];
