import type { RelationshipPlan } from './relationship-plan.ts';
import { pathSegment, resourceUrls } from './resource-urls.ts';

/** The recommended URLs of a type, but for the id of the resource. */
export interface UrlPlan {
  readonly prefix: string;
  /** What follows the id in the `self` and the `related` link of each relationship. */
  readonly suffixes: ReadonlyMap<RelationshipPlan, { readonly self: string; readonly related: string }>;
}

/** Settles the URLs of a type below a base URL. */
export function createUrlPlan(baseUrl: string, type: string, relationships: readonly RelationshipPlan[]): UrlPlan {
  const urls = resourceUrls(baseUrl);
  const prefix = urls.resource(type, '');
  return {
    prefix,
    suffixes: new Map(
      relationships.map((relationship) => [
        relationship,
        {
          self: urls.relationship(type, '', relationship.name).slice(prefix.length),
          related: urls.related(type, '', relationship.name).slice(prefix.length),
        },
      ]),
    ),
  };
}

/** Letters, digits and hyphens, which stand for themselves in a path. */
const plain = /^[A-Za-z0-9-]+$/;

/** An id as a segment of a path. */
export function idSegment(id: string): string {
  return plain.test(id) ? id : pathSegment(id);
}

/** Joins texts to one flat string: concatenated ones would keep `JSON.stringify` off its fast path. */
export function flatText(first: string, second: string, third?: string): string {
  return (third === undefined ? [first, second] : [first, second, third]).join('');
}
