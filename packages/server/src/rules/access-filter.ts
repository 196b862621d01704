import type { Api, FilterCondition, RelationshipDefinition, ResourceType } from '@linkage/core';
import {
  andThen,
  describeValue,
  Generations,
  oncePer,
  storedAttributes,
  termsIn,
  truncate,
} from '@linkage/core/internal';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, Selection } from '../sources/port/data-source.ts';
import { selectionWith } from '../sources/port/selection.ts';
import type { AccessControl } from './access-control.ts';
import type { LinkedFrom } from './access-rules.ts';
import { neverMatches, readCondition } from './read-condition.ts';

/** The resources of a type that a user can read. */
export type AccessFilter = 'all' | 'none' | readonly FilterCondition[];

/** The attributes of a type that the user can read of some resources or of none, computed ones too, and which resources show them. */
export type UndecidedFields = ReadonlyMap<string, Exclude<AccessFilter, 'all'>>;

/** A type, and what it takes to check the conditions that a rule returns for it. */
export interface Ruled {
  readonly api: Api;
  readonly type: ResourceType;
  readonly source: Pick<AnySource, 'find'> | undefined;
}

/**
 * Checks the result of a rule that decides on resources: true, false, or conditions.
 *
 * @param rule The rule, for messages: `access.people.read`.
 * @throws {TypeError} If it is another value, or conditions for a type whose source does not have `find`.
 */
export function readRuleResult(rule: string, { api, type, source }: Ruled, answer: unknown): AccessFilter {
  if (typeof answer === 'boolean') return answer ? 'all' : 'none';
  // An empty array would match every resource. It is usually a bug, so reject it.
  if (!Array.isArray(answer) || answer.length === 0) {
    throw new TypeError(
      `\`${rule}\` must return true, false, or a non-empty array of conditions, but it returned ${describeValue(answer)}. To allow all resources, return true.`,
    );
  }
  // Linkage can also lead to resources of a type that has no source.
  if (source?.find === undefined) {
    throw new TypeError(
      `\`${rule}\` must return true or false, because type "${type.name}" does not have a source with \`find\`, but it returned conditions.`,
    );
  }
  const key = keyOf(rule, answer);
  const accessFilters = accessFiltersOfSource(source);
  const known = key === undefined ? undefined : accessFilters.get(key);
  if (known !== undefined) return known;
  const conditions = answer.map((given) => readCondition(`\`${rule}\` returned a condition`, api, type, given));
  const accessFilter = conditions.some(neverMatches) ? 'none' : Object.freeze(conditions);
  if (key !== undefined) accessFilters.set(key, accessFilter);
  return accessFilter;
}

/** Returns what resources must match, for a message: the conditions as JSON. */
export function describeFilter(accessFilter: AccessFilter): string {
  return accessFilter === 'none' ? 'no resource matches its conditions' : truncate(JSON.stringify(accessFilter), 300);
}

/** The number of access filters of one generation, and the length of a string of conditions that is kept. */
const GENERATION_SIZE = 128;
const MAX_KEY = 2000;

/** The access filters that rules have returned, by the strings of their conditions. Most users come again, and what follows is kept with them. */
const accessFiltersOfSource = oncePer((_: object) => new Generations<AccessFilter>(GENERATION_SIZE));

/** Returns a string that only an equal value has, or undefined for values that are not a string, a boolean, null, or a finite number. */
function textOfPlain(value: unknown): string | undefined {
  // The length separates a string from what follows it. This is faster than `JSON.stringify`.
  if (typeof value === 'string') return `${value.length}"${value}`;
  return typeof value === 'boolean' || value === null || Number.isFinite(value) ? `${value},` : undefined;
}

/** Returns a string that is equal for equal conditions of a rule, or undefined if they are groups, have values of other kinds, or are long. */
function keyOf(rule: string, answer: readonly unknown[]): string | undefined {
  let key = rule;
  for (const condition of answer) {
    if (typeof condition !== 'object' || condition === null || Object.getPrototypeOf(condition) !== Object.prototype)
      return undefined;
    for (const name of Object.keys(condition)) {
      const value = (condition as Readonly<Record<string, unknown>>)[name];
      key += `${name.length}:${name}`;
      if (Array.isArray(value)) key += `[${value.length},`;
      for (const part of Array.isArray(value) ? value : [value]) {
        const text = textOfPlain(part);
        if (text === undefined) return undefined;
        key += text;
      }
    }
    key += ';';
    if (key.length > MAX_KEY) return undefined;
  }
  return key;
}

/** The rules of a server, and the user for whom they decide. */
interface Ruling {
  readonly control: AccessControl;
  readonly context: unknown;
  ruledOf(type: string): Ruled;
}

/**
 * Returns which resources of a type a user can read.
 *
 * @throws {TypeError} If the rule does not return true, false, or conditions.
 */
export function readAccessFilter(access: Ruling, name: string): Awaitable<AccessFilter> {
  const rule = access.control.ruleOf(name);
  if (rule.read === undefined) return access.control.absent === 'allow' ? 'all' : 'none';
  const answer = rule.read(access.context);
  if (answer === true) return 'all';
  return andThen<unknown, AccessFilter>(answer, (given) =>
    readRuleResult(`access.${name}.read`, access.ruledOf(name), given),
  );
}

/**
 * Returns which resources of a type a user can link by their ids from a relationship, beside those that they can read.
 *
 * @throws {TypeError} If the rule does not return true, false, or conditions.
 */
export function readLinkFilter(access: Ruling, name: string, from: LinkedFrom<Api>): Awaitable<AccessFilter> {
  const rule = access.control.ruleOf(name);
  if (rule.link === undefined) return 'none';
  return andThen<unknown, AccessFilter>(rule.link(access.context, from), (answer) =>
    readRuleResult(`access.${name}.link`, access.ruledOf(name), answer),
  );
}

/** The resources that a user can read. */
interface AccessFilters {
  accessFilterOf(type: string): Awaitable<AccessFilter>;
}

/** Returns the access filters of several types, which their rules return at the same time. */
export function accessFiltersOf(access: AccessFilters, types: Iterable<string>): Awaitable<readonly AccessFilter[]> {
  const accessFilters: Awaitable<AccessFilter>[] = [];
  let waits = false;
  for (const type of types) {
    const accessFilter = access.accessFilterOf(type);
    waits ||= typeof accessFilter !== 'string' && !Array.isArray(accessFilter);
    accessFilters.push(accessFilter);
  }
  return waits ? Promise.all(accessFilters) : (accessFilters as AccessFilter[]);
}

/** Whether the user can read only some of the resources that a relationship can contain. */
export function isRestricted(access: AccessFilters, { targets }: RelationshipDefinition): Awaitable<boolean> {
  return andThen(accessFiltersOf(access, targets), (accessFilters) => accessFilters.some((it) => it !== 'all'));
}

/** Returns the conditions of an access filter, for a source. */
export function termsOf(accessFilter: AccessFilter): readonly FilterCondition[] {
  return typeof accessFilter === 'string' ? [] : accessFilter;
}

/** Adds the fields of an access filter's conditions to a selection. */
export function withConditions(selection: Selection, type: ResourceType, accessFilter: AccessFilter): Selection {
  const fields = termsIn(termsOf(accessFilter)).map(({ field }) => field.split('.', 1)[0] as string);
  if (fields.length === 0) return selection;
  return {
    ...selection,
    attributes: new Set([...selection.attributes, ...fields.filter((field) => type.attributes.has(field))]),
    relationships: new Set([...selection.relationships, ...fields.filter((field) => type.relationships.has(field))]),
  };
}

/** Returns the fields of one type from a selection. */
export function selectionOn(selection: Selection, type: ResourceType): Selection {
  return {
    ...selection,
    attributes: new Set([...selection.attributes].filter((name) => type.attributes.has(name))),
    relationships: new Set([...selection.relationships].filter((name) => type.relationships.has(name))),
  };
}

/** Returns a selection of all fields of a type that records contain. */
export function allFieldsOf(type: ResourceType): Selection {
  return selectionWith(new Set(storedAttributes(type)), new Set(type.relationships.keys()));
}
