import type { Key } from '../columns/key.ts';
import type { ConditionBuilder } from './storage-condition.ts';

/** A statement of a library: a promise, or an object that runs when it is awaited. */
export type Running<Result> = PromiseLike<Result>;

/** One key of the order of rows. NULL is less than every value. */
export interface RowOrder<Condition = unknown> {
  /**
   * The relationships before the property, such as `author` in `author.name`. Each is a foreign key in its table. If the related row does
   * not match `where`, the key is NULL; it is undefined unless the library states `sortsThrough`.
   */
  readonly steps: readonly {
    readonly relationship: string;
    readonly property: string;
    readonly target: string;
    readonly where: Condition | undefined;
  }[];
  readonly property: string;
  readonly descending: boolean;
  /** Whether the column can be NULL. */
  readonly nullable: boolean;
}

/** Related rows that are loaded at once with other rows. */
export interface IncludedRows {
  readonly relationship: string;
  readonly type: string;
  readonly properties: readonly string[];
  /** The number of rows that are needed for one resource. Undefined for a to-one relationship. */
  readonly take: number | undefined;
  readonly include: readonly IncludedRows[];
}

/** The rows of a type that a statement reads. */
export interface RowQuery<Condition> {
  readonly type: string;
  /** The properties to read. One of them is that of `id`. */
  readonly properties: readonly string[];
  /** Undefined for all rows. */
  readonly where: Condition | undefined;
  /** The last key is `id`. Empty if the order does not matter. */
  readonly order: readonly RowOrder<Condition>[];
  readonly skip: number | undefined;
  readonly take: number | undefined;
  /** Whether to lock the rows against other writes until the transaction ends. */
  readonly lock: boolean;
  /** Empty unless the library states `loadsIncludes`. */
  readonly include: readonly IncludedRows[];
}

/** A to-many relationship of some resources. */
export interface MembersOf {
  readonly type: string;
  readonly relationship: string;
  /** The keys of the resources. */
  readonly keys: readonly Key[];
}

/** A member of a relationship: its row, or only its key. */
export interface MemberRow {
  /** The key of the resource that has the relationship. */
  readonly parent: unknown;
  readonly row: unknown;
}

/** The statements that every library has, of models or of tables. */
export interface CommonStatements<Executor> {
  /** Runs a function in a transaction, and rolls it back if the function fails. */
  readonly transaction: <Result>(run: (on: Executor) => Promise<Result>) => Promise<Result>;
  /**
   * Whether a transaction failed because of a concurrent one. It then runs again, at most 8 times in total. Default:
   * no error is a conflict.
   */
  readonly isConflict?: ((error: unknown) => boolean) | undefined;
  /** Whether rows can be sorted by fields of related resources. Default: true. If false, the answer is 400. */
  readonly sortsRelated?: boolean | undefined;
  /**
   * Whether `where` of a step in an order is applied, so that callers who can read only some of the related resources can sort by their fields.
   * Default: false. If false, the answer is 400.
   */
  readonly sortsThrough?: boolean | undefined;
}

/**
 * The statements of a library with models, which knows the relationships of a database: an ORM such as Prisma. Rows are
 * objects with the properties of columns. `on` is the database, or the transaction.
 */
export interface ModelStatements<Executor, Condition> extends CommonStatements<Executor> {
  readonly conditions: ConditionBuilder<Condition>;
  /** Returns rows, with the related rows of `include` in members with the names of the relationships. */
  readonly select: (on: Executor, query: RowQuery<Condition>) => Running<readonly object[]>;
  /**
   * Returns the members of a to-many relationship that match `query`, whose type is that of the members. `skip` is defined
   * only if there is one resource; otherwise, `take` is the number of all members. With `pagesMembers`, both apply to the members of each
   * resource.
   */
  readonly members: (on: Executor, of: MembersOf, query: RowQuery<Condition>) => Running<readonly MemberRow[]>;
  /** Counts rows of a type: all that match, or those among the members of one resource. */
  readonly count: (
    on: Executor,
    type: string,
    where: Condition | undefined,
    of: MembersOf | undefined,
  ) => Running<number>;
  /** Inserts a row, and returns all of its properties. `values` contains the id if the client chose it. */
  readonly insert: (on: Executor, type: string, values: Record<string, unknown>) => Running<object | undefined>;
  /** Updates a row, and returns all of its properties, or undefined if it does not exist. `values` is never empty. */
  readonly update: (
    on: Executor,
    type: string,
    key: Key,
    values: Record<string, unknown>,
  ) => Running<object | undefined>;
  /** Deletes a row. Returns whether it existed. */
  readonly delete: (on: Executor, type: string, key: Key) => Running<boolean>;
  /** Adds members to a relationship of one resource. Must ignore members that another request has added meanwhile. */
  readonly link: (on: Executor, of: MembersOf, members: readonly Key[]) => Running<unknown>;
  /** Removes members from a relationship of one resource. */
  readonly unlink: (on: Executor, of: MembersOf, members: readonly Key[]) => Running<unknown>;
  /**
   * Whether `members` applies `skip` and `take` to the members of each resource, and not to all of them together. The first members of many
   * resources are then read by one statement. Default: false; if there are many members, each resource has a statement of its own.
   */
  readonly pagesMembers?: boolean | undefined;
  /** Whether `select` and `members` load the rows of `include`. Default: false. */
  readonly loadsIncludes?: boolean | undefined;
}
