/** The syntax of a declaration: the part of TypeScript that the playground reads. */
import type { Place } from './mistake.ts';

/** A member of an object: a name with its value, or `...` before an object. */
export interface MemberSyntax extends Place {
  /** The name, or `undefined` for `...`. */
  readonly name: string | undefined;
  readonly value: Syntax;
}

/** An item of an array. */
export interface ItemSyntax {
  readonly isSpread: boolean;
  readonly value: Syntax;
}

/** An object literal. */
export interface ObjectSyntax extends Place {
  readonly kind: 'object';
  readonly members: readonly MemberSyntax[];
}

/** A call, such as `z.string()`. */
export interface CallSyntax extends Place {
  readonly kind: 'call';
  readonly called: Syntax;
  readonly given: readonly Syntax[];
}

/** A member of a value, such as `z.iso`. */
export interface AccessSyntax extends Place {
  readonly kind: 'access';
  readonly object: Syntax;
  readonly name: string;
  readonly nameFrom: number;
}

/** An expression. */
export type Syntax =
  | ObjectSyntax
  | CallSyntax
  | AccessSyntax
  | (Place & { readonly kind: 'array'; readonly items: readonly ItemSyntax[] })
  | (Place & { readonly kind: 'name'; readonly name: string })
  | (Place & { readonly kind: 'value'; readonly value: string | number | boolean | null | undefined })
  | (Place & { readonly kind: 'pattern'; readonly source: string; readonly flags: string });

/** An import of names from a module. */
export interface ImportSyntax extends Place {
  readonly kind: 'import';
  readonly names: readonly { readonly name: string; readonly place: Place }[];
  readonly module: string;
}

/** A statement: an import, a constant, or an expression. */
export type Statement =
  | ImportSyntax
  | (Place & { readonly kind: 'constant'; readonly name: string; readonly value: Syntax })
  | (Place & { readonly kind: 'expression'; readonly value: Syntax });
