import type { Api } from '../schema/api.ts';
import type {
  AttributesOf,
  KindOf,
  NamesWith,
  OptionsOf,
  RelationshipsOf,
  TargetOf,
  TypeName,
} from '../schema/infer.ts';
import type { MemberName } from '../schema/member-place.ts';

/** Whether a union has several members. Several types do not have a common field that could be compared. */
type HasSeveralTargets<Target, Each = Target> = Each extends unknown ? ([Target] extends [Each] ? false : true) : never;

type Declared<A extends Api, Type extends TypeName<A>, Option extends 'sort' | 'filter'> = NamesWith<
  RelationshipsOf<A, Type>,
  Option
>;

/** The names that can follow a relationship in a path: those that its option lists, or all. */
type NextName<A extends Api, Type extends TypeName<A>, Name, Option extends 'sort' | 'filter', All extends string> =
  OptionsOf<RelationshipsOf<A, Type>[Name & keyof RelationshipsOf<A, Type>]> extends {
    readonly [Key in Option]: readonly (infer Listed extends string)[];
  }
    ? Extract<All, Listed | `${Listed}.${string}`>
    : All;

/** The relationships of a type that can be filtered by ids. */
type IdsName<A extends Api, Type extends TypeName<A>> = {
  [Name in Declared<A, Type, 'filter'>]: 'id' extends NextName<A, Type, Name, 'filter', 'id'> ? Name : never;
}[Declared<A, Type, 'filter'>];

/** The relationships of a type through which a path can continue. */
type TraversableName<A extends Api, Type extends TypeName<A>, Option extends 'sort' | 'filter'> = {
  [Name in Declared<A, Type, Option>]: HasSeveralTargets<TargetOf<A, Type, Name>> extends true
    ? never
    : Option extends 'filter'
      ? Name
      : KindOf<A, Type, Name> extends 'to-one'
        ? Name
        : never;
}[Declared<A, Type, Option>];

// Lookups: while the compiler does not know the type, it would find the names of all types for a condition.
/**
 * The fields that `sort` accepts on a type: its own, and those of related resources such as `author.name`, up to three
 * steps, which is also the default limit for requests.
 */
export type SortName<
  A extends Api,
  Type extends TypeName<A>,
  Depth extends readonly unknown[] = [1, 2, 3],
> = Depth extends readonly [unknown, ...infer Rest]
  ? {
      [Each in Type]:
        | 'id'
        | NamesWith<AttributesOf<A, Each>, 'sort'>
        | {
            [Name in TraversableName<
              A,
              Each,
              'sort'
            >]: `${Name}.${NextName<A, Each, Name, 'sort', SortName<A, TargetOf<A, Each, Name>, Rest>>}`;
          }[TraversableName<A, Each, 'sort'>];
    }[Type]
  : never;

/**
 * The fields that `filter` accepts on a type: its own, and those of related resources such as `author.name`, up to
 * three steps, which is also the default limit for requests.
 */
export type FilterName<
  A extends Api,
  Type extends TypeName<A>,
  Depth extends readonly unknown[] = [1, 2, 3],
> = Depth extends readonly [unknown, ...infer Rest]
  ? {
      [Each in Type]:
        | 'id'
        | NamesWith<AttributesOf<A, Each>, 'filter'>
        | MemberName<AttributesOf<A, Each>>
        | IdsName<A, Each>
        | {
            [Name in TraversableName<
              A,
              Each,
              'filter'
            >]: `${Name}.${NextName<A, Each, Name, 'filter', FilterName<A, TargetOf<A, Each, Name>, Rest>>}`;
          }[TraversableName<A, Each, 'filter'>];
    }[Type]
  : never;
