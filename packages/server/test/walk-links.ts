import { type Api, validateDocument } from '@linkage/core';
import { expect } from 'vitest';
import type { AnyDocument } from './support.ts';

/** Where a walk goes, and how far. */
export interface WalkOptions {
  readonly api: Api;
  readonly starts: readonly string[];
  /** Requests at most. */
  readonly most: number;
  readonly get: (url: string) => Promise<{ readonly status: number; readonly body: string | undefined }>;
}

/** How far a walk came. */
export interface Walk {
  readonly requests: number;
  /** Links that were found, by the place they stood in: `resource self`, `relationship related`. */
  readonly places: ReadonlyMap<string, number>;
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function listOf(value: AnyDocument): readonly AnyDocument[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
}

/** Every link of a document with its place. */
export function linksOf(document: AnyDocument): readonly (readonly [place: string, url: string])[] {
  const found: (readonly [string, string])[] = [];
  const collect = (place: string, links: object | undefined): void => {
    for (const [name, link] of Object.entries(links ?? {})) {
      const url = typeof link === 'string' ? link : link?.href;
      if (typeof url === 'string') found.push([`${place} ${name}`, url]);
    }
  };
  collect('document', document.links);
  for (const resource of [...listOf(document.data), ...listOf(document.included)]) {
    collect('resource', resource.links);
    for (const { links } of Object.values<AnyDocument>(resource.relationships ?? {})) collect('relationship', links);
  }
  return found;
}

/** Follows links at random, always in the same way: each answers 200 with a document that conforms (FET-05, FET-06). */
export async function walkLinks({ api, starts, most, get }: WalkOptions): Promise<Walk> {
  const random = createRandom(4711);
  const known = new Set(starts);
  const open = new Map<string, string[]>([['start', [...starts]]]);
  const places = new Map<string, number>();
  let requests = 0;
  while (open.size > 0 && requests < most) {
    // A place first, then a link of it: else those that there are most of would be all that is ever followed.
    const [place, urls] = [...open][Math.floor(random() * open.size)] as [string, string[]];
    const [url] = urls.splice(Math.floor(random() * urls.length), 1) as [string];
    if (urls.length === 0) open.delete(place);
    const { status, body } = await get(url);
    requests++;
    expect(status, `${place}: ${url}`).toBe(200);
    const document: AnyDocument = JSON.parse(body ?? '');
    const sparseFieldsets = /fields(%5B|\[)/i.test(url);
    expect(validateDocument(document, { as: 'response', api, sparseFieldsets }).issues ?? [], url).toEqual([]);
    for (const [where, found] of linksOf(document)) {
      places.set(where, (places.get(where) ?? 0) + 1);
      if (known.has(found)) continue;
      known.add(found);
      open.set(where, [...(open.get(where) ?? []), found]);
    }
  }
  return { requests, places };
}
