import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { DatabaseSchema } from '../dialects/database-schema.ts';
import { readTenants, type TenantOption, type Tenants } from '../mapping/tenants.ts';
import type { RaisedErrors } from '../statements/raised-errors.ts';
import type { SessionOf } from '../statements/request-session.ts';

/** Options of `createKyselySources`. */
export interface KyselySourceOptions<Context = unknown> {
  /**
   * The option `context` of the server, such as a result of `defineContext`. Functions of the mapping then know the type of `call.context`, a
   * server with another context does not compile, and `createServer` requires the option. Default: the type is unknown.
   */
  readonly context?: ((request: never) => Context | Promise<Context>) | undefined;
  /**
   * Whose rows a request can use: the table of each type has the column, all statements compare it, and new rows receive it, as with the `where`
   * of a mapping. A type without the column does not start, unless `except` names it. Default: only the scopes of the mapping.
   */
  readonly tenant?: Tenants<Context> | undefined;
  /** The result of `readDatabaseSchema`. Default: none; only the mapping declares the types of columns. */
  readonly databaseSchema?: DatabaseSchema | undefined;
  /**
   * Whether a statement is canceled if its client disconnects or its time limit passes. PostgreSQL and MySQL cancel by the id
   * of the connection, which can change behind a connection pooler such as PgBouncer: set it to false there. Default: true.
   */
  readonly cancelStatements?: boolean | undefined;
  /**
   * Whether statements that are sent again have names, so that PostgreSQL parses each once for each connection. Requires the driver `pg`, and
   * a connection of its own for each client: behind PgBouncer in transaction mode, one fails with an error that says what to do. Default: false.
   */
  readonly prepareStatements?: boolean | undefined;
  /**
   * Declares that every write to a table with a `version` column changes this column, also writes of other programs and of triggers. With the
   * option `deployment` of the server, `If-None-Match` then compares the version, without reading the document. Requires the database schema. Default:
   * false; the server compares the document.
   */
  readonly versionsCountEveryWrite?: boolean | undefined;
  /**
   * Receives what may be a mistake of the mapping, while the sources are created: a relationship without a foreign key, a table without a
   * primary key, a join table whose two columns are not unique together, a sort order without an index, a column that rejects null although its attribute accepts it, and labels of an enumerated
   * type that the schema rejects. Requires the database schema. Default: these are not reported. Later, it receives each column that contains a value
   * that cannot be read, once: a string that is not JSON, Infinity, or a boolean that is neither 0 nor 1. Records contain null instead. Default:
   * `console.warn`.
   */
  readonly onWarning?: ((warning: MappingWarning) => void) | undefined;
  /**
   * The name of a table of `createOutboxTable`. Each write then also writes its events to this table, in the same transaction. Requires the
   * database schema. Default: none; writes have no events.
   */
  readonly outbox?: string | undefined;
  /**
   * Returns the role of PostgreSQL, and the settings, with which the statements of a call run, so that rights and policies of the database decide.
   * They end with the transaction of the call, and every read is one, too. All sources over one Kysely instance must have the same function.
   * Default: the statements have the rights of the connection.
   */
  readonly session?: SessionOf<Context> | undefined;
  /**
   * The errors that triggers and functions of PostgreSQL, MySQL, and MariaDB raise with a SQLSTATE of your own, such as `raise exception using
   * errcode = 'PT402'`: `{ PT402: { status: 402, showsText: true } }`. The SQLSTATE is the code of the error, and with `showsText`, the text of
   * the database is its `detail`, and the hint `meta.hint`. All sources over one Kysely instance must have the same object. Default: such an
   * error is 409 with the code `CONSTRAINT_VIOLATED`, without its text, if its SQLSTATE is P0001 or one of your own, and 500 otherwise.
   */
  readonly raisedErrors?: RaisedErrors | undefined;
}

/** A part of a mapping that works, but may be a mistake. */
export interface MappingWarning {
  /** The path of the part, for example `mapping.articles.attributes.title`. */
  readonly where: string;
  readonly message: string;
}

const optionNames: OptionTable = optionTable({
  context: 'function',
  tenant: 'object',
  databaseSchema: 'object',
  cancelStatements: 'boolean',
  prepareStatements: 'boolean',
  versionsCountEveryWrite: 'boolean',
  onWarning: 'function',
  outbox: 'string',
  session: 'function',
  raisedErrors: 'object',
});

/** Reads the options, which a user without a compiler can misspell. */
export function readSourceOptions(
  options: KyselySourceOptions,
  columnsOf?: TenantOption['columnsOf'],
): KyselySourceOptions {
  const read = readOptions<KyselySourceOptions>('createKyselySources', options, optionNames);
  if (read.versionsCountEveryWrite === true && read.databaseSchema === undefined)
    throw new TypeError(
      'createKyselySources: `versionsCountEveryWrite` requires the database schema, which says what is a view.',
    );
  return { ...read, tenant: readTenants(read.tenant, columnsOf) };
}
