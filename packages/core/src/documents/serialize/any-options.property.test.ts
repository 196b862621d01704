import fc from 'fast-check';
import { expect, test } from 'vitest';
import { api, collection, options, record, records, relationshipName } from '../../../test/build-arbitraries.ts';
import { ApplicationError } from '../../../test/odd-values.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import type { ValidateOptions } from '../../validate/validate-options.ts';
import { buildDocument, buildRelationshipDocument } from '../build/build-document.ts';
import { serialize } from './serialize.ts';
import { serializeStream } from './serialize-stream.ts';

/** More runs: `PROPERTY_RUNS=20000`. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 400);
const timeout = 30_000 + 10 * numRuns;
const extensions = [defineExtension({ uri: 'https://example.com/x', namespace: 'x' })];
const types = fc.constantFrom<readonly string[]>(['nodes'], ['nodes', 'twins']);

/** Returns the result of a call. It can throw only a TypeError and the errors of the application. */
function outcomeOf<Value>(call: () => Value): { readonly value: Value } | undefined {
  try {
    return { value: call() };
  } catch (error) {
    checkThrown(error);
    return undefined;
  }
}

function checkThrown(error: unknown): void {
  const { cause } = error as { readonly cause?: unknown };
  if (error instanceof ApplicationError || cause instanceof ApplicationError) return;
  expect(error).toBeInstanceOf(TypeError);
  // A TypeError of the engine, say for a member of undefined, tells a user nothing.
  expect((error as Error).message).not.toMatch(
    /^Cannot|is not a function|is not iterable|undefined \(reading|serialize a BigInt|circular structure/,
  );
}

function expectValid(document: unknown, { fields }: { readonly fields?: unknown }, as: ValidateOptions['as']): void {
  const sparseFieldsets = fields !== undefined;
  expect(validateDocument(document, { as, api, extensions, sparseFieldsets }).issues).toBe(undefined);
}

test('whatever options and records are: what is built validates, and the text is that of the document', {
  timeout,
}, () => {
  const built = { documents: 0 };
  fc.assert(
    fc.property(types, records, options, (named, given, chosen) => {
      const document = outcomeOf(() => buildDocument(api, named as never, given as never, chosen as never));
      const text = outcomeOf(() => serialize(api, named as never, given as never, chosen as never));
      expect(text === undefined).toBe(document === undefined);
      if (document === undefined || text === undefined) return;
      built.documents++;
      expect(JSON.parse(text.value)).toEqual(JSON.parse(JSON.stringify(document.value)));
      expectValid(document.value, chosen, 'response');
      expectValid(JSON.parse(text.value), chosen, 'response');
    }),
    { numRuns },
  );
  expect(built.documents).toBeGreaterThan(numRuns / 5);
});

test('whatever options and records are: a document about a relationship validates', { timeout }, () => {
  const built = { documents: 0 };
  fc.assert(
    fc.property(relationshipName, record, options, (name, given, chosen) => {
      const document = outcomeOf(() =>
        buildRelationshipDocument(api, 'nodes', given as never, name as never, chosen as never),
      );
      if (document === undefined) return;
      built.documents++;
      for (const as of ['response', 'relationship'] as const) {
        expectValid(document.value, chosen, as);
        expectValid(JSON.parse(JSON.stringify(document.value)), chosen, as);
      }
    }),
    { numRuns },
  );
  expect(built.documents).toBeGreaterThan(0);
});

async function textOf(call: () => AsyncIterable<string>): Promise<string | undefined> {
  try {
    let text = '';
    for await (const chunk of call()) text += chunk;
    return text;
  } catch (error) {
    checkThrown(error);
    return undefined;
  }
}

test('whatever options and records are: a stream that ends is a valid document', { timeout }, async () => {
  const built = { documents: 0 };
  await fc.assert(
    fc.asyncProperty(types, collection, options, fc.boolean(), async (named, given, chosen, isLate) => {
      const { links, meta } = chosen;
      const late = isLate ? { ...chosen, links: () => links, meta: async () => meta } : chosen;
      const text = await textOf(() => serializeStream(api, named as never, given as never, late as never));
      if (text === undefined) return;
      built.documents++;
      expectValid(JSON.parse(text), chosen, 'response');
    }),
    { numRuns },
  );
  expect(built.documents).toBeGreaterThan(numRuns / 5);
});
