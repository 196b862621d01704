import type { Api } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import type { UserKeys } from '../operations/idempotency/keyed-server.ts';
import { actionNames } from '../sources/port/actions.ts';
import type { AnySource } from '../sources/port/any-source.ts';

/** Returns the types of a list. */
export function checkTypes(api: Api, where: string, types: readonly string[]): ReadonlySet<string> {
  const named = Object.fromEntries(types.map((type) => [type, true]));
  return new Set(readByType(api, `createServer: ${where}`, named).keys());
}

/** Returns the lists of names by resource type. */
export function readLists(
  api: Api,
  where: string,
  given: object | undefined,
): Readonly<Record<string, readonly string[]>> {
  const lists = readByType<readonly string[]>(api, where, given);
  for (const [type, names] of lists) {
    if (!Array.isArray(names))
      throw new TypeError(`${where}.${type} must be an array, but it is ${describeValue(names)}.`);
    const wrong = names.findIndex((name) => typeof name !== 'string');
    if (wrong >= 0)
      throw new TypeError(`${where}.${type}[${wrong}] must be a string, but it is ${describeValue(names[wrong])}.`);
  }
  return Object.fromEntries(lists);
}

/**
 * Checks the option `idempotency`, and the types that the keys do not apply to.
 *
 * @throws {TypeError} If it does not contain the result of `idempotencyKeys` and `user`, or contains an unknown type.
 */
export function checkKeys(api: Api, idempotency: Partial<UserKeys> | undefined): void {
  if (idempotency === undefined) return;
  const { keys, user } = idempotency;
  if (typeof keys?.answer !== 'function' || user === undefined) {
    throw new TypeError(
      'createServer: `idempotency` must contain the result of `idempotencyKeys`, and what identifies the user. Write `idempotency: { keys: idempotencyKeys({ store }), user: (user) => user.id }`.',
    );
  }
  checkTypes(api, 'idempotency.exempt', keys.exempt);
  const { writes } = keys.required;
  for (const type of checkTypes(api, 'idempotency.require', [...writes.keys()])) {
    const known: readonly string[] = [...actionNames, ...Object.keys(api.declaration[type]?.actions ?? {})];
    const wrong = [...(writes.get(type) ?? [])].find((name) => !known.includes(name));
    if (wrong !== undefined)
      throw new TypeError(
        `createServer: \`idempotency.require.${type}\` must contain ${known.join(', ')}, but it contains ${describeValue(wrong)}.`,
      );
  }
}

/** Returns the attribute that is the version, by the types whose resources show their entity tags. Undefined: the version is a function. */
export function readTagged(
  api: Api,
  given: readonly string[],
  sourceOf: (type: string) => AnySource | undefined,
): ReadonlyMap<string, string | undefined> {
  const tagged = new Map<string, string | undefined>();
  for (const type of checkTypes(api, 'resourceTags', given)) {
    const version = sourceOf(type)?.version;
    if (version === undefined)
      throw new TypeError(`createServer: resourceTags contains "${type}", so its source must declare a \`version\`.`);
    tagged.set(type, typeof version === 'string' ? version : undefined);
  }
  return tagged;
}

/** Returns the types whose collections are streamed. */
export function readStreamed(
  api: Api,
  given: object | undefined,
  sourceOf: (type: string) => AnySource | undefined,
): ReadonlySet<string> {
  const streamed = new Set<string>();
  for (const [type, isStreamed] of readByType<unknown>(api, 'createServer: stream', given)) {
    const where = `createServer: stream.${type}`;
    if (typeof isStreamed !== 'boolean')
      throw new TypeError(`${where} must be a boolean, but it is ${describeValue(isStreamed)}.`);
    if (!isStreamed) continue;
    if (sourceOf(type)?.stream === undefined)
      throw new TypeError(`${where}: the source of "${type}" must have the method \`stream\`.`);
    streamed.add(type);
  }
  return streamed;
}
