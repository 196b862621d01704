import type { Action, ActionTarget } from './action.ts';
import type { Api } from './api.ts';
import type { TypeName } from './infer.ts';
import type { StandardSchema } from './standard-schema.ts';

type ActionsOf<A extends Api, Type extends TypeName<A>> = A['declaration'][Type] extends {
  readonly actions: infer Actions;
}
  ? Actions
  : Record<never, never>;

/** The names of the actions of a type, or of each type if there are several. */
export type ActionName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? keyof ActionsOf<A, Type> & string
  : never;

/** The options of an action. */
export type ActionOptionsOf<
  A extends Api,
  Type extends TypeName<A>,
  Name extends string,
> = Name extends keyof ActionsOf<A, Type>
  ? ActionsOf<A, Type>[Name] extends Action<infer Options>
    ? Options
    : never
  : never;

/** The target of an action with these options. */
export type TargetOfAction<Options> = Options extends { readonly on: infer On extends ActionTarget } ? On : 'resource';

/** The types of the input, or of the output: of what documents contain, and of what the application uses. Without a schema, undefined. */
export type ActionValue<Options, Member extends 'input' | 'output', Form extends 'input' | 'output'> = Options extends {
  readonly [Key in Member]: infer Schema extends StandardSchema;
}
  ? NonNullable<Schema['~standard']['types']>[Form]
  : undefined;
