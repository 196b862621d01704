import type { DocumentValue } from '../../schema/value-types.ts';

export declare const memberData: unique symbol;

/** A member of a relationship whose memberships have data. For the compiler only: `membershipsOf` returns the data. */
export interface MemberWith<Data> {
  readonly [memberData]?: Data;
}

/** The data of a membership in a document. */
export type MemberMeta<Declared> = { readonly [Name in keyof Declared]: DocumentValue<Declared[Name]> };
