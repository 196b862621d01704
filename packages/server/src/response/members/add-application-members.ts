import type { MetaObject } from '@linkage/core';
import { errorObjectIssues, hasOwn } from '@linkage/core/internal';
import type { OperationKind } from '../../reading/conditional/operation-context.ts';
import type { Route } from '../../request/route.ts';
import type { ResponseOperation } from '../context.ts';
import { addedMembers } from '../errors/hook-result.ts';
import type { MemberFacts } from './added-members.ts';
import type { ApplicationMembers, RelationshipObjectMembers } from './application-members.ts';
import { type Contributor, noMembers, type ObjectMembers, type TopLevelMembers } from './contributor.ts';
import { neededRecord } from './needed-records.ts';

/** Calls the functions of the application for the top-level members of a document. */
function topLevelMembers(
  { documents }: ApplicationMembers,
  facts: MemberFacts,
  route: Route | undefined,
): TopLevelMembers {
  const relationship = route !== undefined && hasOwn(route, 'relationship') ? route.relationship.name : undefined;
  const about = { ...facts, kind: route?.kind ?? 'endpoint', type: route?.type.name, relationship } as const;
  const links = addedMembers(documents.links?.(about), 'documents.links');
  // The document builder checks the links of all other documents.
  if (route === undefined && errorObjectIssues([], links).length > 0)
    throw new TypeError('documents.links must return the links of a document.');
  return {
    members: undefined,
    links,
    meta: addedMembers(documents.meta?.(about), 'documents.meta') as MetaObject | undefined,
  };
}

/** Returns functions of the application as functions of a record. */
function ofRecord(
  functions: RelationshipObjectMembers,
  where: string,
  facts: MemberFacts,
  seen: (record: object) => object | undefined,
): ObjectMembers {
  const of = (name: 'meta' | 'links') => (record: object) => {
    const found = seen(record);
    return found && addedMembers(functions[name]?.(found, facts), `${where}.${name}`);
  };
  return { additional: undefined, meta: functions.meta && of('meta'), links: functions.links && of('links') };
}

/** The `self` link of a resource must equal the `Location` of the response that created it. */
function withoutSelf(links: NonNullable<ObjectMembers['links']>, where: string): ObjectMembers['links'] {
  return (record) => {
    const added = links(record);
    if (added !== undefined && Object.hasOwn(added, 'self'))
      throw new TypeError(`${where}.links must not return \`self\`, because the server sets this link.`);
    return added;
  };
}

/** Returns the contributor of the application. The functions receive types with the fields that the user can read. */
export function applicationContributor(
  application: ApplicationMembers,
  facts: MemberFacts,
  { request: { server }, route }: Pick<ResponseOperation<OperationKind>, 'request' | 'route'>,
): Contributor {
  return {
    document: () => topLevelMembers(application, facts, route),
    types: application.resources.keys(),
    resources(type) {
      const members = application.resources.get(type.name);
      if (members === undefined) return undefined;
      const where = `resources.${type.name}`;
      const { api } = application;
      const seen = (record: object) => neededRecord(api, type, members.needs ?? [], record);
      const { meta, links } = ofRecord(members, where, facts, seen);
      const readable = [...members.relationships].filter(([name]) => type.relationships.has(name));
      return {
        ...noMembers,
        meta,
        links: links && server.canFind(type.name) ? withoutSelf(links, where) : links,
        relationships: new Map(
          readable.map(([name, its]) => [name, ofRecord(its, `${where}.relationships.${name}`, facts, seen)]),
        ),
      };
    },
  };
}
