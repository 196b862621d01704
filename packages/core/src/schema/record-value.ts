import type { DateFor } from './date-for.ts';
import type { StandardSchema } from './standard-schema.ts';

type SchemaTypes<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>;

/** The values of a schema: in documents, in applications, and a Date where documents contain a date and time. */
type ValueOf<Schema extends StandardSchema> =
  | SchemaTypes<Schema>['input']
  | SchemaTypes<Schema>['output']
  | DateFor<SchemaTypes<Schema>['input'], Schema>;

/** The values of an attribute in records, by its declaration. */
// The schema alone determines the values, so the compiler finds those of all attributes with equal schemas once.
export type StoredValue<Declared> = Declared extends {
  readonly kind: 'attribute';
  readonly schema: infer Schema extends StandardSchema;
}
  ? ValueOf<Schema>
  : Declared extends StandardSchema
    ? ValueOf<Declared>
    : never;

/** A computed attribute, which records do not contain. */
type Computed = { readonly options: { readonly compute: (record: never) => unknown } };

/** The names of the attributes that records contain. */
export type StoredKey<Attributes> = {
  [Name in keyof Attributes]: Attributes[Name] extends Computed ? never : Name;
}[keyof Attributes];

/**
 * The attributes of records, of which any can be absent. The names come from the declaration, so an editor leads from here to it, and shows
 * its comments.
 */
export type StoredValues<Attributes, Name extends keyof Attributes = StoredKey<Attributes>> = {
  readonly [Key in Name]?: StoredValue<Attributes[Key]>;
};

/** The values of an attribute in conditions: one that can be absent is compared with null. Never for a computed one. */
export type RecordValue<Declared> = Declared extends Computed
  ? never
  : undefined extends StoredValue<Declared>
    ? Exclude<StoredValue<Declared>, undefined> | null
    : StoredValue<Declared>;
