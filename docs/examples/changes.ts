import {
  type AcceptedChange,
  changeRules,
  compareDescriptions,
  contractText,
  formatReview,
  reviewChanges,
} from '@linkage/changes';
import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer, type ServerDescription } from '@linkage/server';
import { z } from 'zod';

// #region sunset
const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      words: attribute(z.number(), { deprecated: 'Use `length`. Sunset 2027-01-31.' }),
    },
  },
});
// #endregion sunset

export const before: ServerDescription = await createServer(api, createMemorySources(api, { articles: [] })).describe();

const nextApi = defineApi({ articles: { attributes: { title: z.string().nullable() } } });
export const after: ServerDescription = await createServer(
  nextApi,
  createMemorySources(nextApi, { articles: [] }),
).describe();

// #region test
const changes = compareDescriptions(before, after, { today: '2027-02-01' });
export const breaking = changes.filter(({ level }) => level === 'breaking').map(({ message }) => message);
// ['The value of "title" can be null.']: clients that read the value do not expect null.
// #endregion test

export const reason: string = changeRules['null-added'].reason;

const accepted: readonly AcceptedChange[] = [
  { rule: 'null-added', pointer: '/types/articles/fields/title/schema', reason: 'All clients are ready for null.' },
];
export const report: string = formatReview(reviewChanges(changes, accepted), 'markdown', true);

/** The text of `api.contract.json`. */
export const contract: string = contractText(after);
