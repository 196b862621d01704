import type { FilterOperator } from './filter-operator.ts';

/** The members of the objects of an attribute that `filter` accepts, such as `address.city`: with all operators that their type supports, or only with these. */
export interface FilterMembers {
  readonly [path: string]: true | readonly FilterOperator[] | undefined;
}

/** The paths of the strings, numbers, and booleans in an object, at most three names long. Any path, if its type is not known. */
export type MemberPath<Value, Depth extends readonly unknown[] = [1, 2, 3]> = unknown extends Value
  ? string
  : Depth extends readonly [unknown, ...infer Rest]
    ? Value extends readonly unknown[] | Date | null | undefined
      ? never
      : Value extends object
        ? {
            [Name in keyof Value & string]:
              | (Extract<Value[Name], string | number | boolean> extends never ? never : Name)
              | (Extract<Value[Name], object> extends never ? never : `${Name}.${MemberPath<Value[Name], Rest>}`);
          }[keyof Value & string]
        : never
    : never;

/** The type of a member of an object. An absent member is null. */
export type MemberValue<Value, Path> = unknown extends Value
  ? unknown
  : Value extends null | undefined
    ? null
    : Path extends `${infer Name}.${infer Rest}`
      ? Name extends keyof Value
        ? MemberValue<Value[Name], Rest>
        : never
      : Path extends keyof Value
        ?
            | Extract<Value[Path], string | number | boolean>
            | (undefined extends Value[Path] ? null : Extract<Value[Path], null>)
        : never;

/** An attribute whose `filter` names members. */
interface WithMembers<Members = FilterMembers> {
  readonly options: { readonly filter: Members };
}

/** The paths of the members that `filter` of an attribute names. */
export type MembersOf<Declared> =
  Declared extends WithMembers<infer Members extends FilterMembers> ? keyof Members & string : never;

// Most types have no such attribute: the compiler finds this once for each kind of attribute, and not for each name.
/** The members of the objects of attributes that `filter` accepts, such as `data.city`. */
export type MemberName<Fields> = [Extract<Fields[keyof Fields], WithMembers>] extends [never]
  ? never
  : { [Name in keyof Fields]: `${Name & string}.${MembersOf<Fields[Name]>}` }[keyof Fields];

/** Where a member stands in the values of an attribute, and its type. A value of another type counts as null. */
export interface MemberPlace {
  /** The name of the attribute. */
  readonly attribute: string;
  readonly path: readonly string[];
  readonly type: 'string' | 'number' | 'boolean';
}
