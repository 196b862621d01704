import { deserialize, parseCreate, parseDocument, parseLinkage, parseUpdate, validateDocument } from '@linkage/core';
import { atomicExtension, parseOperations } from '@linkage/core/atomic';
import fc from 'fast-check';
import { oddDocuments } from '../../../bench/src/hostile/documents.ts';
import { blog, blogNames } from '../blog.ts';
import { wrongError } from '../engine-error.ts';
import type { InputKind } from '../input-kind.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { responseSeeds } from '../response-seeds.ts';
import { blogDocuments } from './blog-parts.ts';

const { create, update, linkage, operations } = blogDocuments;
const odd: readonly unknown[] = oddDocuments.map((text) => JSON.parse(text));
const all = [...create, ...update, ...linkage, ...operations, ...responseSeeds, ...odd];
const roles = ['response', 'create', 'update', 'relationship', 'update-relationship', undefined] as const;

/** Returns what is wrong with a call: an error that is not for its user. */
async function tried(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return wrongError(error);
  }
}

function validator(text: string, role: number): string | undefined {
  const value: unknown = parsed(text);
  const as = roles[role % roles.length];
  const options = { as, extensions: [atomicExtension], level: 'should', ...(role > 5 && { api: blog }) } as const;
  const { issues = [] } = validateDocument(value, options);
  if (issues.length > 100) return `${issues.length} issues`;
  const long = issues.find(({ message }) => message.length > 2000);
  return long && `a message of ${long.message.length} characters at ${long.pointer.slice(0, 100)}`;
}

/** The value of a string; the text itself if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const readers = [
  (text: string): unknown => parseDocument(text),
  (text: string): unknown => parseCreate(blog, 'articles', text),
  (text: string): unknown => parseCreate(blog, 'comments', text),
  (text: string): unknown => parseUpdate(blog, 'articles', text, { id: '1' }),
  (text: string): unknown => parseLinkage(blog, 'articles', 'author', text),
  (text: string): unknown => parseLinkage(blog, 'articles', 'related', text),
  (text: string): unknown => parseOperations(blog, text),
  (text: string): unknown => parseCreate(blog, 'articles', new TextEncoder().encode(text)),
  (text: string): unknown => parseCreate(blog, 'articles', parsed(text)),
];

const withNumber = (strings: fc.Arbitrary<string>, max: number): fc.Arbitrary<[string, number]> =>
  fc.tuple(strings, fc.nat(max));

/** The validator, the parsers of request documents, and the reader of response documents. */
export const documentKinds: readonly InputKind[] = [
  {
    name: 'validator',
    inputs: withNumber(mutatedDocuments(all, { names: blogNames }), 11),
    open: () => ({ run: ([text, role]: [string, number]) => validator(text, role) }),
  },
  {
    name: 'parser',
    inputs: withNumber(mutatedDocuments([...create, ...update, ...linkage, ...operations], { names: blogNames }), 8),
    open: () => ({ run: ([text, reader]: [string, number]) => tried(() => readers[reader]?.(text)) }),
  },
  {
    name: 'deserialize',
    inputs: mutatedDocuments(responseSeeds, { names: blogNames }),
    open: () => ({
      run: (text: string) =>
        tried(() => {
          const { data } = deserialize(parsed(text)) as { readonly data: unknown };
          // Walks the graph, so that a wrong link in it fails here.
          const seen = new Set<unknown>([data]);
          for (const each of seen)
            if (typeof each === 'object' && each !== null) for (const it of Object.values(each)) seen.add(it);
        }),
    }),
  },
];
