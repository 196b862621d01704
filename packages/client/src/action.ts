import type { ActionName, Api, TypeName } from '@linkage/core';
import {
  type ActionOptionsOf,
  type ActionValue,
  type OptionTable,
  optionTable,
  readOptions,
  type TargetOfAction,
} from '@linkage/core/internal';
import type { Answer } from './answer.ts';
import type { WriteOptions } from './client-options.ts';
import { withQuery } from './links.ts';
import type { IsUntyped } from './names.ts';
import type { GetQuery, ListQuery } from './query.ts';
import type { Setup } from './setup.ts';
import { write } from './write.ts';

/** The actions of a type. */
export type NameOfAction<A extends Api, Type extends TypeName<A>> =
  IsUntyped<A> extends true ? string : ActionName<A, Type>;

/** The input, which can be absent if each of its members can. */
type InputOf<Value> = [Value] extends [undefined]
  ? { readonly input?: undefined }
  : Record<never, never> extends Value
    ? { readonly input?: Value }
    : { readonly input: Value };

/** The id of the resource of an action, or its filter. */
type About<A extends Api, Type extends TypeName<A>, On> = On extends 'collection'
  ? unknown
  : On extends 'filter'
    ? { readonly filter: NonNullable<ListQuery<A, Type>['filter']> }
    : { readonly id: string } & Pick<GetQuery<A, Type>, 'include' | 'fields'>;

/** The parts of a request to an action. */
export type ActionInput<A extends Api, Type extends TypeName<A>, Name extends string> =
  IsUntyped<A> extends true
    ? { readonly id?: string; readonly input?: object } & Pick<ListQuery<A, Type>, 'include' | 'fields' | 'filter'>
    : About<A, Type, TargetOfAction<ActionOptionsOf<A, Type, Name>>> &
        InputOf<ActionValue<ActionOptionsOf<A, Type, Name>, 'input', 'input'>>;

/** The answer with the output in `meta`. Without a schema of the output, the compiler does not know the members of `meta`. */
type WithOutput<Known extends Answer<unknown>, Output> = Output extends object
  ? Omit<Known, 'meta'> & { readonly meta: Output }
  : Known;

/** The result of an action: the resource, if it still exists, and the output in `meta`. */
export type ActionAnswer<A extends Api, Type extends TypeName<A>, Name extends string, Resource> = WithOutput<
  Answer<TargetOfAction<ActionOptionsOf<A, Type, Name>> extends 'resource' ? Resource | undefined : undefined>,
  ActionValue<ActionOptionsOf<A, Type, Name>, 'output', 'input'>
>;

/**
 * What the name of an action must be besides: if the action is declared with `ifMatch: true`, the options of the call contain `ifMatch`. The
 * server would reject every other call.
 */
export type Conditional<Declared, Options> = [Declared] extends [never]
  ? unknown
  : Declared extends { readonly ifMatch: true }
    ? Options extends { readonly ifMatch: unknown }
      ? unknown
      : { readonly ifMatch: 'Requires the option `ifMatch`' }
    : unknown;

/** A sentence for each name that is not an option: the compiler accepts any in an inferred object. */
export type KnownOptions<Options> = {
  readonly [Name in Exclude<keyof Options, keyof WriteOptions>]: `"${Name & string}" is not an option of a write.`;
};

const members: OptionTable = optionTable(
  { id: 'string', input: 'object', filter: 'array', include: 'array', fields: 'object' },
  'member',
);

/** Sends a request to an action: its input is `meta` of the document. */
export async function act(
  setup: Setup,
  type: string,
  name: string,
  given: object,
  options?: WriteOptions,
): Promise<Answer<unknown>> {
  const {
    id,
    input = {},
    ...query
  } = readOptions<{ readonly id?: string; readonly input?: object }>('client.action: request', given, members);
  const url = withQuery(setup.urlOf(type, id === undefined ? [] : [id], '-actions', name), query);
  return write(setup, ['action', type, name], 'POST', url, { meta: input }, options);
}
