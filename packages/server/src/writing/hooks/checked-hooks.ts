import type { Api, StoredAttributeName, StoredRelationshipName, TypeName } from '@linkage/core';

/** The result of a hook `before`. */
type Returned<Hook> = Hook extends { readonly before: (...given: never) => infer Result } ? Awaited<Result> : never;

/** The names of an object, if the compiler knows them. */
type NamesOf<Part> = string extends keyof Part ? never : keyof Part & string;

/** The names in the fields that a hook returns, which the type does not declare. */
type UnknownNames<A extends Api, Type extends TypeName<A>, Fields> =
  | (Fields extends { readonly attributes: infer Part } ? Exclude<NamesOf<Part>, StoredAttributeName<A, Type>> : never)
  | (Fields extends { readonly relationships: infer Part }
      ? Exclude<NamesOf<Part>, StoredRelationshipName<A, Type>>
      : never);

/** The names that the hooks of one action return, and their type does not declare. */
type UnknownIn<A extends Api, Type, Hooks, Action> = Action extends keyof Hooks
  ? UnknownNames<A, Type & TypeName<A>, Returned<Hooks[Action]>>
  : never;

/** The types whose hooks return fields with other names than those of their type. */
type WrongType<A extends Api, Hooks> = {
  [Type in keyof Hooks & TypeName<A>]: [UnknownIn<A, Type, Hooks[Type], 'create' | 'update'>] extends [never]
    ? never
    : Type;
}[keyof Hooks & TypeName<A>];

type ProblemOf<Name extends string> = [Name] extends [never]
  ? unknown
  : { readonly before: `"${Name}" is not a stored field of the type` };

/** A sentence in place of each hook `before` that returns fields with other names than those of its type. */
type HookProblems<A extends Api, Hooks, Wrong extends keyof Hooks> = {
  readonly [Type in Wrong]?: {
    readonly [Action in keyof Hooks[Type] & ('create' | 'update')]?: ProblemOf<UnknownIn<A, Type, Hooks[Type], Action>>;
  };
};

/**
 * What the hooks of an API must be besides: the compiler accepts any names in the result of a function, so the type of a hook that returns
 * wrong ones is a sentence.
 */
// Unknown if there are none: with another type, the compiler compares all hooks twice.
export type CheckedHooks<A extends Api, Hooks> = [Hooks] extends [never]
  ? // Never taken: the compiler infers the given hooks from this branch.
    Hooks
  : [WrongType<A, Hooks>] extends [never]
    ? unknown
    : HookProblems<A, Hooks, WrongType<A, Hooks>>;
