import type { Api, Attribute, StandardSchema } from '@linkage/core';
import { isObject, type OutputOf, ownMember, ownMembers, resultAtOnce } from '@linkage/core/internal';

/** Reads and writes dates of attributes. Create it with `attributeDates`. */
export interface AttributeDates {
  /** Replaces strings that are dates, in the object that was made of a resource. */
  readonly read: (fields: Record<string, unknown>, resource: object) => void;
  /** Replaces dates of the resource objects in a document, as the second parameter of `JSON.stringify`. */
  readonly write: (name: string, value: unknown) => unknown;
}

type WithDate<Declared> =
  unknown extends OutputOf<Declared>
    ? Declared
    : Extract<OutputOf<Declared>, Date> extends never
      ? Declared
      : Declared extends Attribute<StandardSchema, infer Options>
        ? Attribute<StandardSchema<OutputOf<Declared>>, Options>
        : StandardSchema<OutputOf<Declared>>;

type Dated<A extends Api> = Omit<A, 'declaration'> & {
  readonly declaration: {
    readonly [Type in keyof A['declaration']]: {
      readonly [Member in keyof A['declaration'][Type]]: Member extends 'attributes'
        ? {
            readonly [Name in keyof A['declaration'][Type][Member]]: WithDate<A['declaration'][Type][Member][Name]>;
          }
        : A['declaration'][Type][Member];
    };
  };
};

/** The type of an API whose documents contain a Date where the output of a schema is one. */
export type WithDates<A extends Api> = Dated<A> extends infer Made extends Api ? Made : never;

/**
 * Lets a client read a Date where the output of a schema is one, such as that of a codec, and write it with the option `encode` of the
 * attribute: pass the result as the option `dates` of `createClient`. A string that the schema rejects stays a string. The schemas become part
 * of your bundle.
 */
export function attributeDates({ types }: Api): AttributeDates {
  /** Whether the output of a schema is a date, as far as its values have shown. */
  const known = new WeakMap<StandardSchema, boolean>();
  /** The dates of resource objects: one that did not change has the same ones, so caches keep its row. */
  const kept = new WeakMap<object, Record<string, Date>>();
  return {
    read(fields, resource) {
      const before = kept.get(resource) ?? {};
      for (const { name, schema } of types.get(String(fields['type']))?.attributes.values() ?? []) {
        const value = ownMember(fields, name);
        if (typeof value !== 'string' || known.get(schema) === false) continue;
        // The value that an asynchronous schema finds later cannot be part of an answer.
        const output = ownMember(before, name) ?? resultAtOnce(schema, value)?.value;
        if (output instanceof Date) fields[name] = before[name] = output;
        if (output !== undefined) known.set(schema, output instanceof Date);
      }
      kept.set(resource, before);
    },
    write(_, value) {
      if (!isObject(value)) return value;
      const { type, attributes } = ownMembers(value);
      const definitions = types.get(String(type))?.attributes;
      if (definitions === undefined || !isObject(attributes)) return value;
      const written = Object.entries(attributes).map(([name, it]) => [
        name,
        it instanceof Date ? (definitions.get(name)?.encode?.(it) ?? it) : it,
      ]);
      return { ...value, attributes: Object.fromEntries(written) };
    },
  };
}
