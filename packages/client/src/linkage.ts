import type { Api, TypeName } from '@linkage/core';
import type { ChangedLinkage, LinkageOf } from '@linkage/core/internal';
import type { LinkKind } from './names.ts';

/** A change of a relationship. A to-one relationship can only be replaced. */
export type LinkageUpdate<A extends Api, Type extends TypeName<A>, Name extends string> =
  | { readonly replace: ChangedLinkage<A, Type, Name>; readonly add?: undefined; readonly remove?: undefined }
  | (LinkKind<A, Type, Name> extends 'to-one'
      ? never
      :
          | { readonly add: Members<A, Type, Name>; readonly replace?: undefined; readonly remove?: undefined }
          | { readonly remove: Members<A, Type, Name>; readonly replace?: undefined; readonly add?: undefined });

type Members<A extends Api, Type extends TypeName<A>, Name extends string> = Extract<
  LinkageOf<A, Type, Name>,
  readonly unknown[]
>;
