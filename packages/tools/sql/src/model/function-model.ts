import type { DraftValue } from './draft-value.ts';

/** A function of the database that clients can call. */
export interface DraftFunction {
  readonly name: string;
  /** An action on one resource, one on the collection, or a query parameter of the collection, whose resources it chooses. */
  readonly kind: 'resource' | 'collection' | 'list';
  readonly statementName: string;
  /** The table of the type, and its id, if the first parameter is a row of it. */
  readonly row: { readonly table: string; readonly id: string } | undefined;
  readonly parameters: readonly {
    readonly name: string;
    readonly typeName: string;
    readonly value: DraftValue;
    readonly isOptional: boolean;
  }[];
  /** Whether it writes nothing. */
  readonly isStable: boolean;
  readonly returnsSet: boolean;
  readonly isProcedure: boolean;
  /** The values of the result. Undefined if there is none. */
  readonly result: DraftValue | undefined;
  /** The type to which the result is converted. */
  readonly as?: string | undefined;
  /** The column of the ids that the result consists of. */
  readonly ids?: string | undefined;
  readonly description: string | undefined;
}

/** A function as the database schema of PostgreSQL describes it. */
export interface KnownFunction {
  readonly schema: string;
  readonly name: string;
  /** Whether statements find it without the name of its schema. */
  readonly isFound: boolean;
  /** Whether it writes nothing. */
  readonly isStable: boolean;
  readonly returnsSet: boolean;
  /** Whether it is a procedure. One that returns values through its parameters is not known. */
  readonly isProcedure: boolean;
  readonly parameters: readonly (KnownType & {
    /** Empty if it has none. */
    readonly name: string;
    readonly hasDefault: boolean;
    readonly isVariadic: boolean;
  })[];
  readonly returns: KnownType & { readonly isVoid: boolean };
  readonly comment: string | undefined;
}

/** The type of a parameter, or of what a function returns. */
interface KnownType {
  readonly typeName: string;
  readonly labels?: readonly string[] | undefined;
  /** Whether the values have members, or can be of several types. */
  readonly isOpen?: boolean | undefined;
  /** The table of which it is a row, as `schema.table`. */
  readonly row?: string | undefined;
}
