import { errorObject, JsonApiError, type ResourceIdentifierObject } from '@linkage/core';
import type { HookWrites, LinkageChange, WriteHooks } from '@linkage/server';
import type { Api } from './schema.ts';
import type { Session } from './sessions.ts';

type Identifiers = readonly ResourceIdentifierObject[];

export const conflict = (detail: string) => new JsonApiError(errorObject('WRITE_CONFLICT', detail));

/** The resources that a change sets or adds. */
const addedBy = (change: LinkageChange): Identifiers =>
  'add' in change ? change.add : 'replace' in change ? [change.replace ?? []].flat() : [];

export function createHooks(): WriteHooks<Api, Session> {
  /** The sprint and the labels of an issue must belong to its project, and its assignee to the organization. */
  async function assertFits(
    project: string | undefined,
    added: Identifiers,
    { count, context }: HookWrites<Api, Session>,
    pointer?: string,
  ): Promise<void> {
    const idsOf = (type: string) => added.filter((it) => it.type === type).map(({ id }) => id);
    const others = { field: 'project', operator: 'ne', values: [project ?? null] } as const;
    const isOf = (type: string) => ({ field: 'id', values: idsOf(type) }) as const;
    const people = idsOf('users');
    const ours = { field: 'organization', values: [context.organization] } as const;
    const strangers =
      (await count('sprints', { filter: [isOf('sprints'), others] })) +
      (await count('labels', { filter: [isOf('labels'), others] }));
    const areMembers =
      people.length === 0 || (await count('memberships', { filter: [ours, { field: 'user', values: people }] })) > 0;
    if (areMembers && strangers === 0) return;
    const detail =
      'The sprint and the labels of an issue must belong to its project, and the assignee to the organization.';
    throw new JsonApiError(errorObject('VALUE_REJECTED', detail, pointer ? { source: { pointer } } : {}));
  }

  /** An organization keeps an owner, also if two owners leave at the same time: the lock lets the second one wait. */
  async function assertOtherOwner(id: string, { find, count, context }: HookWrites<Api, Session>): Promise<void> {
    await find('organizations', context.organization, { forUpdate: true });
    const others = [
      { field: 'organization', values: [context.organization] },
      { field: 'role', values: ['owner'] },
      { field: 'id', operator: 'ne', values: [id] },
    ] as const;
    if ((await count('memberships', { filter: others })) === 0) throw conflict('An organization must have an owner.');
  }

  return {
    memberships: {
      update: {
        async before({ id, record, input, ...write }) {
          const { role = record.role } = input.attributes;
          if (record.role === 'owner' && role !== 'owner') await assertOtherOwner(id, write);
          return input;
        },
      },
      delete: {
        async before({ id, record, ...write }) {
          if (record.role === 'owner') await assertOtherOwner(id, write);
          return undefined;
        },
      },
    },
    issues: {
      create: {
        async before({ input, ...write }) {
          const { sprint, labels: tags, assignee } = input.relationships;
          const { id } = input.relationships.project;
          const { find, writes } = write;
          await assertFits(id, [sprint ?? [], tags ?? [], assignee ?? []].flat(), write, '/data/relationships');
          // The lock lets other creations in the project wait, so issue 3 of a project is its third one.
          const current = await find('projects', id, { forUpdate: true });
          const number = (current?.lastNumber ?? 0) + 1;
          await writes.withoutRules.update('projects', id, { attributes: { lastNumber: number } });
          return { ...input, attributes: { ...input.attributes, number } };
        },
      },
      update: {
        async before({ record, input, ...write }) {
          const { sprint, labels: tags, assignee } = input.relationships;
          const added = [sprint ?? [], tags ?? [], assignee ?? []].flat();
          await assertFits(record.project?.id, added, write, '/data/relationships');
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
        async before({ record, change, ...write }) {
          await assertFits(record.project?.id, addedBy(change), write);
          return change;
        },
      },
    },
  };
}
