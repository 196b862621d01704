import { type Profile, readResponseContentType, type ValidationIssue, validateDocument } from '@linkage/core';
import { atomicOperations } from '@linkage/core/atomic';
import { cursorPagination } from '@linkage/core/cursor-pagination';
import { isObject, type Json } from '../json.ts';
import type { World } from '../run/world.ts';
import type { Exchange } from '../target/exchange.ts';

/** The documents of a run and what is wrong with them. */
export interface Judged {
  /** The first issue of each rule, with the exchange that it was found in. */
  readonly issues: ReadonlyMap<string, { readonly issue: ValidationIssue; readonly exchange: Exchange }>;
  /** The texts of all documents, each below a line with its media type. */
  readonly texts: readonly string[];
}

interface Memory {
  readonly issues: Map<string, { readonly issue: ValidationIssue; readonly exchange: Exchange }>;
  readonly texts: string[];
  seen: number;
}

const memories = new WeakMap<World, Memory>();
const bare = (uri: string): string => uri.replace(/\/$/, '');

function profilesOf(uris: readonly string[]): readonly Profile[] {
  return uris.some((uri) => bare(uri) === bare(cursorPagination.uri)) ? [cursorPagination] : [];
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a URL is that of a relationship, whose primary data is linkage. */
function isRelationshipUrl(url: string): boolean {
  return /\/relationships\/[^/?]+(\?|$)/.test(url);
}

function judge(memory: Memory, exchange: Exchange): void {
  const { request, response } = exchange;
  const type = response?.headers['content-type'] ?? '';
  if (response === undefined || response.body === '' || !/json/i.test(type)) return;
  const document = parse(response.body);
  // Other cases check whether a body is a JSON object.
  if (!isObject(document)) return;
  const applied = readResponseContentType(type) ?? { extensions: [], profiles: [] };
  const isAtomic = applied.extensions.includes(atomicOperations.uri);
  if (applied.extensions.some((uri) => uri !== atomicOperations.uri)) return;
  memory.texts.push(`${type}\n${response.body}`);
  const role = isRelationshipUrl(request.url) ? ('relationship' as const) : ('response' as const);
  const { issues = [] } = validateDocument(document, {
    ...(isAtomic ? { extensions: [atomicOperations] } : { as: role }),
    profiles: profilesOf(applied.profiles),
    sparseFieldsets: /fields(%5B|\[)/i.test(request.url),
    level: 'should',
  });
  for (const issue of issues) {
    if (!memory.issues.has(issue.rule)) memory.issues.set(issue.rule, { issue, exchange });
  }
}

/** Judges every document that the server sent so far; each is judged once. */
export function judgedOf(world: World): Judged {
  const memory: Memory = memories.get(world) ?? { issues: new Map(), texts: [], seen: 0 };
  memories.set(world, memory);
  for (; memory.seen < world.exchanges.length; memory.seen++) {
    const exchange = world.exchanges[memory.seen];
    if (exchange !== undefined) judge(memory, exchange);
  }
  return memory;
}
