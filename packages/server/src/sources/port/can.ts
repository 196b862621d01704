import type { FilterOperator } from '@linkage/core';
import { type Action, actionNames } from './actions.ts';
import { type AppliedFilters, readComparesVersion, readConditions, readParameters } from './source-statements.ts';

/** The methods that read, about which a source can declare something. */
export const readMethods = ['list', 'stream', 'find', 'related'] as const;
export type ReadMethod = (typeof readMethods)[number];

/** The methods that can apply conditions of access rules. */
export type ConditionalMethod = ReadMethod | 'update' | 'delete';
export const conditionalMethods: readonly ConditionalMethod[] = [...readMethods, 'update', 'delete'];

/** The conditions that a method of a source applies. */
export interface Applies {
  readonly isDeclared: boolean;
  /** The types to whose resources it applies conditions of access rules. Empty without a declaration. */
  readonly types: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  /** Whether a condition on a relationship can contain null. */
  readonly nulls: boolean;
  /** Whether it applies groups, and conditions of access rules on paths and on undeclared fields. */
  readonly groups: boolean;
  /** Whether a condition on a relationship can contain identifiers. */
  readonly identifiers: boolean;
  /** Whether it applies conditions on members of objects. */
  readonly members: boolean;
  /** Whether it applies conditions of access rules in orders. */
  readonly sort: boolean;
  /** Whether it applies a query to the members of each of several resources. */
  readonly parents: boolean;
  /** The fields whose values are stored in the record itself, and change with writes of its type alone. */
  readonly stored: ReadonlySet<string>;
}

/** The writes that can check the linkage of a resource. */
type CheckingMethod = 'create' | 'createAll' | 'update' | 'updateAll';

/** The declarations of a source about each of its methods, as data. Read once, when the server is created. */
export interface Can {
  readonly applies: { readonly [Method in ConditionalMethod]: Applies };
  /** The declared query parameters that a method reads, or undefined if the source does not declare them. */
  readonly reads: { readonly [Method in ReadMethod]: ReadonlySet<string> | undefined };
  /** The statements that no longer hold, because a method with a statement was replaced, by the name of the method. */
  readonly lost: ReadonlyMap<ReadMethod, readonly string[]>;
  /** Whether its writes return what is stored, and change nothing else: all of them, because a replaced one may not. */
  readonly returnsWritten: boolean;
  /** Its writes that are complete or without effect also outside of a transaction. */
  readonly atomic: ReadonlySet<Action>;
  /** The relationships whose linkage a method checks. */
  readonly checksLinks: { readonly [Method in CheckingMethod]: ReadonlySet<string> };
  /** How its `update` and `delete` compare an integer version; undefined if they do not. */
  readonly comparesVersion: ReturnType<typeof readComparesVersion>;
  /** The attributes of `find` that depend on the version alone. */
  readonly versioned: ReadonlySet<string>;
  /** Whether it declares this of `createAll`, too. */
  readonly createsAll: boolean;
  /** Whether it declares this of `updateAll`, too. */
  readonly updatesAll: boolean;
  /** The parameters in all statements, also those about functions that are no longer methods of the source. */
  readonly parameters: readonly string[];
}

/** The members of a source that its statements are about. */
type Stating = {
  readonly [Name in
    | ReadMethod
    | Action
    | 'createAll'
    | 'updateAll'
    | 'appliesFilters'
    | 'readsParameters'
    | 'returnsWritten'
    | 'atomicWrites'
    | 'checksLinks'
    | 'comparesVersion'
    | 'version'
    | 'transaction'
    | 'versioned']?: unknown;
};
type AnyMethods = readonly unknown[];

/** The conditions that every source applies. */
const undeclared: Applies = Object.freeze({
  ...{ isDeclared: false, types: new Set<string>(), stored: new Set<string>() },
  operators: new Set<FilterOperator>(['eq', 'lt', 'le', 'gt', 'ge']),
  ...{ nulls: false, groups: false, identifiers: false, members: false, sort: false, parents: false },
});

/** The sets of frozen arrays: all sources of a database can share one array, of which each would have a set. */
const sets: WeakMap<readonly string[], ReadonlySet<string>> = new WeakMap();

function setOf(names: readonly string[]): ReadonlySet<string> {
  const set = sets.get(names) ?? new Set(names);
  if (Object.isFrozen(names)) sets.set(names, set);
  return set;
}

function appliesOf(declared: AppliedFilters): Applies {
  const { types, operators, stored } = declared;
  return Object.freeze({
    ...{ isDeclared: true, types: setOf(types) },
    operators: Array.isArray(operators) ? setOf(operators) : undeclared.operators,
    nulls: Array.isArray(operators),
    ...{ groups: declared.groups === true, identifiers: declared.identifiers === true },
    ...{ members: declared.members === true, sort: declared.sort === true, parents: declared.parents === true },
    stored: Array.isArray(stored) ? setOf(stored) : undeclared.stored,
  });
}

/** Describes what a method applies that not every source applies. */
function describeApplies(name: ReadMethod, { operators, groups }: Applies): readonly string[] {
  const rules = 'conditions of access rules';
  if (name === 'find') return [rules];
  const others = [...operators].filter((operator) => !undeclared.operators.has(operator));
  return [rules, ...(groups ? ['groups'] : []), ...(others.length > 0 ? [`the operators ${others.join(', ')}`] : [])];
}

function isComplete(source: Stating, declared: AnyMethods): boolean {
  return actionNames.every((name) => source[name] === undefined || declared.includes(source[name]));
}

/** Returns the writes that need no transaction. A source whose `transaction` was replaced no longer declares any. */
function atomicOf(source: Stating): ReadonlySet<Action> {
  const declared: AnyMethods = Array.isArray(source.atomicWrites) ? source.atomicWrites : [];
  const { transaction } = source;
  if (transaction !== undefined && !declared.includes(transaction)) return new Set();
  return new Set(actionNames.filter((name) => source[name] !== undefined && declared.includes(source[name])));
}

/** Returns the names in a statement about a method, unless the source has replaced the method. */
function namesFor(method: unknown, declared: unknown, names: unknown): ReadonlySet<string> {
  const applies = method !== undefined && Array.isArray(declared) && declared.includes(method) && Array.isArray(names);
  return new Set(applies ? names : []);
}

/**
 * Reads what a source declares. A statement is about functions: a source that spreads another one and replaces a method keeps the
 * statement, but not for its own method. Only this file, and `readComparesVersion`, compare functions.
 *
 * @throws {TypeError} If `readsParameters` is not an array of objects with `methods` and `names`.
 */
export function readCan(where: string, source: Stating): Can {
  const conditions = readConditions(source.appliesFilters);
  const applies = conditions && appliesOf(conditions);
  const parameters = readParameters(where, source.readsParameters);
  const isIn = (methods: AnyMethods, name: ConditionalMethod): boolean => methods.includes(source[name]);
  const appliesTo = (name: ConditionalMethod): Applies =>
    conditions !== undefined && isIn(conditions.methods, name) ? (applies as Applies) : undeclared;
  // Whatever an update leaves as it is: conditions on other fields are checked after it.
  const keptBy = (its: Applies): Applies => {
    const derived = conditions?.derived;
    if (!Array.isArray(derived) || derived.length === 0) return its;
    return Object.freeze({ ...its, stored: new Set([...its.stored].filter((name) => !derived.includes(name))) });
  };
  const readsOf = (name: ReadMethod): ReadonlySet<string> | undefined => {
    // A method that does not exist reads nothing.
    if (source[name] === undefined) return new Set();
    const declared = parameters.filter(({ methods }) => isIn(methods, name));
    return declared.length === 0 ? undefined : new Set(declared.flatMap(({ names }) => names));
  };
  const isMethod = (method: unknown): boolean => conditionalMethods.some((name) => source[name] === method);
  const lostBy = (name: ReadMethod): readonly string[] => {
    if (source[name] === undefined) return [];
    const isLost = (methods: AnyMethods): boolean => !isIn(methods, name) && !methods.every(isMethod);
    const names = parameters.flatMap((it) => (isLost(it.methods) ? it.names : []));
    return [
      ...(conditions !== undefined && isLost(conditions.methods) ? describeApplies(name, applies as Applies) : []),
      ...names.map((parameter) => `the parameter \`${parameter}\``),
    ];
  };
  const lost = readMethods.map((name) => [name, lostBy(name)] as const).filter(([, parts]) => parts.length > 0);
  const written = Array.isArray(source.returnsWritten) ? source.returnsWritten : [];
  const [links, versioned] = [Object(source.checksLinks), Object(source.versioned)];
  const checkedBy = (name: CheckingMethod) => namesFor(source[name], links.methods, links.relationships);
  const returnsWritten = source.returnsWritten === written && isComplete(source, written);
  const ofEach = <Value>(of: (name: ReadMethod) => Value) => ({
    list: of('list'),
    stream: of('stream'),
    find: of('find'),
    related: of('related'),
  });
  return Object.freeze({
    applies: Object.freeze({ ...ofEach(appliesTo), update: keptBy(appliesTo('update')), delete: appliesTo('delete') }),
    reads: Object.freeze(ofEach(readsOf)),
    lost: new Map(lost),
    returnsWritten,
    atomic: atomicOf(source),
    checksLinks: Object.freeze({
      create: checkedBy('create'),
      createAll: checkedBy('createAll'),
      update: checkedBy('update'),
      updateAll: checkedBy('updateAll'),
    }),
    comparesVersion: readComparesVersion(source),
    versioned: namesFor(source.find, [versioned.find], versioned.attributes),
    createsAll: returnsWritten && written.includes(source.createAll),
    updatesAll: returnsWritten && written.includes(source.updateAll),
    parameters: parameters.flatMap(({ names }) => names),
  });
}
