import type { Difference } from './comparison.ts';

/** A difference between two worlds that is documented. */
interface ExpectedDifference {
  /** The page of the documentation that says so. */
  readonly page: string;
  readonly reason: string;
  readonly matches: (difference: Difference) => boolean;
}

const rejections: ReadonlySet<number> = new Set([403, 409]);
const isRejected = ({ one, other }: Difference): boolean => rejections.has(one.status) || rejections.has(other.status);
const isDeletion = ({ step: { method, url, body } }: Difference): boolean =>
  (method === 'DELETE' && !url.includes('/relationships/')) ||
  /"op":"remove","ref":\{[^}]*"id":"\d+"\}/.test(body ?? '');

/** All differences that are documented. Everything else is a fault. */
export const expectedDifferences: readonly ExpectedDifference[] = [
  {
    page: 'docs/guide/access-writes.md#what-responses-can-reveal',
    reason: 'a to-one relationship that shows null contains a hidden resource, whose rules do not let it go',
    matches: (difference) =>
      !difference.step.namesHidden &&
      difference.rules.rejects.length > 0 &&
      /^(?:PATCH|POST)$/.test(difference.step.method) &&
      isRejected(difference),
  },
  {
    page: 'docs/guide/access-writes.md#what-responses-can-reveal',
    reason: 'hidden resources can reference the resource that is deleted',
    matches: (difference) => isDeletion(difference) && isRejected(difference),
  },
  {
    page: 'docs/guide/access-writes.md#what-responses-can-reveal',
    reason: 'a write of links, or a list of operations, reads hidden members once, to keep them or to ask their rules',
    matches: ({ step, one, other }) =>
      step.method !== 'GET' &&
      (step.url === '/operations' ||
        step.url.includes('/relationships/') ||
        /"relationships":/.test(step.body ?? '')) &&
      one.status === other.status &&
      one.text === other.text,
  },
  {
    page: 'docs/guide/idempotency-keys.md',
    reason: 'a repeated response, which has shown what the user can no longer read, is rejected',
    matches: ({ step, one, other }) => step.key !== undefined && Math.max(one.status, other.status) > 299,
  },
];
