/** The sentences of the pages about conformance tests, existing databases, and the explorer. */

import Fastify from 'fastify';
import { expect } from 'vitest';
import { fact, mediaType, proven } from './fact.ts';

const conformance = 'packages/tools/conformance';
const fair = `${conformance}/test/fair.test.ts`;
const hostile = `${conformance}/test/hostile/hostile.test.ts`;
const outcome = `${conformance}/test/outcome.test.ts`;
const cli = `${conformance}/test/cli.test.ts`;
proven(
  'guide/conformance-samples.md',
  ['`"update": false` says that the server rejects updates with 403', fair, 'statements in the samples decide'],
  ['`"writable": false` says that the server rejects changes with 403', fair, 'statements in the samples decide'],
  [
    '| Stops creating | After 20 resources of a type could not be deleted',
    hostile,
    'deletions are rejected: at most 20 resources of each type stay, unless the samples say that they cannot be deleted',
  ],
  [
    '| Waits | 30 seconds for a response (`--timeout`), and at most 64 MiB of it.',
    'scripts/security/limits-table.test.ts',
    'every constant that bounds something is in the table, or in the list of internal ones',
  ],
  [
    'After 429, it waits as `Retry-After` says, and sends the request again',
    fair,
    '429: the run waits as `Retry-After` says, and goes on',
  ],
  [
    '| Sends `If-Match` | With the current entity tag, if the server requires it (428) |',
    fair,
    'the server requires If-Match',
  ],
  [
    '| Counts requests | At most 10,000 in all cases (`--most`).',
    `${conformance}/src/run/run-conformance.ts`,
    'const MAX_REQUESTS = 10_000;',
  ],
  [
    '| Have limits of their own | A case is undecided if a response takes too long, or is too large for the tests, and if it is a 502 or 504 of a proxy',
    fair,
    'responses that take too long, or are too large for the tests, are not failures',
  ],
  [
    'A malformed one that gets 403, 404, or 405 is undecided as well |',
    fair,
    'to-one relationships have no other methods than GET and PATCH: 404',
  ],
  ['and changes that come later (202) |', fair, 'changes of what exists are visible later: 202'],
);
const stacks = `${conformance}/test/stacks.test.ts`;
proven(
  'guide/conformance-stacks.md',
  [
    'Tried with Express 5.3, Nest 12.5, Fastify 5.12, Django REST framework 3.14, Rails 6.1, PHP 8.2, Laravel 8.83, Symfony 5.4, Spring 4.3, and Go 1.19; not with .NET.',
    stacks,
    'the guide names the versions of Express, Nest, and Fastify that are tried here',
  ],
  [
    '`DEFAULT_THROTTLE_RATES` leads to 429: the tests wait',
    fair,
    '429: the run waits as `Retry-After` says, and goes on',
  ],
);
fact('guide/conformance-stacks.md', 'Fastify answers 415 to a media type without a parser:', async () => {
  const app = Fastify();
  app.post('/', async () => 'x');
  const statusWith = async (type: string) =>
    (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: '{}' })).statusCode;
  expect([await statusWith(mediaType), await statusWith('application/json')]).toEqual([415, 200]);
  await app.close();
});
proven(
  'guide/conformance.md',
  [
    'and says which types the server rejects, also with 500.',
    `${conformance}/test/init.test.ts`,
    'adds what the errors say is missing, names types that answer 500, and leaves nothing',
  ],
  [
    'Failures with one cause and one level are one finding, such as "Query parameters that the server must reject are accepted with 200: 45 cases".',
    cli,
    'failures with one cause are one finding, with the exchange and what the server must change',
  ],
  [
    '`reason` says why. It never counts as passed |',
    `${conformance}/test/memory.test.ts`,
    'an empty server: what is undecided has a true reason, and the report says that it decides little',
  ],
  [
    'For a server of version 1.0, `--spec 1.0` leaves the requirements undecided that only 1.1 has',
    fair,
    'a pointer to a member that is not there breaks 1.1, but not 1.0',
  ],
  ['below 70 %, or the share of `--min-decided`.', `${conformance}/src/report/outcome.ts`, 'const MIN_DECIDED = 70;'],
  [
    'It is green only if no case failed and the exit status is not 3.',
    outcome,
    'ends with 3 and the cause in the first line, then what to do about the three largest causes',
  ],
  [
    'The second command ends with 1 for a failure that `known.json` does not name.',
    cli,
    'a baseline: known failures end with 0, new ones with 1',
  ],
  [
    '| FET-04 | `recommended` | GET of a relationship URL returns 200 |',
    outcome,
    'the guide names each requirement whose levels differ',
  ],
);

const sql = 'packages/tools/sql';
const writes = `${sql}/test/writes.test.ts`;
const security = `${sql}/test/security.test.ts`;
const raised = 'packages/sources/kysely/src/raised-errors.test.ts';
const violations = 'packages/sources/kysely/src/violations.test.ts';
const draft = `${sql}/src/model/draft-model.test.ts`;
proven(
  'guide/existing-database.md',
  ['The host listens on 127.0.0.1, and no option changes this.', security, 'it listens on 127.0.0.1 only'],
  [
    '| a value that is missing, too long, or violates a `check` | 422 | Correct the field |',
    `${sql}/test/acceptance.test.ts`,
    'check constraints become schemas',
  ],
  ['| 422, `/data` | Send `id` |', writes, 'an id that the client chooses, because the database does not'],
  ['| a taken value | 409 | Send another value |', violations, 'unique: 409 with the pointer of the field'],
  [
    '| a related resource that does not exist | 404 | Create it first |',
    violations,
    'a foreign key to a missing row: 404, from the server or the database',
  ],
  [
    '| `DELETE` of a row that others reference | 409 | Delete those first |',
    writes,
    "(await send('DELETE', '/api/categories/1')).status).toBe(409)",
  ],
  ['| a method that the type lacks | 403 |', writes, 'a view is read-only'],
  [
    '| a right, or a policy | 403, or 404 if it hides the row |',
    `${sql}/test/rights.test.ts`,
    'policies and rights of the role decide',
  ],
  [
    '| `raise exception` and `signal` | 409 without the message |',
    raised,
    'without the option, the text does not reach the client',
  ],
  [
    'Results contain the ids of rows, at most 1,000, or the response is 403.',
    `${sql}/test/functions.test.ts`,
    "(await send('GET /films?tooMany=true')).status).toBe(403)",
  ],
  [
    'it also reads the schema every 2 seconds',
    `${sql}/src/serve/follow-schema.ts`,
    'export const WATCH_MILLISECONDS = 2000;',
  ],
  [
    'and columns whose first 100 rows contain a hash of a password',
    `${sql}/src/database/read-values.ts`,
    'const MAX_ROWS = 100;',
  ],
  [
    'The exit status is then 1.',
    `${sql}/test/commands.test.ts`,
    'reports what breaks new rows: a new column that they need, and a default that is gone',
  ],
);
const chosen = 'packages/sources/kysely/src/chosen-ids.test.ts';
proven(
  'guide/existing-database-reference.md',
  ['reads `subject_type` of at most 100,000 rows.', `${sql}/src/database/read-samples.ts`, 'const MAX_ROWS = 100_000;'],
  [
    'or columns that are unique and never NULL.',
    draft,
    'a unique set of columns is the id of a table without a primary key',
  ],
  [
    'Requests write foreign keys to another unique key if it is never NULL.',
    draft,
    'a foreign key to another unique key than the id is a relationship, which requests can write if the key is never NULL',
  ],
  [
    'A write after which the view does not contain the row is 422.',
    'packages/sources/kysely/src/left-views.test.ts',
    '%s: a write that leaves',
  ],
  [
    '| a column that the database counts, or with a default that calls a function | the database | 201 |',
    'packages/sources/kysely/src/writing/create-record.test.ts',
    'creates a missing id: a UUID, or an id of the database',
  ],
  [
    '| a UUID, or bytes, without a default | the server | 201 |',
    'packages/sources/kysely/src/default-ids.test.ts',
    '%s: a random UUID',
  ],
  [
    '422 with the pointer `/data`: "The client must send the id …" |',
    chosen,
    'a creation without an id is 422, before any statement',
  ],
  [
    '| several columns | the fields of the request | 201 |',
    writes,
    'an id of several columns, whose foreign keys are fixed',
  ],
  [
    '`lock_version`, not null, with a default | the',
    writes,
    'a version, which each write counts, and `If-Match` compares',
  ],
  [
    'decimal numbers are numbers, which round more than 15 digits |',
    `${sql}/test/numbers.test.ts`,
    'decimal numbers can be numbers, and foreign keys are statements',
  ],
  [
    '| bytes | `z.base64`; from 256 bytes, or without a limit, with `onDemand` |',
    `${sql}/src/model/drafted-value.ts`,
    '< 256)',
  ],
  [
    'for tables with fewer than 10,000 rows.',
    `${sql}/src/database/estimate-rows.ts`,
    'export const MAX_SCANNED = 10_000;',
  ],
);

const explorer = 'packages/tools/explorer/test';
const serving = `${explorer}/serve.test.ts`;
proven(
  'guide/explorer.md',
  [
    'What the description, `Allow`, or a 403 denies is not offered; with [`debug`](access-writes.md), the page shows the reason.',
    `${explorer}/rules.test.ts`,
    'What the user cannot do is not offered, and a 403 shows its reason.',
  ],
  ['`--read-only` allows GET, HEAD, and OPTIONS; other methods receive 405.', serving, "405, 'GET, HEAD, OPTIONS'"],
  [
    'A `POST`, `PATCH`, or `DELETE` is repeated only after 307 and 308.',
    `${explorer}/forward.test.ts`,
    "['/kept', ['308 /v1/articles/']]",
  ],
  [
    '- It listens on 127.0.0.1: another program can have the same port of `::1`.',
    serving,
    'the command prints the address on which it listens',
  ],
  ['Browsers without these fields, and other programs, receive 403.', serving, "['a program', {}, 403]"],
  [
    'or an [OpenAPI](openapi.md) 3 document in JSON of any JSON:API server.',
    `${explorer}/description.test.ts`,
    'an OpenAPI document of another implementation',
  ],
  [
    'Values of headers are never in a URL.',
    `${explorer}/page.test.ts`,
    'X16: the value of a header is in no URL and in no storage',
  ],
  [
    'After a response with status 401, the page offers the field `Authorization`.',
    `${explorer}/first-use.test.ts`,
    '401 with %s says where the credentials go',
  ],
  [
    'or a weak one, which `If-Match` never matches',
    `${explorer}/versions.test.ts`,
    'a weak tag is not a condition: it never matches',
  ],
  [
    'If the resource has changed since you read it, the server responds with 412.',
    `${explorer}/page.test.ts`,
    'X9: a PATCH sends If-Match; after a change from aside, the page shows both versions',
  ],
  [
    'A new resource never has a condition',
    `${explorer}/editing.test.ts`,
    'a new resource has no condition: neither the request, nor the page, nor the copied code',
  ],
);
proven('guide/prisma.md', [
  'Prisma reads it as a moment on 1 January 1970 |',
  'packages/sources/prisma/src/mapping.test.ts',
  'which Prisma reads as a moment on 1 January 1970',
]);
