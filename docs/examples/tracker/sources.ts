import { booleanColumn, createKyselySources, instantColumn, readDatabaseSchema } from '@linkage/kysely';
import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { api } from './schema.ts';
import { searchable } from './search.ts';
import type { Session } from './sessions.ts';

type Call = SourceCall<Session>;
const now = () => new Date().toISOString();
const createdAt = instantColumn('created_at');
const updatedAt = instantColumn('updated_at');
const deletedAt = instantColumn('deleted_at');

/** New rows belong to the organization of the session. The rules compare this column, which no document shows. */
const tenant = { organization_id: ({ context }: Call) => context.organization };
const created = { ...tenant, created_at: now };
const byUser = { ...created, author_id: ({ context }: Call) => context.user };
const columns = { '@organization': 'organization_id' } as const;
/** A deleted row stays a resource: the rules decide who sees it. */
const trash = { where: true, softDelete: { deleted_at: now } } as const;

const column = <Name extends string>(name: Name) => ({ column: name }) as const;
const foreignKey = <Name extends string>(name: Name) => ({ foreignKey: name }) as const;
const ofProject = { project: column('project_id') };
const ofIssue = { issue: column('issue_id'), author: column('author_id') };
const inOrganization = foreignKey('organization_id');
const inProject = foreignKey('project_id');

export async function createSources(db: Kysely<never>, database: Database) {
  const stored = createKyselySources(
    api,
    db,
    {
      organizations: { table: 'organization', relationships: { members: inOrganization, projects: inOrganization } },
      users: {
        table: 'account',
        columns: { '@accepts': booleanColumn('accepts_invitations') },
        relationships: { memberships: foreignKey('user_id'), assigned: foreignKey('assignee_id') },
      },
      memberships: {
        ...{ table: 'membership', columns, onCreate: created, attributes: { createdAt } },
        relationships: { organization: column('organization_id'), user: column('user_id') },
      },
      projects: {
        ...{ table: 'project', columns, ...trash, onCreate: created },
        attributes: { isInternal: booleanColumn('is_internal'), createdAt, deletedAt, lastNumber: 'last_number' },
        relationships: {
          organization: column('organization_id'),
          ...{ sprints: inProject, issues: inProject, labels: inProject },
        },
      },
      sprints: {
        ...{ table: 'sprint', columns, onCreate: tenant, attributes: { startsOn: 'starts_on', endsOn: 'ends_on' } },
        relationships: { ...ofProject, issues: foreignKey('sprint_id') },
      },
      issues: {
        ...{ table: 'issue', columns, ...trash, version: 'revision' },
        onCreate: { ...byUser, updated_at: now },
        onUpdate: { updated_at: now },
        attributes: { dueOn: 'due_on', createdAt, updatedAt, deletedAt },
        relationships: {
          ...{
            ...ofProject,
            sprint: column('sprint_id'),
            assignee: column('assignee_id'),
            author: column('author_id'),
          },
          labels: { through: 'issue_label', from: 'issue_id', to: 'label_id' },
          ...{ comments: foreignKey('issue_id'), files: foreignKey('issue_id') },
        },
      },
      labels: {
        ...{ table: 'label', columns, onCreate: tenant },
        relationships: { ...ofProject, issues: { through: 'issue_label', from: 'label_id', to: 'issue_id' } },
      },
      comments: {
        ...{ table: 'comment', columns, attributes: { createdAt, updatedAt }, relationships: ofIssue },
        onCreate: { ...byUser, updated_at: now },
        onUpdate: { updated_at: now },
      },
      files: {
        ...{ table: 'file', columns, onCreate: byUser, relationships: ofIssue },
        attributes: { mediaType: 'media_type', createdAt },
      },
    },
    { databaseSchema: await readDatabaseSchema(db) },
  );
  return searchable(stored, db, database);
}
export type TrackerSources = Awaited<ReturnType<typeof createSources>>;
