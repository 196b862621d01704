import { attribute, defineApi, toOne } from '@linkage/core';
import type { DataSource, WriteHooks } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  projects: { attributes: { name: z.string(), lastNumber: attribute(z.int(), { read: false, write: false }) } },
  issues: {
    attributes: {
      title: z.string(),
      number: attribute(z.int(), { write: false }),
      slug: attribute(z.string(), { write: false }),
      createdAt: attribute(z.iso.datetime(), { write: false }),
      updatedAt: attribute(z.iso.datetime(), { write: false }),
    },
    relationships: { project: toOne('projects', { required: true, write: 'create' }) },
  },
});
type Api = typeof api;

const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

// #region numbers
const lastNumber = { attributes: new Set(['lastNumber'] as const), relationships: new Set<never>() };

/** Issue 3 of a project is its third one, also if several requests create issues at the same time. */
export const numberedBy = (projects: DataSource<Api, 'projects'>): WriteHooks<Api> => ({
  issues: {
    create: {
      async before({ input, call, writes }) {
        const { id } = input.relationships.project;
        // Locks the project until the end of the transaction: the next creation waits here.
        const [project] = (await projects.find?.([id], lastNumber, { ...call, forUpdate: true })) ?? [];
        const number = (project?.lastNumber ?? 0) + 1;
        await writes.withoutRules.update('projects', id, { attributes: { lastNumber: number } });
        const now = new Date().toISOString();
        const values = { number, slug: slugOf(input.attributes.title), createdAt: now, updatedAt: now };
        return { ...input, attributes: { ...input.attributes, ...values } };
      },
    },
    update: {
      before: ({ input }) => ({
        ...input,
        attributes: { ...input.attributes, updatedAt: new Date().toISOString() },
      }),
    },
  },
});
// #endregion
