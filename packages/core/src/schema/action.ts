import { describeValue } from '../internal/describe-value.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isSchema } from './asynchronous-schema.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * The actions that write. Methods of sources, access rules, hooks, events, and functions of clients have these names. Every table of
 * actions is a record with an entry for each, so a table that lacks a new one does not compile.
 */
export type WriteAction = 'create' | 'update' | 'delete' | 'updateRelationship';

/** The target of an action: one resource, the collection, or the resources of the collection that match a filter. */
export type ActionTarget = 'resource' | 'collection' | 'filter';

/** Options of an action. */
export interface ActionOptions {
  /**
   * What the action is about: one resource, the collection, or the resources that match the `filter` of the request. Default:
   * `resource`.
   */
  readonly on?: ActionTarget | undefined;
  /** The schema of the input, an object: `meta` of the request document. Default: the action does not have an input. */
  readonly input?: StandardSchema<object, unknown> | undefined;
  /** The schema of the output, an object: `meta` of the response document. Default: the action does not have an output. */
  readonly output?: StandardSchema<object, unknown> | undefined;
  /** Whether requests must contain `If-Match`. Only an action on a resource has it. Default: as for other writes to the type. */
  readonly ifMatch?: boolean | undefined;
  /** The maximum number of resources that a filter can match. Default: 100. */
  readonly limit?: number | undefined;
  /** The meaning of the action, for descriptions of the API. */
  readonly description?: string | undefined;
  /** Whether clients should stop using the action, for descriptions of the API. A string says what to use instead. */
  readonly deprecated?: boolean | string | undefined;
}

/** An action of the application on resources of a type: its URL is below that of the resource, or of the collection. */
export interface Action<Options extends ActionOptions = ActionOptions> {
  readonly kind: 'action';
  readonly options: Options;
}

type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof ActionOptions
  >]: `"${Name & string}" is not an option of an action. Known options: on, input, output, ifMatch, limit, description, deprecated`;
};

const actionOptions: OptionTable = optionTable({
  on: ['resource', 'collection', 'filter'],
  input: 'any',
  output: 'any',
  ifMatch: 'boolean',
  limit: 'number',
  description: 'string',
  deprecated: 'any',
});

function checkSchema(member: 'input' | 'output', schema: StandardSchema | undefined): void {
  if (schema === undefined || isSchema(schema)) return;
  throw new TypeError(
    `defineAction: \`${member}\` must be a Standard Schema, such as \`z.object({ … })\`, but it is ${describeValue(schema)}.`,
  );
}

/**
 * Declares an action: a change of resources with a URL, an input, and an output of its own, such as `close` of an issue. Its place is
 * `actions` of a type, and the option `actions` of the server contains its function.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 * @example
 * issues: {
 * attributes: { status: z.string() },
 * actions: { close: defineAction({ input: z.object({ reason: z.string() }) }) },
 * }
 */
export function defineAction<const Options extends ActionOptions & CheckOptions<Options> = Record<never, never>>(
  options?: Options & ActionOptions,
): Action<Options> {
  const given = readOptions<ActionOptions>('defineAction', options ?? {}, actionOptions);
  const { on = 'resource', input, output, ifMatch, limit } = given;
  checkSchema('input', input);
  checkSchema('output', output);
  if (ifMatch === true && on !== 'resource')
    throw new TypeError('defineAction: `ifMatch` requires `on: "resource"`, because only a resource has a version.');
  if (limit !== undefined && (on !== 'filter' || !Number.isSafeInteger(limit) || limit < 1))
    throw new TypeError(
      `defineAction: \`limit\` must be a whole number of at least 1, together with \`on: "filter"\`, but it is ${describeValue(limit)}.`,
    );
  return Object.freeze({ kind: 'action', options: Object.freeze(given) as Options });
}
