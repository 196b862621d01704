import type { ResourceIdentifierObject } from '@linkage/core';
import { type AccessRules, isSame } from '@linkage/server';
import type { Api } from './schema.ts';
import type { Session } from './sessions.ts';

const isOwner = ({ role }: Session) => role === 'owner';
const isMember = ({ role }: Session) => role !== 'guest';
const isSelf = ({ user }: Session, resource: ResourceIdentifierObject<'users'> | null | undefined) =>
  isSame(resource, { type: 'users', id: user });

/** The resources of the organization. Only owners see what is deleted, and guests see nothing of internal projects. */
function visible<Deleted extends string, Internal extends string>(deleted: readonly Deleted[], internal: Internal) {
  return ({ organization, role }: Session) => [
    { field: '@organization', values: [organization] } as const,
    ...(role === 'owner' ? [] : deleted.map((field) => ({ field, values: [null] }) as const)),
    ...(role === 'guest' ? [{ field: internal, values: [false] } as const] : []),
  ];
}
const byOwners = { create: isOwner, update: isOwner, delete: isOwner };
const byMembers = { create: isMember, update: isMember, delete: isMember };
const trash = (session: Session) => isOwner(session) || ({ except: ['deletedAt'] } as const);
const ofProject = visible(['project.deletedAt'], 'project.isInternal');
const ofIssue = visible(['issue.deletedAt', 'issue.project.deletedAt'], 'issue.project.isInternal');

export const rules: AccessRules<Api, Session> = {
  organizations: { read: ({ organization }) => [{ field: 'id', values: [organization] }], update: isOwner },
  users: {
    read: ({ organization }) => [{ field: 'memberships.@organization', values: [organization] }],
    // Owners see all e-mail addresses, and others their own.
    fields: (session) => isOwner(session) || { where: { email: [{ field: 'id', values: [session.user] }] } },
    // An owner can invite users who accept invitations, and sees nothing of them before.
    link: (session, { type }) => type === 'memberships' && isOwner(session) && [{ field: '@accepts', values: [true] }],
    update: ({ user }, { id }) => id === user,
    // Links of users are those of memberships, which owners create, and of assigned issues.
    updateRelationship: (session, it) => (it.relationship === 'assigned' ? isMember(session) : isOwner(session)),
  },
  memberships: {
    read: ({ organization }) => [{ field: '@organization', values: [organization] }],
    create: isOwner,
    update: isOwner,
    delete: (session, { record }) => isOwner(session) || isSelf(session, record.user),
  },
  projects: {
    read: visible(['deletedAt'], 'isInternal'),
    fields: trash,
    ...byOwners,
    updateRelationship: isMember, // a user who adds a sprint, an issue, or a label changes the links of the project
    act: isOwner,
  },
  sprints: { read: ofProject, ...byMembers },
  labels: { read: ofProject, ...byMembers },
  issues: {
    read: visible(['deletedAt', 'project.deletedAt'], 'project.isInternal'),
    fields: trash,
    ...byMembers,
    // Guests can only comment.
    updateRelationship: (session, { relationship }) => isMember(session) || relationship === 'comments',
    act: (session, { action }) => (action === 'restore' ? isOwner(session) : isMember(session)),
  },
  comments: {
    read: ofIssue,
    create: () => true,
    update: (session, { record }) => isSelf(session, record.author),
    delete: (session, { record }) => isOwner(session) || isSelf(session, record.author),
  },
  files: {
    read: ofIssue,
    create: isMember,
    delete: (session, { record }) => isOwner(session) || isSelf(session, record.author),
  },
};
