import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { usageError } from '@linkage/core/internal';
import { createShutdown } from '@linkage/node';
import type { Logger } from 'kysely';
import { estimateRows, MAX_SCANNED } from '../database/estimate-rows.ts';
import { declareModel } from '../files/declare-model.ts';
import { draftModel } from '../model/draft-model.ts';
import { withoutWriters } from '../model/functions.ts';
import type { DraftModel } from '../model/model.ts';
import { shellText } from '../names/option-text.ts';
import { createAccessToken } from '../serve/access-token.ts';
import { createHost, examplesOf, type HostContent } from '../serve/create-host.ts';
import { createFollower, isSchemaError, schemaText, WATCH_MILLISECONDS } from '../serve/follow-schema.ts';
import { listen, portOf } from '../serve/listen.ts';
import { openApiNames } from '../serve/open-api-names.ts';
import { raisedErrorsIn } from '../serve/raised-errors.ts';
import { createServedApi } from '../serve/served-api.ts';
import { draftOptions, flag, optionsText, readDraftArguments, text } from './draft-arguments.ts';
import {
  assertSize,
  assertTables,
  knownOptions,
  type ReadDatabase,
  readDatabase,
  readSchema,
} from './read-database.ts';
import { closedLines, type Detail, notesOf, scanNotes, summaryOf, tablesText } from './report.ts';
import { indexStatements } from './statements.ts';
import type { Terminal } from './terminal.ts';

const options = {
  ...draftOptions,
  ...{ 'allow-writes': flag, errors: text, role: text, port: text, 'no-open': flag, 'no-token': flag },
  ...{ indexes: flag, json: flag, verbose: flag, quiet: flag, watch: flag },
} as const;

/** How long running requests can take after the user ends the command. */
const GRACE_MILLISECONDS = 500;

/** A served database. */
interface Served {
  readonly url: string;
  readonly token: string | undefined;
  readonly close: () => Promise<void>;
}

type Values = ReturnType<typeof parseArgs<{ readonly options: typeof options }>>['values'];

/** The part of a database that is served. */
interface Drawn {
  readonly model: DraftModel;
  /** The model that the database schema alone says. */
  readonly plain: DraftModel;
  readonly schemas: readonly string[] | undefined;
  readonly rowsOf: Awaited<ReturnType<typeof estimateRows>>;
}

/** Draws up what is served of a database. */
async function drawUp(database: ReadDatabase, values: Values): Promise<Drawn> {
  const { db, kind, databaseSchema, schema, hasRight } = database;
  const writes = values['allow-writes'] === true;
  const rowsOf = await estimateRows(db, databaseSchema, kind);
  const choice = readDraftArguments(values, [schema], databaseSchema);
  const drafted = { ...choice, ...(await knownOptions(database, choice.schemas, values)) };
  const complete = draftModel(databaseSchema, {
    ...drafted,
    // Of a server that only reads, only the rights to read matter.
    hasRight: (right, ...place) => (!writes && right !== 'select') || hasRight(right, ...place),
    isSmall: (table) => (rowsOf(table) ?? Number.POSITIVE_INFINITY) < MAX_SCANNED,
  });
  const model = writes ? complete : withoutWriters(complete);
  return { model, plain: draftModel(databaseSchema, drafted), schemas: choice.schemas, rowsOf };
}

/** Serves a database, and reads its schema again when a request, or with `--watch` a change, says so. */
async function startHost(database: ReadDatabase, drawn: Drawn, values: Values, terminal: Terminal): Promise<Served> {
  const { error } = terminal;
  const { db, address, version, roles } = database;
  const raisedErrors = values.errors === undefined ? undefined : raisedErrorsIn(values.errors);
  const writes = values['allow-writes'] === true;
  const onError = (failure: unknown, id: string): void => {
    error(`Error ${id}: ${String(failure)}\n`);
    if (isSchemaError(failure)) follow();
  };
  const contentOf = ({ model, rowsOf }: Drawn, databaseSchema: ReadDatabase['databaseSchema']): HostContent => ({
    server: createServedApi({
      ...declareModel(model),
      ...{ model, db, databaseSchema, writes, onError, rowsOf, roles, raisedErrors },
    }),
    examples: examplesOf(model),
    typeNames: openApiNames(model),
  });
  let content = contentOf(drawn, database.databaseSchema);
  let known = schemaText(database);
  const follow = createFollower(async () => {
    try {
      const schema = await readSchema(database);
      const text = schemaText(schema);
      if (text === known) return;
      const next = await drawUp({ ...database, ...schema }, values);
      assertSize(next.model);
      content = contentOf(next, schema.databaseSchema);
      known = text;
      error(`The schema has changed: ${summaryOf(next.model)}\n`);
    } catch (failure) {
      error(`The schema cannot be read again: ${String(failure)}\n`);
    }
  });
  const current = (): HostContent => {
    // Without a type, no request says that the schema has changed.
    if (content.examples.length === 0) follow();
    return content;
  };
  const token = values['no-token'] === true ? undefined : randomBytes(18).toString('base64url');
  const host = createHost({
    ...{ content: current, writes },
    title: address.text.split('/').at(-1) || 'Database',
    about: `${version}${writes ? '' : ', read-only'}`,
    token: (token && createAccessToken(token)) || undefined,
  });
  const shutdown = createShutdown(host, { grace: GRACE_MILLISECONDS });
  const url = await listen(host, portOf(values.port), (usual) =>
    error(`Port ${usual} is in use, so the command takes another one.\n`),
  );
  const isWatched = values.watch === true;
  const timer = isWatched ? setInterval(follow, WATCH_MILLISECONDS) : undefined;
  const unlisten = isWatched ? await database.listen?.('linkage', follow) : undefined;
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await unlisten?.();
    await shutdown();
  };
  return { url, token, close };
}

function pageOf({ url, token }: Served): string {
  return `${url}/${token === undefined ? '' : `?token=${token}`}`;
}

function printServed(served: Served, { out }: Terminal): void {
  const { url, token } = served;
  out(`Explorer  ${pageOf(served)}\n`);
  out(`API       ${url}/api    OpenAPI  ${url}/api/openapi.json\n`);
  if (token !== undefined) out(`          curl -H 'Authorization: Bearer ${token}' ${url}/api\n`);
}

/** `serve`: returns the exit status after the user has ended it. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [given, more] = positionals;
  if (more !== undefined) throw usageError(`Pass one database. "${more}" is a second one.`);
  portOf(values.port);
  const detail: Detail = values.verbose === true ? 'verbose' : values.quiet === true ? 'quiet' : 'usual';
  const writes = values['allow-writes'] === true;
  const log: Logger = (event) => {
    if (event.level === 'error') terminal.error(`Database: ${String(event.error)}\n`);
  };
  const opening = { writes, role: values.role, roles: values.roles, log: writes ? log : undefined };
  const database = await readDatabase(given, opening, terminal);
  try {
    const { kind, databaseSchema, version, bypassesSecurity, roles } = database;
    const drawn = await drawUp(database, values);
    const { model, plain, schemas } = drawn;
    assertTables(model, database, terminal, schemas);
    assertSize(model);
    const { error, out } = terminal;
    if (detail !== 'quiet' && values.json !== true) {
      error(`${version}, schema ${schemas?.join(', ')}: ${tablesText(databaseSchema, schemas)}\n`);
      if (bypassesSecurity && roles === undefined)
        error('Row-level security does not apply to this account. --role <name>\n');
      const closed = writes ? closedLines(model, detail) : [];
      const lines = [...notesOf(model, detail), ...scanNotes(model, plain), ...closed];
      error(`${summaryOf(model)}\n${lines.map((line) => `  ${line}\n`).join('')}`);
      error('Secrets are found by names and by samples of values only.\n');
      const named = given === undefined ? '' : ` ${shellText(database.address.text)}`;
      error(
        `${writes ? '' : 'Read-only. '}To own this API: npx @linkage/sql draft${named} --out src${optionsText(values)}\n`,
      );
    }
    if (values.indexes === true) error(`${indexStatements(model, kind).join('\n')}\n`);
    const served = await startHost(database, drawn, values, terminal);
    if (writes)
      error(
        `WRITES ARE ALLOWED: every request${served.token === undefined ? '' : ' with the token'} can change and delete rows.\n`,
      );
    if (values.json === true) {
      const types = model.types.map((it) => ({ name: it.name, table: it.tableName, idBy: it.idBy, writes: it.writes }));
      out(`${JSON.stringify({ ...served, close: undefined, database: version, types, notes: model.notes })}\n`);
    } else if (detail === 'quiet') out(`${pageOf(served)}\n`);
    else printServed(served, terminal);
    if (values['no-open'] !== true && terminal.isInteractive) terminal.open(pageOf(served));
    await terminal.stopped;
    await served.close();
    return 0;
  } finally {
    await database.close();
  }
}
