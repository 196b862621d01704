/** The API that the explorer of the site shows: 400 issues of three projects, in the memory of a worker. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  aggregates,
  atomicOperations,
  createMemorySources,
  createServer,
  type DescribingServer,
} from '@linkage/server';
import { z } from 'zod';

const both = { filter: true, sort: true } as const;
const statuses = ['open', 'planned', 'closed'] as const;

const api = defineApi({
  projects: {
    description: 'What people work on',
    attributes: {
      name: attribute(z.string().min(1), both),
      key: attribute(z.string().regex(/^[A-Z]{2,5}$/), { ...both, description: 'Two to five capital letters' }),
    },
    relationships: { issues: toMany('issues') },
  },
  issues: {
    description: 'A task with a priority',
    attributes: {
      title: attribute(z.string().min(1).max(120), both),
      status: attribute(z.enum(statuses).default('open'), both),
      priority: attribute(z.int().min(1).max(5).default(3), { ...both, description: '1 is the most urgent' }),
      hours: attribute(z.number().min(0).nullable().default(null), { ...both, description: 'The estimate' }),
      dueOn: attribute(z.iso.date().nullable().default(null), both),
    },
    relationships: {
      project: toOne('projects', { required: true, filter: true, sort: ['name'] }),
      assignee: toOne('people', { filter: true, sort: ['name'] }),
      labels: toMany('labels', { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string().min(1), both), email: attribute(z.email(), { filter: ['eq'] }) },
    relationships: { issues: toMany('issues') },
  },
  labels: { attributes: { name: attribute(z.string().min(1), both) }, relationships: { issues: toMany('issues') } },
});

const names = ['Ada', 'Ben', 'Chloe', 'Dan', 'Eve', 'Finn', 'Grace', 'Hugo'];
const verbs = ['Fix', 'Test', 'Describe', 'Review', 'Remove', 'Measure', 'Translate'];
const subjects = [
  'the login',
  'the search',
  'the export',
  'the map',
  'the invoice',
  'the menu',
  'the import',
  'the mail',
];
const labels = ['bug', 'design', 'docs', 'speed'];
const idsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => String(index + 1));

const issues = idsOf(400).map((id, index) => ({
  id,
  title: `${verbs[index % verbs.length]} ${subjects[(index * 5) % subjects.length]} ${index + 1}`,
  status: statuses[(index * 7) % 3] ?? 'open',
  priority: ((index * 3) % 5) + 1,
  // One estimate is wrong: readers can find it.
  hours: index === 271 ? 4_000 : index % 6 === 0 ? null : ((index * 11) % 16) / 2,
  dueOn: index % 4 === 0 ? null : `2027-${String((index % 12) + 1).padStart(2, '0')}-15`,
  project: String((index % 3) + 1),
  assignee: index % 9 === 0 ? null : String((index % names.length) + 1),
  labels: [String((index % labels.length) + 1)],
}));
const withIssues = (id: string, has: (issue: (typeof issues)[number]) => boolean) => ({
  id,
  issues: issues.filter(has).map((issue) => issue.id),
});

/** Creates the server below a path. Each has its own records: changes end with the page. */
export function createDemoServer(baseUrl: string): DescribingServer {
  const sources = createMemorySources(api, {
    projects: ['Website', 'Warehouse', 'App'].map((name, index) => ({
      ...withIssues(String(index + 1), ({ project }) => project === String(index + 1)),
      ...{ name, key: name.slice(0, 3).toUpperCase() },
    })),
    people: names.map((name, index) => ({
      ...withIssues(String(index + 1), ({ assignee }) => assignee === String(index + 1)),
      ...{ name, email: `${name.toLowerCase()}@example.com` },
    })),
    labels: labels.map((name, index) => ({
      ...withIssues(String(index + 1), (issue) => issue.labels.includes(String(index + 1))),
      name,
    })),
    issues,
  });
  return createServer(api, sources, {
    baseUrl,
    extensions: [atomicOperations()],
    profiles: [aggregates(api, { issues: { groupBy: ['status', 'priority'], sum: ['hours'] } }, { applied: 'always' })],
  });
}
