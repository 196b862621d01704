/** Evaluates the syntax of a declaration: only literals, constants, and the functions of the library. */
import { closestName } from '@linkage/core/internal';
import { isLibraryFunction, isSchema, type LibraryFunction, libraryFunction, schemaMethods } from './library.ts';
import { mistakeAt, mistakeOf, type Place } from './mistake.ts';
import { placeInCall } from './place-in-call.ts';
import type { AccessSyntax, CallSyntax, MemberSyntax, Syntax } from './syntax.ts';
import { MAX_WEIGHT, type Weights } from './weight.ts';

/** The names that expressions can use, and where the objects of the text come from. */
export interface Scope {
  readonly names: Map<string, unknown>;
  readonly weights: Weights;
  /** The members of each object, by name. */
  readonly members: WeakMap<object, ReadonlyMap<string, MemberSyntax>>;
}

/**
 * Returns the value of an expression.
 *
 * @throws {SyntaxError} If a name does not exist, or a function rejects its arguments.
 */
export function evaluate(syntax: Syntax, scope: Scope): unknown {
  if (syntax.kind === 'value') return syntax.value;
  if (syntax.kind === 'name') return valueOfName(syntax.name, syntax, scope);
  if (syntax.kind === 'pattern') return patternOf(syntax.source, syntax.flags, syntax);
  if (syntax.kind === 'array') {
    const items = syntax.items.flatMap(({ isSpread, value }) => {
      const item = evaluate(value, scope);
      if (!isSpread) return [item];
      if (!Array.isArray(item)) throw mistakeAt(value, 'The value after `...` must be an array.');
      return item;
    });
    return weighed(items, items, syntax, scope);
  }
  if (syntax.kind === 'object') return objectOf(syntax.members, syntax, scope);
  if (syntax.kind === 'access') return memberOf(syntax, scope);
  return resultOf(syntax, scope);
}

function weighed<Value>(value: Value, parts: readonly unknown[], place: Place, { weights }: Scope): Value {
  if (weights.note(value, parts) > MAX_WEIGHT)
    throw mistakeAt(place, `The declaration must not have more than ${MAX_WEIGHT} parts.`);
  return value;
}

function valueOfName(name: string, place: Place, { names }: Scope): unknown {
  if (names.has(name)) return names.get(name);
  throw mistakeAt(place, `\`${name}\` is not defined.${hintOf(name, names.keys())}`);
}

function hintOf(name: string, known: Iterable<string>): string {
  const meant = closestName(name, known);
  return meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
}

function patternOf(source: string, flags: string, place: Place): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw mistakeAt(place, error instanceof Error ? error.message : 'The regular expression is not valid.');
  }
}

function objectOf(given: readonly MemberSyntax[], place: Place, scope: Scope): object {
  const members = new Map<string, MemberSyntax>();
  const values = new Map<string, unknown>();
  const writtenNames = new Set<string>();
  for (const member of given) {
    const value = evaluate(member.value, scope);
    if (member.name === undefined) {
      const membersOfValue = typeof value === 'object' && value !== null ? scope.members.get(value) : undefined;
      if (membersOfValue === undefined) throw mistakeAt(member, 'The value after `...` must be an object literal.');
      for (const [name, it] of membersOfValue) members.set(name, it);
      for (const [name, it] of Object.entries(value as object)) values.set(name, it);
    } else {
      if (writtenNames.has(member.name))
        throw mistakeAt(member, `The object contains the member \`${member.name}\` twice.`);
      writtenNames.add(member.name);
      members.set(member.name, member);
      values.set(member.name, value);
    }
  }
  // `fromEntries` makes `__proto__` an own member, like every other name.
  const object = Object.fromEntries(values);
  scope.members.set(object, members);
  return weighed(object, [...values].flat(), place, scope);
}

function memberOf(syntax: AccessSyntax, scope: Scope): unknown {
  const { name, nameFrom: from, to } = syntax;
  const object = evaluate(syntax.object, scope);
  if (object instanceof Map) {
    if (object.has(name)) return object.get(name);
    throw mistakeAt({ from, to }, `The playground does not have \`${name}\` of \`z\`.${hintOf(name, object.keys())}`);
  }
  if (isSchema(object)) {
    const method: unknown = schemaMethods.has(name) ? (object as unknown as Record<string, unknown>)[name] : undefined;
    if (typeof method === 'function')
      return libraryFunction(name, (given) => Reflect.apply(method, object, given as unknown[]), object);
    throw mistakeAt(
      { from, to },
      `The playground does not have the method \`${name}\` of this schema.${hintOf(name, schemaMethods)}`,
    );
  }
  const membersOfValue = typeof object === 'object' && object !== null ? scope.members.get(object) : undefined;
  if (membersOfValue?.has(name)) return (object as Readonly<Record<string, unknown>>)[name];
  throw mistakeAt(
    { from, to },
    `The value does not have the member \`${name}\`.${hintOf(name, membersOfValue?.keys() ?? [])}`,
  );
}

function resultOf(syntax: CallSyntax, scope: Scope): unknown {
  const called = evaluate(syntax.called, scope);
  if (!isLibraryFunction(called)) throw mistakeAt(syntax.called, 'Only functions can be called.');
  const given = syntax.given.map((it) => evaluate(it, scope));
  return weighed(call(called, given, syntax, scope), [called.owner, ...given], syntax, scope);
}

function call(
  { name, call: run }: LibraryFunction,
  given: readonly unknown[],
  syntax: CallSyntax,
  { members }: Scope,
): unknown {
  const wrong = given.findIndex((value) => value instanceof Map || isLibraryFunction(value));
  if (wrong !== -1) throw mistakeAt(syntax.given[wrong] ?? syntax, 'The function must be called.');
  try {
    return run(given);
  } catch (error) {
    if (mistakeOf(error) !== undefined) throw error;
    const message = error instanceof Error ? error.message : `\`${name}\` failed.`;
    throw mistakeAt(placeInCall(syntax, given, message, members), message);
  }
}
