import {
  type Api,
  defineProfile,
  type Profile,
  type ResourceType,
  type StandardSchema,
  type StoredAttributeName,
  type TypeName,
} from '@linkage/core';
import {
  describeValue,
  type OptionTable,
  optionTable,
  type TimePartName,
  timeParts,
  zoneOffsets,
} from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import { aggregateParameters } from '../../request/aggregate-parameters.ts';
import type { ToOneName } from '../../response/members/application-members.ts';
import type { AggregateFields } from '../../sources/gateway/source-query.ts';
import type { ServerProfile } from '../server-profile.ts';

/** The options of `aggregates`. */
export interface AggregatesOptions {
  /** The URI of the profile. Default: the URI of its description. */
  readonly uri?: string | undefined;
  /** Whether the profile applies to every response, or only if a request names it. Default: `on request`. */
  readonly applied?: 'on request' | 'always' | undefined;
  /** The maximum number of groups in a response. Default: 100. */
  readonly groups?: number | undefined;
  /** The time zone of days and hours, such as `Europe/Berlin`, or a function of the context that returns it. Default: `UTC`. */
  readonly timeZone?: string | ((context: never) => string) | undefined;
}

/** The attributes that requests can aggregate, by resource type. */
export type AggregatesByType<A extends Api> = {
  readonly [Type in TypeName<A>]?: AggregateFields<
    StoredAttributeName<A, Type> & string,
    StoredAttributeName<A, Type> | ToOneName<A, Type> | `${StoredAttributeName<A, Type>}.${TimePartName}`
  >;
};

const URI = 'https://github.com/linkage-js/linkage/blob/main/docs/profiles/aggregates.md';
const MAX_GROUPS = 100;

const options: OptionTable = optionTable({
  uri: 'string',
  applied: ['on request', 'always'],
  groups: 'number',
  timeZone: 'any',
});
const fields: OptionTable = optionTable({ groupBy: 'array', sum: 'array', min: 'array', max: 'array' }, 'member');

const text = (): object => ({ type: 'string' });

/** The text of a parameter: names, separated by commas. With the members of Standard JSON Schema, for descriptions. */
const names: StandardSchema<string, string> = {
  '~standard': Object.freeze({
    version: 1,
    vendor: 'linkage',
    validate: (value: unknown) =>
      typeof value === 'string' ? { value } : { issues: [{ message: 'Expected names, separated by commas.' }] },
    jsonSchema: { input: text, output: text },
  }),
};

/** Returns the attribute of a name in an option, or the attribute whose part of a time it is. */
function attributeName(part: string, name: string): string {
  const [attribute, time] = String(name).split(/\.(.*)/s);
  return part === 'groupBy' && time !== undefined && Object.hasOwn(timeParts, time) ? String(attribute) : name;
}

/** @throws {TypeError} If there is no such time zone. */
function assertTimeZone(timeZone: string): void {
  try {
    zoneOffsets(timeZone);
  } catch (cause) {
    throw new TypeError(
      `aggregates: \`timeZone\` must be a time zone such as \`Europe/Berlin\`, but it is ${describeValue(timeZone)}.`,
      { cause },
    );
  }
}

/** Checks the attributes of one type. */
function readFields(api: Api, type: string, given: AggregateFields): AggregateFields {
  const where = `aggregates: ${type}`;
  const read = readSettings<AggregateFields>(where, given, fields);
  for (const [part, list = []] of Object.entries(read)) {
    for (const name of list) {
      const { attributes, relationships } = api.types.get(type) as ResourceType;
      const relationship = relationships.get(name);
      if (part === 'groupBy' && relationship?.kind === 'to-one' && relationship.read) continue;
      const attribute = attributes.get(attributeName(part, name));
      if (attribute === undefined || attribute.compute !== undefined || !attribute.read)
        throw new TypeError(
          `${where}.${part}: ${JSON.stringify(name)} must be an attribute of "${type}" that clients can read and that records contain${part === 'groupBy' ? ', a part of one such as `at.month` (`year`, `day`, `hour`), or a to-one relationship' : ''}.`,
        );
    }
  }
  return Object.freeze({ ...read });
}

/**
 * Creates the profile for counts, sums, and extreme values of a collection, for all of its resources or by groups of equal values: `GET
 * /issues?groupBy=owner,createdAt.month&sumOf=points`. They are part of the top-level `meta`, and of the same filter and access rules as the total of the
 * collection. The source of the type must aggregate, as memory sources and those of `@linkage/kysely` do; otherwise, the response is 400.
 *
 * @param types The attributes that requests can aggregate. A user aggregates only those that they read of all resources, and groups by a
 * relationship only if they read all resources to which it leads.
 * @throws {TypeError} If a type or an attribute is unknown, computed, or not readable, or an option is not valid.
 * @example
 * const server = createServer(api, sources, {
 *   profiles: [aggregates(api, { issues: { groupBy: ['status'], sum: ['points'] } })],
 * });
 */
export function aggregates<const A extends Api>(
  api: A,
  types: AggregatesByType<A>,
  given: AggregatesOptions = {},
): ServerProfile {
  const { uri = URI, applied, groups = MAX_GROUPS, timeZone = 'UTC' } = readSettings('aggregates', given, options);
  if (!Number.isSafeInteger(groups) || groups < 1)
    throw new TypeError('aggregates: `groups` must be a whole number of 1 or more.');
  if (typeof timeZone !== 'function') assertTimeZone(timeZone);
  const read = new Map<string, AggregateFields>();
  for (const [type, ofType] of readByType<AggregateFields>(api, 'aggregates', types as never))
    read.set(type, readFields(api, type, ofType));
  const parameters = Object.values(aggregateParameters);
  const profile: Profile = defineProfile({ uri, members: { meta: { aggregates: null } }, parameters });
  return Object.freeze({
    profile,
    applied,
    parameters: Object.freeze(Object.fromEntries(parameters.map((name) => [name, names]))),
    aggregates: Object.freeze({
      types: read,
      groups,
      partOf(name: string, context: unknown) {
        const zone = typeof timeZone === 'function' ? timeZone(context as never) : timeZone;
        return { length: timeParts[name as TimePartName], timeZone: zone, offsets: zoneOffsets(zone) };
      },
    }),
  } satisfies ServerProfile);
}
