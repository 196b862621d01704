import { attribute, defineAction, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const both = { filter: true, sort: true } as const;
const text = z.string().min(1).max(200);
const instant = attribute(z.iso.datetime(), { ...both, write: false });
const date = attribute(z.iso.date().nullable().default(null), both);
/** When a resource was deleted. Only owners see it, and the resources that have it: the trash. */
const deletedAt = attribute(z.iso.datetime().nullable().default(null), { ...both, write: false });
const ofProject = toOne('projects', { required: true, write: 'create', filter: true, sort: ['name'] });
const ofIssue = toOne('issues', { required: true, write: 'create', filter: ['id', 'number'] });
const author = toOne('users', { write: false, filter: ['id', 'name'], sort: ['name'] });
const readOnly = { write: false } as const;

/** The query parameters of issues. */
export const parameters = { searchText: text.min(2) };

export const api = defineApi({
  organizations: {
    attributes: { name: text },
    relationships: { members: toMany('memberships', readOnly), projects: toMany('projects', readOnly) },
  },
  users: {
    attributes: { name: attribute(text, both), email: attribute(z.email(), { filter: ['eq'] }) },
    relationships: { memberships: toMany('memberships', readOnly), assigned: toMany('issues', readOnly) },
  },
  memberships: {
    attributes: { role: attribute(z.enum(['owner', 'member', 'guest']), both), createdAt: instant },
    relationships: {
      organization: toOne('organizations', readOnly),
      user: toOne('users', { required: true, write: 'create', filter: ['id', 'name'], sort: ['name'] }),
    },
  },
  projects: {
    attributes: {
      name: attribute(text, both),
      key: attribute(z.string().regex(/^[A-Z]{2,6}$/), { ...both, write: 'create' }),
      isInternal: attribute(z.boolean().default(false), { filter: true }),
      ...{ createdAt: instant, deletedAt },
      lastNumber: attribute(z.int(), { read: false, write: false }),
    },
    relationships: {
      ...{ organization: toOne('organizations', readOnly), sprints: toMany('sprints', readOnly) },
      ...{ issues: toMany('issues', { ...readOnly, filter: true }), labels: toMany('labels', readOnly) },
    },
    actions: { restore: defineAction({}) },
  },
  sprints: {
    attributes: { name: attribute(text, both), startsOn: date, endsOn: date },
    relationships: { project: ofProject, issues: toMany('issues') },
  },
  issues: {
    attributes: {
      number: attribute(z.int(), { ...both, write: false }),
      title: attribute(text, both),
      body: attribute(z.string().max(100_000).default(''), { onDemand: true }),
      status: attribute(z.enum(['open', 'closed']).default('open'), { ...both, write: false }),
      resolution: attribute(z.string().nullable().default(null), readOnly),
      priority: attribute(z.int().min(1).max(5).default(3), both),
      dueOn: date,
      ...{ createdAt: instant, updatedAt: instant, deletedAt },
    },
    relationships: {
      project: ofProject,
      sprint: toOne('sprints', { filter: ['id', 'name'], sort: ['name'] }),
      assignee: toOne('users', { filter: ['id', 'name'], sort: ['name'] }),
      author,
      labels: toMany('labels', { filter: ['id', 'name'] }),
      ...{ comments: toMany('comments', { ...readOnly, filter: true }), files: toMany('files', readOnly) },
    },
    actions: {
      close: defineAction({ input: z.object({ resolution: z.string().min(3) }), ifMatch: true }),
      reopen: defineAction({ ifMatch: true }),
      restore: defineAction({}),
      // All issues that match `filter`, such as those of a sprint that ends.
      closeAll: defineAction({ on: 'filter', limit: 50, output: z.object({ closed: z.int() }) }),
    },
    defaultSort: ['-createdAt', 'id'],
  },
  labels: {
    attributes: { name: attribute(text, both), color: z.string().regex(/^#[0-9a-f]{6}$/) },
    relationships: { project: ofProject, issues: toMany('issues') },
  },
  comments: {
    attributes: { body: z.string().min(1).max(10_000), createdAt: instant, updatedAt: instant },
    relationships: { issue: ofIssue, author },
  },
  files: {
    attributes: {
      name: text,
      mediaType: z.enum(['image/png', 'image/jpeg', 'application/pdf', 'text/plain']),
      // Null until the content is there.
      size: attribute(z.int().nullable().default(null), { ...both, write: false }),
      sha256: attribute(z.string().nullable().default(null), readOnly),
      createdAt: instant,
    },
    relationships: { issue: ofIssue, author },
  },
});
export type Api = typeof api;
