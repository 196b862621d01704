import type { Api } from '../schema/api.ts';
import type { AttributesOf, KindOf, NamesWith, RelationshipsOf, TargetOf, TypeName } from '../schema/infer.ts';

/** Whether a union has several members. Several types do not have a common field that could be compared. */
type HasSeveralTargets<Target, Each = Target> = Each extends unknown ? ([Target] extends [Each] ? false : true) : never;

type Declared<A extends Api, Type extends TypeName<A>, Option extends 'sort' | 'filter'> = NamesWith<
  RelationshipsOf<A, Type>,
  Option,
  false
>;

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

/**
 * The fields that `sort` accepts on a type: its own, and those of related resources such as `author.name`, up to three
 * steps, which is also the default limit for requests.
 */
export type SortName<
  A extends Api,
  Type extends TypeName<A>,
  Depth extends readonly unknown[] = [1, 2, 3],
> = Depth extends readonly [unknown, ...infer Rest]
  ? Type extends unknown
    ?
        | NamesWith<AttributesOf<A, Type>, 'sort', false>
        | {
            [Name in TraversableName<A, Type, 'sort'>]: `${Name}.${SortName<A, TargetOf<A, Type, Name>, Rest>}`;
          }[TraversableName<A, Type, 'sort'>]
    : never
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
  ? Type extends unknown
    ?
        | NamesWith<AttributesOf<A, Type>, 'filter', false>
        | Declared<A, Type, 'filter'>
        | {
            [Name in TraversableName<A, Type, 'filter'>]: `${Name}.${FilterName<A, TargetOf<A, Type, Name>, Rest>}`;
          }[TraversableName<A, Type, 'filter'>]
    : never
  : never;
