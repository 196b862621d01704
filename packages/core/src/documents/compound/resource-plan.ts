import { oncePer } from '../../internal/once-per.ts';
import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '../../schema/api.ts';
import { fieldNames, isShownByDefault } from '../../schema/shown-attribute.ts';
import { createUrlPlan, type ResourceUrls, type UrlPlan } from '../../schema/url/resource-urls.ts';
import type { AttributePlan } from '../record/attribute-plan.ts';
import { hasDefault } from '../record/default-value.ts';
import { type RelationshipPlan, relationshipPlan } from './relationship-plan.ts';
import type { ResourceStrings } from './resource-strings.ts';

/** The prepared facts about the resource objects of one type in a document. They do not depend on a record. */
export interface ResourcePlan {
  readonly type: ResourceType;
  /** Undefined if the document contains no attributes of the type. */
  readonly attributes: AttributePlan | undefined;
  readonly relationships: readonly RelationshipPlan[];
  /**
   * An object with a member for each relationship, all undefined. Each resource starts with a copy of the template, so
   * its relationships always have the same order.
   */
  readonly template: Readonly<Record<string, undefined>>;
  readonly urls: UrlPlan<RelationshipPlan> | undefined;
  /** Undefined if all URLs are offered. */
  readonly availability: PlannedAvailability | undefined;
  /** The constant parts of the JSON text. Undefined before a writer of strings creates them: `serialize` does not need them. */
  strings: ResourceStrings | undefined;
}

/** The URLs that a server offers for a type. Links to other URLs are omitted, because they would respond with 404. */
export interface PlannedAvailability {
  /** Whether resources of the type have URLs. */
  readonly canFind: boolean;
  /** Whether the relationship URLs can be fetched even if the records do not contain the relationship. */
  readonly canFindRelated: boolean;
  /** The relationships whose target types all have URLs. */
  readonly related: ReadonlySet<RelationshipPlan>;
}

/** Returns the URLs that a server offers for a type with these relationships. */
export type PlanAvailability = (type: string, relationships: readonly RelationshipPlan[]) => PlannedAvailability;

type Offers = ((type: string) => boolean) | undefined;

/** Returns the availability of URLs by functions, which are called once for each type. Undefined functions offer all URLs. */
export function availabilityBy(canFind: Offers, canFindRelated: Offers): PlanAvailability | undefined {
  if (canFind === undefined && canFindRelated === undefined) return undefined;
  const isFound = (type: string): boolean => canFind === undefined || canFind(type);
  return (type, relationships) => ({
    canFind: isFound(type),
    canFindRelated: canFindRelated?.(type) !== false,
    related: new Set(relationships.filter(({ definition }) => definition.targets.every(isFound))),
  });
}

/**
 * The prepared facts about documents with the same fieldsets and URLs: a plan for each type, created when it is needed.
 * `documentPlan` in `document-plan.ts` creates and caches document plans.
 */
export interface DocumentPlan {
  readonly api: Api;
  readonly fields: Fieldsets | undefined;
  readonly urls: ResourceUrls | undefined;
  readonly availability: PlanAvailability | undefined;
  readonly plans: Map<string, ResourcePlan>;
  /** The last two plans that were used. Most resources have the type of one of the previous two resources. */
  last: ResourcePlan | undefined;
  previous: ResourcePlan | undefined;
}

/** Field names by type. */
export type Fieldsets = Readonly<Record<string, readonly string[] | undefined>>;

function templateOf(names: readonly string[]): Readonly<Record<string, undefined>> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

function planAttributes(
  type: ResourceType,
  attributes: ReadonlyMap<string, AttributeDefinition>,
): AttributePlan | undefined {
  if (attributes.size === 0) return undefined;
  const names = [...attributes.keys()];
  const definitions = [...attributes.values()];
  const encodes = definitions.some(({ encode }) => encode !== undefined);
  const members = new Map(definitions.map(({ from, name }) => [from, name]));
  const computes = members.size < names.length || definitions.some(({ compute }) => compute !== undefined);
  const renames = definitions.some(({ from, name }) => from !== name);
  const defaults = definitions.filter(hasDefault).map(({ name }) => name);
  const template = templateOf(names);
  return {
    type,
    attributes,
    encodes,
    computes,
    renames,
    members,
    names,
    defaults,
    template,
    shapes: [],
    misses: 0,
    nests: false,
  };
}

function createResourcePlan({ api, fields, urls, availability }: DocumentPlan, type: ResourceType): ResourcePlan {
  const fieldset = fields?.[type.name];
  const shown = fieldset && new Set(fieldset);
  const showsField =
    shown === undefined ? isShownByDefault : ({ name }: { readonly name: string }): boolean => shown.has(name);
  const attributes = new Map([...type.attributes].filter(([, attribute]) => showsField(attribute)));
  const shownRelationships = [...type.relationships].filter(([, relationship]) => showsField(relationship));
  // An object moves names such as `10` to the front, so the strings do, too.
  const template = templateOf(shownRelationships.map(([name]) => name));
  const relationships = Object.keys(template).map((name) =>
    relationshipPlan(api, type.relationships.get(name) as RelationshipDefinition),
  );
  const urlPlan = urls && createUrlPlan(urls, type.name, relationships);
  return {
    type,
    attributes: planAttributes(type, attributes),
    relationships,
    template,
    urls: urlPlan,
    availability: availability?.(type.name, relationships),
    strings: undefined,
  };
}

/** Returns the plan of one type in a document. */
export function resourcePlan(documentPlan: DocumentPlan, type: ResourceType): ResourcePlan {
  const { last, previous } = documentPlan;
  if (last?.type === type) return last;
  let plan = previous?.type === type ? previous : documentPlan.plans.get(type.name);
  if (plan === undefined) {
    plan = createResourcePlan(documentPlan, type);
    documentPlan.plans.set(type.name, plan);
  }
  documentPlan.previous = last;
  documentPlan.last = plan;
  return plan;
}

/** Returns the plans of the types of an API for documents without links that contain every field that clients can read. */
export const wholePlansOf: (api: Api) => (type: ResourceType) => ResourcePlan = oncePer((api: Api) =>
  oncePer((type: ResourceType): ResourcePlan => {
    const fields = { [type.name]: fieldNames(type) };
    return createResourcePlan(
      { api, fields, urls: undefined, availability: undefined, plans: new Map(), last: undefined, previous: undefined },
      type,
    );
  }),
);
