import type { Attribute } from './attribute.ts';
import type { DateFor } from './date-for.ts';
import type { StandardSchema } from './standard-schema.ts';

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
