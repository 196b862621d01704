import { type CaseLevel, type LevelSource, levelsOf } from '../clauses/clauses.ts';
import type { RelationshipFacts, TypeFacts } from '../facts/type-facts.ts';
import type { Tester } from '../run/tester.ts';
import type { World } from '../run/world.ts';

/** One check of one requirement. */
export interface Case {
  readonly id: string;
  /** The requirements that it checks. The first one decides about its section and its level. */
  readonly rows: readonly string[];
  /** How binding the first of them is, in each string. */
  readonly levels: Readonly<Record<LevelSource, CaseLevel>>;
  /** The requirement as a sentence. */
  readonly title: string;
  /** Whether the case sends requests that change data. */
  readonly isWriting: boolean;
  /** The types or relationships that it runs with, one after the other. */
  readonly subjects: (world: World) => readonly unknown[];
  /** How many subjects decide the case; all others are not tried. */
  readonly most: number;
  /** The reason why it cannot have a verdict without subjects. */
  readonly missing: string;
  /** Whether the server has nothing that could be a subject. */
  readonly isAbsent: (world: World) => boolean;
  readonly run: (tester: Tester, subject: never) => Promise<void> | void;
}

type Run<Subject> = (tester: Tester, subject: Subject) => Promise<void> | void;

/** Creates one kind of cases. */
export type CaseMaker<Subject> = (
  id: string,
  rows: string,
  title: string,
  run: Run<Subject>,
  /** A weaker level than that of the requirement. */
  atMost?: CaseLevel,
) => Case;

/** Creates the case with an id of a table. */
type TableMaker<Id extends string> = <Subject>(make: CaseMaker<Subject>, id: Id, run: Run<Subject>) => Case;

/**
 * Returns the maker of the cases in a table. An entry is the case with this id: the rows of its requirements, a level if theirs are too
 * strong for it, and its title. Values replace `{name}` in an id and its title.
 */
export function checksOf<Id extends string>(
  table: Readonly<Record<Id, `${string}: ${string}`>>,
  values: Readonly<Record<string, string | undefined>> = {},
): TableMaker<Id> {
  const filled = (text: string): string =>
    Object.entries(values).reduce((all, [name, value = '']) => all.replaceAll(`{${name}}`, () => value), text);
  return (make, id, run) => {
    const [, rows = '', atMost, title = ''] =
      /^([A-Z\d -]+?)(?: (should|recommended|profile))?: (.*)$/.exec(table[id]) ?? [];
    return make(filled(id), rows, filled(title), run, atMost as CaseLevel | undefined);
  };
}

type Subjects<Subject> = readonly [
  all: (world: World) => readonly Subject[],
  missing: string,
  isAbsent?: (world: World) => boolean,
];

const never = (): boolean => false;
/** Whether no resource has a relationship of this kind, and the samples name none. Without resources, it is not known. */
const hasNone =
  (to?: 'one' | 'many') =>
  ({ types }: World): boolean =>
    types.every(
      ({ resource, relationships }) =>
        resource !== undefined && relationships.every((it) => to !== undefined && it.to !== undefined && it.to !== to),
    );

function casesOver<Subject>(
  [subjects, missing, isAbsent = never]: Subjects<Subject>,
  isWriting: boolean,
  most = 1,
): CaseMaker<Subject> {
  return (id, rows, title, run, atMost) => ({
    id,
    rows: rows.split(' '),
    levels: levelsOf(rows.split(' '), atMost),
    title,
    isWriting,
    subjects,
    most,
    missing,
    isAbsent,
    run: run as Run<never>,
  });
}

/** The number of subjects of cases that decide about each of them. */
const EACH = Number.POSITIVE_INFINITY;

const world: Subjects<World> = [(it) => [it], ''];
const withResource: Subjects<TypeFacts> = [
  ({ types }) => types.filter(({ resource }) => resource !== undefined),
  'No collection contains a resource, and the samples name no id.',
];
const related: Subjects<RelationshipFacts> = [
  ({ types }) => types.flatMap(({ resource, relationships }) => (resource === undefined ? [] : relationships)),
  'No resource has relationships.',
  hasNone(),
];
/** Types that the samples can create; those that the server creates come first, so that any of them serves a case about one type. */
const creatableTypes = ({ types, gateway }: World): readonly TypeFacts[] => {
  const rank = ({ name }: TypeFacts): number => (gateway.tracked.trials.get(name)?.creates === true ? 0 : 1);
  return types.filter(({ sample }) => sample.create !== undefined).toSorted((left, right) => rank(left) - rank(right));
};
const creatable: Subjects<TypeFacts> = [creatableTypes, 'The samples contain no `create`.'];
const updatable: Subjects<TypeFacts> = [
  (it) => creatableTypes(it).filter(({ sample: { update } }) => update !== undefined && update !== false),
  'The samples contain no type with `create` and `update`.',
];
const writable = (
  is: (it: RelationshipFacts) => boolean,
  missing: string,
  isAbsent: (world: World) => boolean,
): Subjects<RelationshipFacts> => [
  (it) => creatableTypes(it).flatMap(({ relationships }) => relationships.filter(is)),
  missing,
  isAbsent,
];
const changeable = (to: 'one' | 'many'): Subjects<RelationshipFacts> =>
  writable(
    (it) => it.to === to && it.sample !== undefined && it.sample.writable !== false,
    `The samples contain no type with \`create\` and a to-${to} relationship that can be changed.`,
    hasNone(to),
  );

/** Cases about the API as a whole. */
export const anApi: CaseMaker<World> = casesOver(world, false);
/** Cases about each type. */
export const eachType: CaseMaker<TypeFacts> = casesOver(
  [({ types }) => types, 'The samples name no type.'],
  false,
  EACH,
);
/** Cases about each type with a resource that exists. */
export const eachResource: CaseMaker<TypeFacts> = casesOver(withResource, false, EACH);
/** Cases about the first type with a resource that exists. */
export const aResource: CaseMaker<TypeFacts> = casesOver(withResource, false);
/** Cases about the first type with a resource that exists, which a wrong server could lose data by. */
export const aRiskyRequest: CaseMaker<TypeFacts> = casesOver(withResource, true);
/** Cases about each relationship of resources that exist. */
export const eachRelationship: CaseMaker<RelationshipFacts> = casesOver(related, false, EACH);
/** Cases about the first relationship of a resource that exists. */
export const aRelationship: CaseMaker<RelationshipFacts> = casesOver(related, false);
/** Cases about each type that the samples can create. */
export const eachCreatable: CaseMaker<TypeFacts> = casesOver(creatable, true, EACH);
/** Cases about the first type that the samples can create. */
export const aCreatable: CaseMaker<TypeFacts> = casesOver(creatable, true);
/** Cases about each type that the samples can create and update. */
export const eachUpdatable: CaseMaker<TypeFacts> = casesOver(updatable, true, EACH);
/** Cases about the first type that the samples can create and update. */
export const anUpdatable: CaseMaker<TypeFacts> = casesOver(updatable, true);
/** Cases about each type whose updates the server rejects by choice. */
export const eachRejecting: CaseMaker<TypeFacts> = casesOver(
  [
    (it) => creatableTypes(it).filter(({ sample: { update } }) => update === false),
    'The samples do not say that the server rejects updates of a type: no `update` is false.',
    () => true,
  ],
  true,
  EACH,
);
/** Cases about each relationship whose changes the server rejects by choice. */
export const eachReadOnly: CaseMaker<RelationshipFacts> = casesOver(
  writable(
    (it) => it.sample?.writable === false,
    'The samples do not say that the server rejects changes of a relationship: no `writable` is false.',
    () => true,
  ),
  true,
  EACH,
);
/** Cases about each to-one relationship that can be changed. */
export const eachToOne: CaseMaker<RelationshipFacts> = casesOver(changeable('one'), true, EACH);
/** Cases about each to-many relationship that can be changed. */
export const eachToMany: CaseMaker<RelationshipFacts> = casesOver(changeable('many'), true, EACH);
/** Cases about requests that change data, once for the API. */
export const aWrite: CaseMaker<World> = casesOver(world, true);
