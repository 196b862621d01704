import { type CaseLevel, levelOf } from '../clauses/clauses.ts';
import type { RelationshipFacts, TypeFacts } from '../facts/type-facts.ts';
import type { Kit } from '../run/kit.ts';
import type { World } from '../run/world.ts';

/** One check of one requirement. */
export interface Case {
  readonly id: string;
  /** The requirements that it checks; the section of the first one is that of the case. */
  readonly rows: readonly string[];
  readonly level: CaseLevel;
  /** The requirement as a sentence. */
  readonly title: string;
  /** Whether the case sends requests that change data. */
  readonly isWriting: boolean;
  /** The types or relationships that it runs with, one after the other. */
  readonly subjects: (world: World) => readonly unknown[];
  /** How many subjects decide the case; all others are not tried. */
  readonly most: number;
  /** The reason why it is undecided without subjects. */
  readonly missing: string;
  readonly run: (kit: Kit, subject: never) => Promise<void> | void;
}

type Run<Subject> = (kit: Kit, subject: Subject) => Promise<void> | void;

/** Creates one kind of cases. */
export type CaseMaker<Subject> = (
  id: string,
  rows: string,
  title: string,
  run: Run<Subject>,
  /** A weaker level than that of the requirement. */
  atMost?: CaseLevel,
) => Case;

function casesOver<Subject>(
  subjects: (world: World) => readonly Subject[],
  missing: string,
  { most = Number.POSITIVE_INFINITY, isWriting }: { readonly most?: number; readonly isWriting: boolean },
): CaseMaker<Subject> {
  return (id, rows, title, run, atMost) => ({
    id,
    rows: rows.split(' '),
    level: levelOf(rows.split(' '), atMost),
    title,
    isWriting,
    subjects,
    most,
    missing,
    run: run as Run<never>,
  });
}

const reading = { isWriting: false };
const writing = { isWriting: true };
const relationshipsOf = (world: World): readonly RelationshipFacts[] =>
  world.types.flatMap((type) => (type.resource === undefined ? [] : type.relationships));
const updatable = ({ types }: World): readonly TypeFacts[] =>
  types.filter(({ sample: { create, update } }) => create !== undefined && update !== undefined && update !== false);
const writable = (to: 'one' | 'many') => (world: World) =>
  world.types.flatMap(({ sample, relationships }) =>
    sample.create === undefined
      ? []
      : relationships.filter((it) => it.to === to && it.sample !== undefined && it.sample.writable !== false),
  );

/** Cases about the API as a whole. */
export const anApi: CaseMaker<World> = casesOver((world) => [world], '', { most: 1, isWriting: false });
/** Cases about each type. */
export const eachType: CaseMaker<TypeFacts> = casesOver(({ types }) => types, 'The samples name no type.', reading);
/** Cases about each type with a resource that exists. */
export const eachResource: CaseMaker<TypeFacts> = casesOver(
  ({ types }) => types.filter(({ resource }) => resource !== undefined),
  'No collection contains a resource, and the samples name no id.',
  reading,
);
/** Cases about the first type with a resource that exists. */
export const aResource: CaseMaker<TypeFacts> = casesOver(
  ({ types }) => types.filter(({ resource }) => resource !== undefined),
  'No collection contains a resource, and the samples name no id.',
  { most: 1, isWriting: false },
);
/** Cases about the first type with a resource that exists, which a wrong server could lose data by. */
export const aRiskyRequest: CaseMaker<TypeFacts> = casesOver(
  ({ types }) => types.filter(({ resource }) => resource !== undefined),
  'No collection contains a resource, and the samples name no id.',
  { most: 1, isWriting: true },
);
/** Cases about each relationship of resources that exist. */
export const eachRelationship: CaseMaker<RelationshipFacts> = casesOver(
  relationshipsOf,
  'No resource has relationships.',
  reading,
);
/** Cases about each type that the samples can create. */
export const eachCreatable: CaseMaker<TypeFacts> = casesOver(
  ({ types }) => types.filter(({ sample }) => sample.create !== undefined),
  'The samples contain no `create`.',
  writing,
);
/** Cases about the first type that the samples can create. */
export const aCreatable: CaseMaker<TypeFacts> = casesOver(
  ({ types }) => types.filter(({ sample }) => sample.create !== undefined),
  'The samples contain no `create`.',
  { most: 1, isWriting: true },
);
/** Cases about each type that the samples can create and update. */
export const eachUpdatable: CaseMaker<TypeFacts> = casesOver(
  updatable,
  'The samples contain no type with `create` and `update`.',
  writing,
);
/** Cases about the first type that the samples can create and update. */
export const anUpdatable: CaseMaker<TypeFacts> = casesOver(
  updatable,
  'The samples contain no type with `create` and `update`.',
  { most: 1, isWriting: true },
);
/** Cases about each type whose updates the server refuses by choice. */
export const eachRefusing: CaseMaker<TypeFacts> = casesOver(
  ({ types }) => types.filter(({ sample: { create, update } }) => create !== undefined && update === false),
  'The samples do not say that the server refuses updates of a type: no `update` is false.',
  writing,
);
/** Cases about each relationship whose changes the server refuses by choice. */
export const eachReadOnly: CaseMaker<RelationshipFacts> = casesOver(
  ({ types }) =>
    types.flatMap(({ sample, relationships }) =>
      sample.create === undefined ? [] : relationships.filter((it) => it.sample?.writable === false),
    ),
  'The samples do not say that the server refuses changes of a relationship: no `writable` is false.',
  writing,
);
/** Cases about each to-one relationship that can be changed. */
export const eachToOne: CaseMaker<RelationshipFacts> = casesOver(
  writable('one'),
  'The samples contain no type with `create` and a to-one relationship that can be changed.',
  writing,
);
/** Cases about each to-many relationship that can be changed. */
export const eachToMany: CaseMaker<RelationshipFacts> = casesOver(
  writable('many'),
  'The samples contain no type with `create` and a to-many relationship that can be changed.',
  writing,
);
/** Cases about requests that change data, once for the API. */
export const aWrite: CaseMaker<World> = casesOver((world) => [world], '', { most: 1, isWriting: true });
