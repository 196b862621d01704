import type { Expression, Kysely, RawBuilder } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import type { ValueRules } from '../columns/kind-facts.ts';
import type { DriverError, Violation } from '../failures/violation.ts';
import type { Aggregates } from './aggregates.ts';
import type { ColumnCodec } from './column-codec.ts';
import type { SchemaRows } from './database-schema-rows.ts';
import type { Fault } from './failure.ts';
import type { MemberSql } from './json-members.ts';
import type { KeyValues } from './key-values.ts';
import type { RejectedId } from './rejected-ids.ts';
import type { ReplicaPositions } from './replica-positions.ts';
import type { MatchElement, MatchText } from './text-matching.ts';
import type { WordSearchOf } from './word-search.ts';

/** Everything in which databases differ for the sources. Other folders must not ask for the name of a database. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  /**
   * What a transaction locks against others: its rows, so that others can still reference them; ranges of rows as it finds them, while reads
   * without a lock see the rows of its beginning; or the database, so that no two transactions run at the same time.
   */
  readonly locking: 'rows' | 'ranges' | 'database';
  /** Whether a statement that fails ends its transaction. */
  readonly abortsTransactions: boolean;
  /** Whether a connection can keep a transaction open after `rollback` failed. */
  readonly keepsTransactions: boolean;
  /** Whether `create table` contains the indexes, because `create index` cannot be repeated, and limits the length of a key. */
  readonly indexesInTable: boolean;
  /** Whether a query can contain statements that write. */
  readonly writesInQueries: boolean;
  /** Whether `delete` has an order and a limit, because it cannot select from its own table. */
  readonly limitsDeletions: boolean;
  /** The type of a primary key that counts the rows. No number is used again. */
  readonly counted: string;
  /** The sign around names that contain others than `a` to `z`, or are words of the language. */
  readonly quote: '"' | '`';
  /** Whether indexes can contain the parts of strings. */
  readonly hasTextIndexes: boolean;
  /** Whether columns can be arrays. */
  readonly hasArrays: boolean;
  /** Whether the usual type of an instant has a time zone. */
  readonly hasZones: boolean;
  /** Whether the values of a `union all` keep their types, so that they can be compared. */
  readonly comparesUnions: boolean;
  /** Returns the right side of `in` for rows of several columns. */
  readonly rowsIn: (rows: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Returns the hexadecimal digits of bytes, in lower case. */
  readonly hexOf: (bytes: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Joins strings. */
  readonly concat: (parts: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>;
  readonly matchText: MatchText;
  readonly matchElement: MatchElement;
  readonly wordSearch: WordSearchOf;
  readonly memberSql: MemberSql;
  /** Whether indexes can contain expressions. */
  readonly indexesExpressions: boolean;
  readonly aggregates: Aggregates;
  readonly keyValues: KeyValues;
  /** How statements pass arguments to functions of the database: by their names, or in their order. Undefined if it stores no functions. */
  readonly functionArguments?: 'named' | 'ordered';
  /** Returns the positions of a database and its replica. Undefined if it has none. */
  readonly replicaPositions?: (primary: Kysely<unknown>, replica: Kysely<unknown>) => ReplicaPositions;
  /** Whether NULL is less than everything else in an order, or greater. */
  readonly nullIs: 'least' | 'greatest';
  /** Whether an order can contain `nulls first` and `nulls last`. */
  readonly hasNullsClause: boolean;
  /** Whether `insert` and `update` return rows. */
  readonly returning: boolean;
  /** The clause with which an insert skips rows that exist. */
  readonly onConflict: 'do nothing' | 'duplicate key update';
  /** Ids of one statement; more are read in several. */
  readonly maxKeys: number;
  /** Whether strings are compared as the column's collation says, so that ids of different strings can be equal. */
  readonly idsByCollation: boolean;
  /** Whether a list of keys is one parameter, so that its length does not change the statement. */
  readonly keysAsArray: boolean;
  /** Whether parameters can be booleans. */
  readonly hasBooleans: boolean;
  /** Whether `lateral` subqueries exist and pay. */
  readonly hasLateral: boolean;
  /** Whether `exists` and `not exists` become joins. If not, a subquery of keys is read once. */
  readonly hasAntiJoins: boolean;
  /** Returns the statement that sets settings, by their names, until the transaction ends. Undefined if the database has none for a transaction. */
  readonly setLocally?: (settings: readonly (readonly [name: string, value: string])[]) => RawBuilder<unknown>;
  /** Whether no index answers a group with `or` that contains a subquery, so that its conditions are read one by one. */
  readonly readsBranches: boolean;
  /** Estimates the number of rows of a query by the statistics of the database. Undefined if rows must be counted. */
  readonly estimate?: {
    /** Returns the statement whose only row and column contain the plan of a query as JSON. */
    readonly explain: (query: Expression<unknown>) => RawBuilder<unknown>;
    /** Returns the number of rows in a plan. Undefined if it does not tell this number. */
    readonly rowsOf: (plan: unknown) => number | undefined;
  };
  /** Whether a statement leaves the thread while it runs, so that an abort signal has an effect. */
  readonly isAsync: boolean;
  /** Reads the name of a type as the database writes it. */
  readonly typeOf: (text: string) => ColumnType;
  /** Whether the database has no operators that compare values of a type, by its name. Default: it compares all types. */
  readonly isIncomparable?: (text: string) => boolean;
  /** Returns how statements read and compare the values of a type without loss. */
  readonly codecOf: (type: ColumnType) => ColumnCodec;
  readonly rejectedId: RejectedId;
  /** Whether a driver can parse JSON itself, so that a string is ambiguous. */
  readonly parsesJson: boolean;
  /** The type of a string in a cast. */
  readonly textType: 'text' | 'char';
  /** Returns the text of a value for comparisons by its characters, whatever the collation of its column is. */
  readonly exactText: (value: unknown) => RawBuilder<unknown>;
  readonly values: ValueRules;
  readonly violationOf: (error: DriverError) => Violation | undefined;
  /** Returns the SQLSTATE of an error. Undefined if the database has none. */
  readonly sqlStateOf?: (error: Pick<DriverError, 'code' | 'sqlState'>) => unknown;
  readonly faultOf: (error: DriverError) => Fault | undefined;
  /** Returns the number of milliseconds for which the driver blocks the thread before it reports a conflict. Default: none. */
  readonly blockedBefore?: (error: DriverError, db: Kysely<never>) => Promise<number>;
  /** Whether statements find tables and columns by their names in any letter case. */
  readonly ignoresCase: boolean;
  /** Reads the tables of the database, and what belongs to them. */
  readonly readDatabaseSchema: (db: Kysely<never>) => Promise<SchemaRows>;
}
