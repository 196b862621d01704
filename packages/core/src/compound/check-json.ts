import type { MetaObject } from '../document/meta-object.ts';
import { breach } from '../error/breach.ts';
import type { Finish } from '../internal/finish.ts';
import { isObject } from '../internal/is-object.ts';
import { jsonCopy } from '../internal/json-copy.ts';
import { lostIn, whyNotJson } from '../internal/json-value.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import type { RuleId } from '../spec/rule-id.ts';

/**
 * Checks a value that goes into a document as it is; `where` names it.
 *
 * @throws {TypeError} It is no JSON.
 */
export function checkJson(value: unknown, where: string): void {
  const reason = whyNotJson(value);
  if (reason !== undefined) throw breach('json-value', `${where} is or holds ${reason}.`);
}

/**
 * Checks that a copy by `jsonCopy` is an object. What it contains is not checked.
 *
 * @throws {TypeError} If JSON has no object for it.
 */
export function checkObject(value: unknown, rule: RuleId, where: string): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw breach(rule, `${where} is an object.`);
  const lost = lostIn(value);
  if (lost !== undefined) throw breach('json-value', `${where} is or holds ${lost}.`);
}

/**
 * Checks a meta object; `where` names it. Pass a copy by `jsonCopy`: it is an object only if JSON has an object for it.
 *
 * @throws {TypeError} It is none, or no JSON.
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export function checkMeta(meta: unknown, where: string): asserts meta is MetaObject {
  checkObject(meta, 'meta-object', where);
  checkJson(meta, where);
}

/**
 * Returns a checked copy of a meta object; `where` names the object in the message of an error.
 *
 * @throws {TypeError} If JSON has no object for it, or if it contains a value that JSON cannot represent.
 */
export function settleMeta(meta: unknown, where: string, finish: Finish): MetaObject {
  const copy = jsonCopy(meta, finish);
  checkMeta(copy, where);
  return copy;
}

/** Checks a member; `where` names the object that has it. */
export type Check = (value: unknown, where: string, name: string) => void;

/** The check of a member that is what a test says, or breaks a rule. */
/* @__NO_SIDE_EFFECTS__ */
export function checkThat(test: (value: unknown) => boolean, rule: RuleId, expected: string): Check {
  return (value, where, name) => {
    if (!test(value)) throw breach(rule, `${where}.${name} is ${expected}.`);
  };
}

/** The check of a member that is a meta object. */
export const checkMetaMember: Check = (value, where, name) => checkMeta(value, `${where}.${name}`);

/**
 * Checks the members of an object that the specification closes; `where` names it. What is undefined is absent.
 *
 * @throws {TypeError} A member is not defined, or is not what it should be.
 */
export function checkMembers(object: object, checks: ReadonlyMap<string, Check>, where: string): void {
  for (const name of Object.keys(object)) {
    const value: unknown = (object as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    const check = checks.get(name);
    if (check !== undefined) {
      check(value, where, name);
      continue;
    }
    if (!isAtMember(name) && !isExtensionMemberName(name)) {
      throw breach('defined-members', `${where}.${name}: it has the members ${[...checks.keys()].join(', ')}.`);
    }
    checkJson(value, `${where}.${name}`);
  }
}
