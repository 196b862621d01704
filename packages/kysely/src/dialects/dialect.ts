import type { ColumnKind, DriverError, ValueRules, Violation } from '@linkage/core/records';
import type { Kysely } from 'kysely';
import type { CatalogRows } from './catalog-rows.ts';
import type { Fault } from './failure.ts';

/** Everything in which databases differ for the sources. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  /** Whether NULL is less than everything else in an order, or greater. */
  readonly nullIs: 'least' | 'greatest';
  /** Whether `insert` and `update` return rows. */
  readonly returning: boolean;
  /** How an insert skips rows that are there already. */
  readonly onConflict: 'do nothing' | 'duplicate key update';
  /** Ids of one statement; more are read in several. */
  readonly maxKeys: number;
  /** Whether texts are compared as the column's collation says, so that ids of different texts can be equal. */
  readonly idsByCollation: boolean;
  /** Whether a list of keys is one parameter, so that its length does not change the statement. */
  readonly keysAsArray: boolean;
  /** Whether parameters can be booleans. */
  readonly hasBooleans: boolean;
  /** Whether `lateral` subqueries exist and pay. */
  readonly hasLateral: boolean;
  /** Whether a statement leaves the thread while it runs, so that an abort signal has an effect. */
  readonly isAsync: boolean;
  /** Columns that are read as text, because the driver would change their value. */
  readonly readAsText: ReadonlySet<ColumnKind | 'bigint'>;
  /** Whether a driver can parse JSON itself, so that a string is ambiguous. */
  readonly parsesJson: boolean;
  /** The type of a text in a cast. */
  readonly textType: 'text' | 'char';
  readonly values: ValueRules;
  readonly violationOf: (error: DriverError) => Violation | undefined;
  readonly faultOf: (error: DriverError) => Fault | undefined;
  /** Reads which columns and unique constraints the tables have. */
  readonly readCatalog: (db: Kysely<never>) => Promise<CatalogRows>;
}
