import type { DateFor } from './date-for.ts';
import type { StandardSchema } from './standard-schema.ts';

type SchemaTypes<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>;

/** The values of a schema: in documents, in applications, and a Date where documents contain a date and time. */
type ValueOf<Schema extends StandardSchema> =
  | SchemaTypes<Schema>['input']
  | SchemaTypes<Schema>['output']
  | DateFor<SchemaTypes<Schema>['input'], Schema>;

/** The same in conditions: an attribute that can be absent is compared with null. */
type ComparedValue<Schema extends StandardSchema> =
  undefined extends ValueOf<Schema> ? Exclude<ValueOf<Schema>, undefined> | null : ValueOf<Schema>;

/** The values of an attribute in conditions, by its declaration. Never for a computed one, which records do not contain. */
// The schema alone determines the values, so the compiler finds those of all attributes with equal schemas once.
export type RecordValue<Declared> = Declared extends {
  readonly options: { readonly compute: (record: never) => unknown };
}
  ? never
  : Declared extends { readonly kind: 'attribute'; readonly schema: infer Schema extends StandardSchema }
    ? ComparedValue<Schema>
    : Declared extends StandardSchema
      ? ComparedValue<Declared>
      : never;
