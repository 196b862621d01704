import type { Api, ResourceType } from '@linkage/core';
import { describeValue, memberOf, ownMember, setOwn, suggestName } from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { subjectRecord } from '../../rules/subject-record.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import { idOf } from '../../sources/port/record-id.ts';
import type { NeededFields } from './added-members.ts';

/** Functions that declare the fields that they need. */
type Needing = { readonly needs?: NeededFields | undefined } | undefined;

/**
 * Asserts that the records of every source contain these fields.
 *
 * @throws {TypeError} If the type does not have a field, or the field is computed or a to-many relationship.
 */
export function checkNeeds(where: string, { name, attributes, relationships }: ResourceType, needs: unknown): void {
  if (!Array.isArray(needs)) throw new TypeError(`${where} must be an array, but it is ${describeValue(needs)}.`);
  for (const need of needs) {
    const attribute = attributes.get(need);
    if (attribute?.compute !== undefined)
      throw new TypeError(`${where} must not list \`${need}\`, because it is computed. List the fields that it needs.`);
    if (relationships.get(need)?.kind === 'to-many')
      throw new TypeError(
        `${where} must not list \`${need}\`, because it is a to-many relationship, which records can omit.`,
      );
    if (attribute !== undefined || relationships.has(need)) continue;
    const hint = suggestName(String(need), [...attributes.keys(), ...relationships.keys()]);
    throw new TypeError(`${where}: ${describeValue(need)} is not a field of "${name}".${hint}`);
  }
}

/**
 * Returns the fields that the functions of the application, and those of extensions and profiles, need of each type.
 *
 * @throws {TypeError} If one of them is a relationship that the records of its source do not contain.
 */
export function neededFields(
  api: Api,
  sourceOf: (type: string) => Pick<AnySource, 'storage'> | undefined,
  application:
    | { readonly resources: ReadonlyMap<string, { readonly needs?: readonly string[] | undefined }> }
    | undefined,
  extensions: readonly { readonly members?: Needing }[],
  profiles: readonly { readonly meta?: Needing }[],
): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  const add = (where: string, type: string, needs: readonly string[]): void => {
    const { storage } = sourceOf(type) ?? {};
    const apart = needs.find((need) => (storage?.[need]?.storedIn ?? 'record') !== 'record');
    if (apart !== undefined)
      throw new TypeError(
        `createServer: ${where} must not list \`${apart}\`, because records of "${type}" do not contain it: other rows store its links. List an attribute that the source computes, or add the members to the related type.`,
      );
    all.set(type, [...new Set([...(all.get(type) ?? []), ...needs])]);
  };
  for (const [type, { needs = [] }] of application?.resources ?? []) add(`resources.${type}.needs`, type, needs);
  const addAll = (where: string, functions: Needing): void => {
    for (const [type, needs] of readByType<readonly string[]>(api, `createServer: ${where}.needs`, functions?.needs)) {
      checkNeeds(`createServer: ${where}.needs.${type}`, api.types.get(type) as ResourceType, needs);
      add(`${where}.needs.${type}`, type, needs);
    }
  };
  for (const [index, { members }] of extensions.entries()) addAll(`extensions[${index}].members`, members);
  for (const [index, { meta }] of profiles.entries()) addAll(`profiles[${index}].meta`, meta);
  return all;
}

/**
 * Returns the record of a function with its id and the fields that the function declares, whatever else the source returned. Undefined if the
 * record lacks one of them, such as a field that the user cannot read.
 */
export function neededRecord(
  api: Api,
  seen: ResourceType,
  needs: readonly string[],
  record: object,
): object | undefined {
  const type = api.types.get(seen.name) ?? seen;
  const picked: Record<string, unknown> = { id: idOf(type.name, record) };
  for (const need of needs) {
    const value = seen.attributes.has(need) || seen.relationships.has(need) ? memberOf(record, need) : undefined;
    if (value === undefined) return undefined;
    setOwn(picked, need, value);
  }
  return subjectRecord(api, type, picked, seen);
}

/** Returns functions of an extension or a profile that receive the records of a type with the fields that they need. */
export function withNeededRecords<Functions extends NonNullable<Needing>>(
  functions: Functions | undefined,
  api: Api,
  type: ResourceType,
): Functions | undefined {
  if (functions === undefined) return undefined;
  const needs = ((functions.needs && ownMember(functions.needs, type.name)) ?? []) as readonly string[];
  const given = Object.entries<() => unknown>(functions as never).map(([name, run]) => {
    if (name !== 'resource' && name !== 'identifier' && name !== 'relationship') return [name, run] as const;
    const ofRecord = (record: object, ...facts: readonly unknown[]) => {
      const found = neededRecord(api, type, needs, record);
      return found && Reflect.apply(run, functions, [found, ...facts]);
    };
    return [name, ofRecord] as const;
  });
  return Object.fromEntries(given) as unknown as Functions;
}
