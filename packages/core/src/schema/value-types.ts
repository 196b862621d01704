import type { Attribute } from './attribute.ts';
import type { DateFor } from './date-for.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * One object with the members of all, which editors and errors print without a name, and from which editors lead to the declarations. An error
 * names a member that is missing in its first line.
 */
export type Flat<Members> = [Members] extends [infer Known] ? { readonly [Name in keyof Known]: Known[Name] } : never;

/** Whether a type is a union of several types. */
export type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never;

type SchemaOf<Declared> =
  Declared extends Attribute<infer Schema> ? Schema : Declared extends StandardSchema ? Declared : never;
type SchemaTypes<Declared> = NonNullable<SchemaOf<Declared>['~standard']['types']>;

/** The input of the schema of an attribute, or of a part of the data of a membership. */
export type InputOf<Declared> = SchemaTypes<Declared>['input'];

/** The output of its schema. */
export type OutputOf<Declared> = SchemaTypes<Declared>['output'];

/** Its value in a document that a server has built: with its default if the record lacks it. */
export type DocumentValue<Declared> =
  undefined extends OutputOf<Declared> ? InputOf<Declared> : Exclude<InputOf<Declared>, undefined>;

/** A Date where documents contain a date and time, otherwise never. */
export type DateOf<Declared> = DateFor<InputOf<Declared>, SchemaOf<Declared>>;

/** Its value in a record. */
export type RecordValue<Declared> = InputOf<Declared> | OutputOf<Declared> | DateOf<Declared>;
