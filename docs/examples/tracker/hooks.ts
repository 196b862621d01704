import { errorObject, type FilterTerm, JsonApiError, type ResourceIdentifierObject } from '@linkage/core';
import type { LinkageChange, SourceCall, WriteHooks } from '@linkage/server';
import type { Api } from './schema.ts';
import type { Session } from './sessions.ts';
import type { TrackerSources } from './sources.ts';

type Call = SourceCall<Session>;
type Identifiers = readonly ResourceIdentifierObject[];

const none = { attributes: new Set<never>(), relationships: new Set<never>() };
const lastNumber = { ...none, attributes: new Set(['lastNumber'] as const) };
const project = { ...none, relationships: new Set(['project'] as const) };

export const conflict = (detail: string) => new JsonApiError(errorObject('WRITE_CONFLICT', detail));

/** The resources that a change sets or adds. */
const addedBy = (change: LinkageChange): Identifiers =>
  'add' in change ? change.add : 'replace' in change ? [change.replace ?? []].flat() : [];

export function createHooks(sources: TrackerSources): WriteHooks<Api, Session> {
  const { organizations, memberships, projects, sprints, labels } = sources;

  async function hasMember(filter: readonly FilterTerm[], call: Call): Promise<boolean> {
    const ours = { field: 'organization', operator: 'eq', values: [call.context.organization] } as const;
    const query = { filter: [ours, ...filter], sort: [], page: { offset: 0, limit: 1 }, selection: none, total: false };
    return (await memberships.list(query, call)).records.length > 0;
  }

  /** The sprint and the labels of an issue must belong to its project, and its assignee to the organization. */
  async function assertFits(id: string | undefined, added: Identifiers, call: Call, pointer?: string): Promise<void> {
    const idsOf = (type: string) => added.filter((it) => it.type === type).map(({ id: ofType }) => ofType);
    const found = [
      ...(await sprints.find(idsOf('sprints'), project, call)),
      ...(await labels.find(idsOf('labels'), project, call)),
    ];
    const people = idsOf('users');
    const areMembers =
      people.length === 0 || (await hasMember([{ field: 'user', operator: 'eq', values: people }], call));
    if (areMembers && found.every((it) => String(it.project) === id)) return;
    const detail =
      'The sprint and the labels of an issue must belong to its project, and the assignee to the organization.';
    throw new JsonApiError(errorObject('VALUE_REJECTED', detail, pointer ? { source: { pointer } } : {}));
  }

  /** An organization keeps an owner, also if two owners leave at the same time: the lock lets the second one wait. */
  async function assertOtherOwner(id: string, call: Call): Promise<void> {
    await organizations.find([call.context.organization], none, { ...call, forUpdate: true });
    const others: readonly FilterTerm[] = [
      { field: 'role', operator: 'eq', values: ['owner'] },
      { field: 'id', operator: 'ne', values: [id] },
    ];
    if (!(await hasMember(others, call))) throw conflict('An organization must have an owner.');
  }

  return {
    memberships: {
      update: {
        async before({ id, record, input, call }) {
          const { role = record.role } = input.attributes;
          if (record.role === 'owner' && role !== 'owner') await assertOtherOwner(id, call);
          return input;
        },
      },
      delete: {
        async before({ id, record, call }) {
          if (record.role === 'owner') await assertOtherOwner(id, call);
          return undefined;
        },
      },
    },
    issues: {
      create: {
        async before({ input, call, writes }) {
          const { sprint, labels: tags, assignee } = input.relationships;
          const { id } = input.relationships.project;
          await assertFits(id, [sprint ?? [], tags ?? [], assignee ?? []].flat(), call, '/data/relationships');
          // The lock lets other creations in the project wait, so issue 3 of a project is its third one.
          const [current] = await projects.find([id], lastNumber, { ...call, forUpdate: true });
          const number = (current?.lastNumber ?? 0) + 1;
          await writes.withoutRules.update('projects', id, { attributes: { lastNumber: number } });
          return { ...input, attributes: { ...input.attributes, number } };
        },
      },
      update: {
        async before({ record, input, call }) {
          const { sprint, labels: tags, assignee } = input.relationships;
          const added = [sprint ?? [], tags ?? [], assignee ?? []].flat();
          await assertFits(record.project?.id, added, call, '/data/relationships');
          return input;
        },
      },
      delete: {
        before({ record }) {
          if (record.deletedAt !== null) throw conflict('The issue is in the trash already.');
          return undefined;
        },
      },
      updateRelationship: {
        /** Also runs for `POST /sprints/1/relationships/issues`, which changes the sprints of issues. */
        async before({ record, change, call }) {
          await assertFits(record.project?.id, addedBy(change), call);
          return change;
        },
      },
    },
  };
}
