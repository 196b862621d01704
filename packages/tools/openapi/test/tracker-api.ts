import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const both = { filter: true, sort: true } as const;
const instant = attribute(z.iso.datetime(), { ...both, write: false });
const text = attribute(z.string().max(200), both);
const key = { filter: ['id'], required: true } as const;

/** A tracker of issues for several tenants: nine types, as a usual application has them. */
const api = defineApi({
  organizations: {
    attributes: { name: text, slug: attribute(z.string().max(50), { filter: ['eq'] }), createdAt: instant },
    relationships: { projects: toMany('projects'), members: toMany('memberships') },
  },
  users: {
    attributes: {
      name: text,
      email: attribute(z.email(), { filter: ['eq'] }),
      locale: z.enum(['de', 'en']),
      createdAt: instant,
    },
    relationships: { memberships: toMany('memberships'), assigned: toMany('issues'), comments: toMany('comments') },
  },
  memberships: {
    attributes: { role: attribute(z.enum(['owner', 'member', 'guest']), both), createdAt: instant },
    relationships: {
      organization: toOne('organizations', { ...key, inverse: 'members' }),
      user: toOne('users', { ...key, inverse: 'memberships' }),
    },
  },
  projects: {
    attributes: {
      name: text,
      key: attribute(z.string().max(8), both),
      isArchived: z.boolean().default(false),
      createdAt: instant,
    },
    relationships: {
      organization: toOne('organizations', { ...key, inverse: 'projects' }),
      issues: toMany('issues'),
      sprints: toMany('sprints'),
      labels: toMany('labels'),
    },
  },
  sprints: {
    attributes: { name: text, startsOn: attribute(z.iso.date(), both), endsOn: attribute(z.iso.date(), both) },
    relationships: { project: toOne('projects', { ...key, inverse: 'sprints' }), issues: toMany('issues') },
  },
  issues: {
    attributes: {
      title: text,
      ...{ body: z.string().nullable().default(null), number: attribute(z.int(), { ...both, write: false }) },
      status: attribute(z.enum(['open', 'active', 'closed']).default('open'), both),
      priority: attribute(z.int().min(1).max(5).default(3), both),
      ...{ dueOn: attribute(z.iso.date().nullable().default(null), both), createdAt: instant, updatedAt: instant },
    },
    relationships: {
      project: toOne('projects', { ...key, inverse: 'issues' }),
      sprint: toOne('sprints', { filter: ['id'], inverse: 'issues' }),
      assignee: toOne('users', { filter: ['id'], inverse: 'assigned' }),
      parent: toOne('issues', { filter: ['id'], inverse: 'children' }),
      children: toMany('issues'),
      labels: toMany('labels', { inverse: 'issues' }),
      comments: toMany('comments'),
      attachments: toMany('attachments'),
    },
  },
  labels: {
    attributes: { name: text, color: z.string().max(7) },
    relationships: { project: toOne('projects', { ...key, inverse: 'labels' }), issues: toMany('issues') },
  },
  comments: {
    attributes: { body: z.string(), createdAt: instant, updatedAt: instant },
    relationships: {
      issue: toOne('issues', { ...key, inverse: 'comments' }),
      author: toOne('users', { ...key, inverse: 'comments' }),
    },
  },
  attachments: {
    attributes: {
      name: text,
      size: attribute(z.int().min(0), both),
      mediaType: z.string().max(100),
      createdAt: instant,
    },
    relationships: { issue: toOne('issues', { ...key, inverse: 'attachments' }) },
  },
});

/** Creates a server of the tracker, with Atomic Operations. */
export const trackerServer = () =>
  createServer(api, createMemorySources(api, {}), { extensions: [atomicOperations()], baseUrl: '/api' });
