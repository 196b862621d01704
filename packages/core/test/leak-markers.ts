/** A kind of text that belongs to the server or to a test, and never into an answer. */
export interface LeakMarker {
  readonly name: string;
  readonly pattern: RegExp;
  /** Strings in which the pattern must be found. */
  readonly examples: readonly string[];
}

/** Values of the tests that no user may read. */
export const secrets = { fault: 'sesame-4711', fuzz: 'K33P-TH15-H1DD3N' } as const;

/** Everything that must not occur in an answer. A match is short: a request is only an excuse for the very text that it contains. */
export const leakMarkers: readonly LeakMarker[] = [
  {
    name: 'a secret of the tests',
    pattern: new RegExp(Object.values(secrets).join('|'), 'i'),
    examples: [`the password is ${secrets.fault}`, `{"email":"${secrets.fuzz}"}`],
  },
  {
    name: 'a frame of a stack',
    pattern:
      /\bat (?:async |new )?[\w.$<>]{1,80} (?:\[as \w+\] )?\(|\bat (?:async )?(?:file:|node:|[A-Z]:\\|\/)|@file:/,
    examples: [
      '    at findAll (/srv/list.ts:1:2)',
      'at async Object.handle (x)',
      'at Server.<anonymous> (native)',
      'at Article.get [as title] (x)',
      'at file:///srv/list.js:1:2',
      'at C:\\srv\\list.js',
      'at /srv/a:1',
      'find@file:///srv/list.js',
    ],
  },
  {
    name: 'the path of a module',
    pattern:
      /\bnode:\w+|\bnode_modules\b|\bfile:\/\/|\/(?:packages|src|dist)\/|\.[cm]?tsx?\b|\.[cm]?js:\d|(?:^|[\s"'(=])(?:\/(?:home|Users|root|usr|opt|var|tmp|srv)\/|[A-Z]:\\)[\w.-]+/,
    examples: [
      'node:internal/process',
      'node_modules',
      'file:///a',
      '/packages/core',
      '/src/a',
      '/dist/a',
      'a handler in list.ts',
      'list.mjs:12',
      '"/home/me"',
      '(C:\\app',
    ],
  },
  {
    name: 'the class of an error',
    pattern:
      /\b(?:(?:Type|Range|Reference|Syntax|Eval|URI|Aggregate|Assertion|Internal|JsonApi|Client|Zod|Sqlite|Database|Query|NoResult|Abort|Timeout|Connection)Error|DOMException|Violation)\b/,
    examples: ['TypeError', 'RangeError: x', 'JsonApiError', '"name":"ZodError"', 'DatabaseError', 'DOMException'],
  },
  {
    name: 'the code of a failure',
    pattern:
      /\b(?:ERR_[A-Z_]+|SQLITE_\w+|SQLSTATE|ER_[A-Z_]+|ORA-\d+|E(?:CONN\w+|NOENT|PIPE|TIMEDOUT|ACCES|MFILE|AI_AGAIN))\b|\berrcode\b|\berrno\b/,
    examples: [
      'ERR_INVALID_ARG',
      'SQLITE_BUSY',
      'SQLSTATE 23505',
      'ER_DUP_ENTRY',
      'ORA-00942',
      'ECONNREFUSED',
      'errno',
      'errcode',
    ],
  },
  {
    name: 'a message of the engine',
    pattern:
      /Cannot (?:read propert|convert (?:undefined|a |object|an )|destructure|access '|set propert|assign to)|is not a function|is not (?:async )?iterable|is not a constructor|undefined is not|null is not|\[object \w+\]|Maximum call stack|Converting circular|Unexpected (?:token|end of JSON|non-whitespace)|Invalid time value|in JSON at position|heap out of memory/,
    examples: [
      "Cannot read properties of null (reading 'id')",
      'Cannot convert undefined or null to object',
      'sources.list is not a function',
      'records is not iterable',
      'undefined is not an object',
      '[object Object]',
      'Maximum call stack size exceeded',
      'Unexpected token < in JSON at position 0',
    ],
  },
  {
    name: 'the text of a statement',
    pattern:
      /\bselect (?:distinct )?["`*\w]|\bselect\b.{0,200}?\bfrom\b|\binsert into\b|\bdelete from ["`\w]|\bupdate ["`\w]+ set\b|\bwhere\b.{0,100}?=\s*(?:\?|\$\d)|\b(?:inner|left|cross) join\b|\border by ["`]|\b(?:create|alter) table\b/i,
    examples: [
      'select * from a',
      'SELECT "id" FROM "a"',
      'insert into "a" values (1)',
      'delete from a',
      'update "a" set "b" = 1',
      'where "id" = ?',
      'where id = $1',
      'inner join "b"',
      'order by "id"',
    ],
  },
  {
    name: 'a message of a database',
    pattern:
      /constraint failed|violates (?:unique|foreign key|not-null|check|exclusion)\b|duplicate (?:key value|entry)|no such (?:column|table)|(?:relation|column|table|function) "[^"]{0,80}" (?:does not exist|of relation)|unknown column|syntax error at|near ".{0,80}?": syntax|SQL syntax|database is locked|disk i\/o error|deadlock|could not serialize|authentication failed|too many connections|connection terminated|server closed the connection/i,
    examples: [
      'UNIQUE constraint failed: a.b',
      'violates foreign key constraint',
      'duplicate key value',
      "Duplicate entry '1'",
      'no such column: a',
      'relation "people" does not exist',
      'near "from": syntax error',
      'You have an error in your SQL syntax',
      'database is locked',
      'disk I/O error',
      'Deadlock found',
      'password authentication failed',
      'Connection terminated unexpectedly',
    ],
  },
  {
    name: 'the name of a driver',
    pattern:
      /sqlite|postgres|\bpglite|mysql|mariadb|\bkysely|\bknex\b|\bprisma\b|\bdrizzle\b|\bsequelize\b|\btypeorm\b|\bpg_\w+|pgbouncer/i,
    examples: ['better-sqlite3', 'PostgreSQL 15', 'mysql2', 'MariaDB', 'Kysely', 'pg_stat_activity', 'PgBouncer'],
  },
  {
    name: 'a table or column of the tests',
    pattern:
      /\b(?:un_member|feature_code|admin_code|short_code|official_name|region_id|country_(?:languages|currencies|borders)|purchase|line_label|line_id|label_id|order_id|previous_id)\b/,
    examples: ['un_member', '"order_id"', 'country_languages', 'purchase.reference'],
  },
];

/** Returns a text without the escapes of JSON, so that quotation marks and paths are found. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex?: string, character?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return character === 'n' || character === 't' || character === 'r' ? ' ' : (character ?? '');
  });
}

/** Returns the end of a word at an index: `list`, for the marker `.ts` in `list.ts`. A pattern for it would take quadratic time. */
function wordBefore(text: string, index: number): string {
  return /[\w$-]*$/.exec(text.slice(Math.max(0, index - 100), index))?.[0] ?? '';
}

/** Returns the bytes that a URL encodes as characters. Markers consist of ASCII. */
function withoutPercents(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Returns the first text of an answer that belongs to the server, or `undefined`. A text that the request itself contains is not
 * a leak: the server shows the client its own input.
 */
export function findLeak(answer: string, request: () => string = () => ''): string | undefined {
  const plain = withoutEscapes(answer);
  for (const text of plain === answer ? [answer] : [answer, plain]) {
    for (const { name, pattern } of leakMarkers) {
      if (!pattern.test(text)) continue;
      const sent = request();
      const known = [sent, withoutEscapes(sent), withoutPercents(sent)];
      for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
        const found = wordBefore(text, match.index) + match[0];
        if (!known.some((it) => it.includes(found))) return `${name}: ${found.slice(0, 80)}`;
      }
    }
  }
  return undefined;
}
