import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue, truncate } from '../../internal/describe-value.ts';
import type { Finish } from '../../internal/finish.ts';
import { jsonCopy } from '../../internal/json-copy.ts';
import { placedReason, unserializableTag } from '../../internal/json-value.ts';
import { isObject } from '../../internal/members.ts';
import { knownNames } from '../../internal/options.ts';
import type { Extension } from '../../media-type/extension.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import { isAtMember, isExtensionMemberName, namespaceOf } from '../../spec/member/member-name.ts';
import type { RuleId } from '../../spec/rule-statements.ts';

/** The extensions that apply to a document. Undefined if none applies, and `any` for text that is not a document. */
export type AppliedExtensions = readonly Extension[] | 'any' | undefined;

/**
 * Checks a value that a document contains unchanged.
 *
 * @param where The name of the value, for error messages.
 * @throws {TypeError} If the value is not JSON.
 */
export function checkJson(value: unknown, where: string): void {
  const reason = placedReason(value);
  if (reason !== undefined)
    throw ruleViolation('json-value', `${where} must be a JSON value, but it contains ${reason}.`);
}

/**
 * Checks that a copy by `jsonCopy` is an object. Does not check its members.
 *
 * @throws {TypeError} If JSON cannot represent it as an object.
 */
export function checkObject(value: unknown, rule: RuleId, where: string): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw ruleViolation(rule, `${where} must be an object, but it is ${describeValue(value)}.`);
  const lost = unserializableTag(value);
  if (lost !== undefined) throw ruleViolation('json-value', `${where} must be a JSON value, but it contains ${lost}.`);
}

/**
 * Checks a meta object. Pass a copy by `jsonCopy`: it is an object only if JSON can represent the original as an
 * object.
 *
 * @param where The name of the object, for error messages.
 * @throws {TypeError} If it is not an object, or not JSON.
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export function checkMeta(meta: unknown, where: string): asserts meta is MetaObject {
  checkObject(meta, 'meta-object', where);
  checkJson(meta, where);
}

/**
 * Returns a checked copy of a meta object.
 *
 * @param where The name of the object, for error messages.
 * @throws {TypeError} If JSON cannot represent it as an object, or if it contains a value that JSON cannot represent.
 */
export function copyMeta(meta: unknown, where: string, finish: Finish): MetaObject {
  const copy = jsonCopy(meta, finish);
  checkMeta(copy, where);
  return copy;
}

/** Checks a member. `where` names the object that contains it. */
export type Check = (value: unknown, where: string, name: string) => void;

/** Creates the check of a member that must pass a test. */
/* @__NO_SIDE_EFFECTS__ */
export function checkThat(test: (value: unknown) => boolean, rule: RuleId, expected: string): Check {
  return (value, where, name) => {
    if (!test(value))
      throw ruleViolation(rule, `${where}.${name} must be ${expected}, but it is ${describeValue(value)}.`);
  };
}

/** Checks a member that must be a meta object. */
export const checkMetaMember: Check = (value, where, name) => checkMeta(value, `${where}.${name}`);

/** Whether every object of a document can have a member with this name: an at-member, or a member of an applied extension. */
export function isAdditional(name: string, extensions: AppliedExtensions): boolean {
  if (isAtMember(name)) return true;
  if (extensions === undefined || !isExtensionMemberName(name)) return false;
  return extensions === 'any' || extensions.some(({ namespace }) => namespace === namespaceOf(name));
}

/**
 * Checks the members of an object whose members the specification defines. Pass a copy by `jsonCopy`: it does not have
 * members with the value undefined.
 *
 * @param where The name of the object, for error messages.
 * @throws {TypeError} If a member is not defined or has an invalid value.
 */
export function checkMembers(
  object: object,
  checks: ReadonlyMap<string, Check>,
  where: string,
  extensions: AppliedExtensions,
): void {
  for (const name of Object.keys(object)) {
    const value: unknown = (object as Readonly<Record<string, unknown>>)[name];
    const check = checks.get(name);
    if (check !== undefined) {
      check(value, where, name);
      continue;
    }
    if (!isAdditional(name, extensions)) {
      throw ruleViolation(
        'defined-members',
        `${where} must not contain "${truncate(name)}".${knownNames(name, [...checks.keys()], 'member')}`,
      );
    }
    checkJson(value, `${where}.${name}`);
  }
}

/**
 * Checks at-members, and members of applied extensions. Pass a copy by `jsonCopy`.
 *
 * @param where The name of the function or option that returns them, for error messages.
 * @throws {TypeError} If a member has another name, or is not JSON.
 */
export function checkAdditional(
  members: unknown,
  where: string,
  extensions: AppliedExtensions,
): asserts members is Readonly<Record<string, unknown>> {
  checkObject(members, 'defined-members', where);
  for (const [name, value] of Object.entries(members)) {
    if (!isAdditional(name, extensions)) {
      throw ruleViolation(
        'defined-members',
        `${where} must contain only members of the form \`@name\`, or \`namespace:name\` of an extension in the option \`extensions\`, but it contains ${JSON.stringify(name)}.`,
      );
    }
    checkJson(value, `${where}: ${name}`);
  }
}
