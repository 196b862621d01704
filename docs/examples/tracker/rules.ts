import type { ResourceIdentifierObject } from '@linkage/core';
import { type AccessRules, isSame } from '@linkage/server';
import type { Caller } from './callers.ts';
import type { Api } from './schema.ts';

const isOwner = ({ role }: Caller) => role === 'owner';
const isMember = ({ role }: Caller) => role !== 'guest';
const isSelf = ({ user }: Caller, resource: ResourceIdentifierObject<'users'> | null | undefined) =>
  isSame(resource, { type: 'users', id: user });

/** The resources of the organization. Only owners see what is deleted, and guests see nothing of internal projects. */
function visible<Deleted extends string, Internal extends string>(deleted: readonly Deleted[], internal: Internal) {
  return ({ organization, role }: Caller) => [
    { field: '@organization', values: [organization] } as const,
    ...(role === 'owner' ? [] : deleted.map((field) => ({ field, values: [null] }) as const)),
    ...(role === 'guest' ? [{ field: internal, values: [false] } as const] : []),
  ];
}
const byOwners = { create: isOwner, update: isOwner, delete: isOwner };
const byMembers = { create: isMember, update: isMember, delete: isMember };
const trash = (caller: Caller) => isOwner(caller) || ({ except: ['deletedAt'] } as const);
const ofProject = visible(['project.deletedAt'], 'project.isInternal');
const ofIssue = visible(['issue.deletedAt', 'issue.project.deletedAt'], 'issue.project.isInternal');

export const rules: AccessRules<Api, Caller> = {
  organizations: { read: ({ organization }) => [{ field: 'id', values: [organization] }], update: isOwner },
  users: {
    read: ({ organization }) => [{ field: 'memberships.@organization', values: [organization] }],
    // Owners see all e-mail addresses, and others their own.
    fields: (caller) => isOwner(caller) || { where: { email: [{ field: 'id', values: [caller.user] }] } },
    // An owner can invite users who accept invitations, and sees nothing of them before.
    link: (caller, { type }) => type === 'memberships' && isOwner(caller) && [{ field: '@accepts', values: [true] }],
    update: ({ user }, { id }) => id === user,
    // Links of users are those of memberships, which owners create, and of assigned issues.
    relate: (caller, { relationship }) => (relationship === 'assigned' ? isMember(caller) : isOwner(caller)),
  },
  memberships: {
    read: ({ organization }) => [{ field: '@organization', values: [organization] }],
    create: isOwner,
    update: isOwner,
    delete: (caller, { record }) => isOwner(caller) || isSelf(caller, record.user),
  },
  projects: {
    read: visible(['deletedAt'], 'isInternal'),
    fields: trash,
    ...byOwners,
    relate: isMember, // a user who adds a sprint, an issue, or a label changes the links of the project
    act: isOwner,
  },
  sprints: { read: ofProject, ...byMembers },
  labels: { read: ofProject, ...byMembers },
  issues: {
    read: visible(['deletedAt', 'project.deletedAt'], 'project.isInternal'),
    fields: trash,
    ...byMembers,
    // Guests can only comment.
    relate: (caller, { relationship }) => isMember(caller) || relationship === 'comments',
    act: (caller, { action }) => (action === 'restore' ? isOwner(caller) : isMember(caller)),
  },
  comments: {
    read: ofIssue,
    create: () => true,
    update: (caller, { record }) => isSelf(caller, record.author),
    delete: (caller, { record }) => isOwner(caller) || isSelf(caller, record.author),
  },
  files: {
    read: ofIssue,
    create: isMember,
    delete: (caller, { record }) => isOwner(caller) || isSelf(caller, record.author),
  },
};
