import type { Api } from '@linkage/core';
import { mergeMeta } from '@linkage/core/internal';
import type { OperationKind } from '../../reading/conditional/operation-context.ts';
import { resourceTag } from '../../reading/conditional/resource-version.ts';
import type { LoadedRecords } from '../../reading/loaded-records.ts';
import type { ResponseOperation } from '../context.ts';
import type { Members } from '../errors/hook-result.ts';
import { applicationContributor } from './add-application-members.ts';
import type { ExtensionHooks, MemberFacts, ProfileHooks } from './added-members.ts';
import { type Contributor, noMembers, type TopLevelMembers } from './contributor.ts';
import { withNeededRecords } from './needed-records.ts';
import { memberHooks, membersOfExtensions, metaOfProfiles } from './plug-in-hooks.ts';

/** Returns the contributor of the profiles. Places without a function are omitted, because each function is called for every resource. */
function profileContributor(
  profiles: readonly ProfileHooks[],
  facts: MemberFacts,
  api: Api,
  loaded: LoadedRecords | undefined,
): Contributor {
  const has = (hook: 'resource' | 'identifier'): boolean => profiles.some(({ meta }) => meta?.[hook] !== undefined);
  const [hasResource, hasIdentifier] = [has('resource'), has('identifier')];
  return {
    types: undefined,
    document: () => ({ members: undefined, links: undefined, meta: metaOfProfiles(profiles, 'document', [facts]) }),
    resources:
      hasResource || hasIdentifier
        ? (type) => {
            const { name } = type;
            const its = profiles.map((it) => ({ ...it, meta: withNeededRecords(it.meta, api, type) }));
            return {
              ...noMembers,
              meta: hasResource ? (record) => metaOfProfiles(its, 'resource', [record, name, facts]) : undefined,
              identifierMeta: hasIdentifier
                ? ({ id, record }) => {
                    const found = loaded?.get(name, id) ?? record;
                    return found && metaOfProfiles(its, 'identifier', [found, name, facts]);
                  }
                : undefined,
            };
          }
        : undefined,
  };
}

/** Returns the contributor of the extensions. */
function extensionContributor(extensions: readonly ExtensionHooks[], facts: MemberFacts, api: Api): Contributor {
  const has = (hook: 'resource' | 'relationship'): boolean =>
    extensions.some(({ members }) => members?.[hook] !== undefined);
  const [hasResource, hasRelationship] = [has('resource'), has('relationship')];
  return {
    types: undefined,
    document: () => ({
      meta: undefined,
      members: membersOfExtensions(extensions, 'document', [facts]),
      links: membersOfExtensions(extensions, 'links', [facts]),
    }),
    resources:
      hasResource || hasRelationship
        ? (definition) => {
            const { name: type, relationships } = definition;
            const its = extensions.map((it) => ({ ...it, members: withNeededRecords(it.members, api, definition) }));
            const readable = hasRelationship ? [...relationships.values()].filter(({ read }) => read) : [];
            const ofRelationship = (name: string) => (record: object) =>
              membersOfExtensions(its, 'relationship', [record, type, name, facts]);
            return {
              ...noMembers,
              additional: hasResource
                ? (record) => membersOfExtensions(its, 'resource', [record, type, facts])
                : undefined,
              relationships: new Map(
                readable.map(({ name }) => [name, { ...noMembers, additional: ofRelationship(name) }]),
              ),
            };
          }
        : undefined,
  };
}

/** The entity tags of resources, for the types of the option `resourceTags`. */
function tagContributor({ request }: ResponseOperation<OperationKind>): Contributor {
  return {
    types: request.server.tagged.keys(),
    document: undefined,
    resources: (type) => {
      const source = request.server.tagged.has(type.name) ? request.sourceOf(type.name) : undefined;
      if (source === undefined) return undefined;
      const meta = (record: object): Members | undefined => {
        const etag = resourceTag({ request, source }, type, record);
        return etag === undefined ? undefined : { etag };
      };
      return { ...noMembers, meta };
    },
  };
}

/** Whether the application, an extension, or a profile of a response adds anything to its documents. */
export function addsMembers({ request }: Pick<ResponseOperation<OperationKind>, 'request'>): boolean {
  return request.applied.addsMembers || request.server.applicationMembers !== undefined;
}

/** Returns what the profiles, the application, and the extensions of a response add to its document. Pages have priority over them. */
export function contributorsOf(
  operation: ResponseOperation<OperationKind>,
  loaded?: LoadedRecords,
): readonly Contributor[] {
  const tags = operation.request.server.tagged.size === 0 ? [] : [tagContributor(operation)];
  if (!addsMembers(operation)) return tags;
  const { server, applied } = operation.request;
  const { extensions, profiles } = memberHooks(applied);
  const facts = { context: operation.call.context, parameters: new URLSearchParams(operation.parameters) };
  const { applicationMembers } = server;
  return [
    ...(profiles.length === 0 ? [] : [profileContributor(profiles, facts, server.api, loaded)]),
    ...(applicationMembers === undefined ? [] : [applicationContributor(applicationMembers, facts, operation)]),
    ...(extensions.length === 0 ? [] : [extensionContributor(extensions, facts, server.api)]),
    ...tags,
  ];
}

/** Adds the members of all extensions and profiles to the document of an endpoint. Its own members have priority. */
export function withTopLevelMembers(document: Members, { members, links, meta }: TopLevelMembers): Members {
  const { links: documentLinks, meta: documentMeta } = { links: undefined, meta: undefined, ...document } as Members;
  const allMeta = mergeMeta(meta, documentMeta as Members | undefined);
  return {
    ...members,
    ...document,
    ...(links === undefined ? {} : { links: { ...links, ...(documentLinks as Members | undefined) } }),
    ...(allMeta === undefined ? {} : { meta: allMeta }),
  };
}
