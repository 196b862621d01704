/** The choices of the validator: the message that contains the document, and what applies to it. */
import type { DocumentRole } from '@linkage/core';

/** The methods of requests with a document. */
export const methods = ['POST', 'PATCH', 'DELETE'] as const;

/** The choices beside the editor. */
export interface Choices {
  readonly message: 'response' | 'request';
  /** The method of a request. The document of a response has the same rules after each method. */
  readonly method: (typeof methods)[number];
  /** Whether the URL is that of a relationship: `/articles/1/relationships/author`. */
  readonly isRelationship: boolean;
  /** Whether the Atomic Operations extension is applied. */
  readonly isAtomic: boolean;
  /** Whether the cursor pagination profile is applied. */
  readonly isCursor: boolean;
  /** Whether the request had `fields`, which can exclude the relationships that link included resources. */
  readonly isSparse: boolean;
  /** Whether the page reports recommendations, too. */
  readonly isStrict: boolean;
}

/** The choices at the beginning. */
export const defaultChoices: Choices = {
  message: 'response',
  method: 'POST',
  isRelationship: false,
  isAtomic: false,
  isCursor: false,
  isSparse: false,
  isStrict: true,
};

/** Returns the role of the document for `validateDocument`. */
export function roleOf({ message, method, isRelationship, isAtomic }: Choices): DocumentRole | undefined {
  if (message === 'response') return isRelationship ? 'relationship' : 'response';
  // A request of the extension contains operations: it does not have a role of its own.
  if (isAtomic) return undefined;
  if (isRelationship || method === 'DELETE') return method === 'PATCH' ? 'update-relationship' : 'relationship';
  return method === 'POST' ? 'create' : 'update';
}

/** Returns the choices of an unknown value: each that does not have an allowed value is the default. */
export function readChoices(value: unknown): Choices {
  const given = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const flags = Object.entries(defaultChoices).filter(([, usual]) => typeof usual === 'boolean');
  const chosen = flags.flatMap(([name]) => (typeof given.get(name) === 'boolean' ? [[name, given.get(name)]] : []));
  return {
    ...defaultChoices,
    ...Object.fromEntries(chosen),
    message: given.get('message') === 'request' ? 'request' : 'response',
    method: methods.find((method) => method === given.get('method')) ?? defaultChoices.method,
  };
}
