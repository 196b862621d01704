import { existsSync, readFileSync } from 'node:fs';
import { validateDocument } from '@linkage/core';
import type { faultWorlds } from '../../../sources/kysely/test/faults/fault-world.ts';
import { scenarios as requests } from '../../../sources/kysely/test/faults/scenarios.ts';
import { answerOf } from '../../../sources/kysely/test/faults/sweep.ts';
import { runConformance } from '../../../tools/conformance/src/index.ts';
import { blogSamples, blogServer, targetOf } from '../../../tools/conformance/test/blog-target.ts';
import type { Scenarios } from './core-scenarios.ts';

/** Reads, writes, operations, streams, cursors, idempotency keys, access rules, and hooks. */
export function worldScenarios(place: keyof typeof faultWorlds = 'memory'): Scenarios {
  return Object.fromEntries(
    requests.map((request, index) => [`world ${place} ${index}: ${request.name}`, () => answerOf(place, request)]),
  );
}

const corpus = new URL('../../../../../shared/corpus/', import.meta.url);

/** Documents of other implementations, if they are beside the project. */
function corpusScenarios(): Scenarios {
  const index = new URL('index.json', corpus);
  if (!existsSync(index)) return {};
  const entries: readonly { readonly file: string }[] = JSON.parse(readFileSync(index, 'utf8'));
  const documents = entries.map(({ file }) => [file, readFileSync(new URL(file, corpus), 'utf8')] as const);
  return Object.fromEntries(
    documents.map(([file, text]) => [`corpus ${file}`, () => validateDocument(JSON.parse(text), { level: 'should' })]),
  );
}

/** The conformance tests against a server in memory: the verdict of each case. */
function testerScenarios(): Scenarios {
  return {
    'conformance tester': async () => {
      const { results } = await runConformance(targetOf(blogServer()), blogSamples);
      return results.map(({ id, verdict, expected }) => [id, verdict, expected]);
    },
  };
}

/** Scenarios in which libraries run that a polluted prototype breaks: zod and Kysely. */
export function wideScenarios(): Scenarios {
  return { ...worldScenarios('SQLite'), ...corpusScenarios(), ...testerScenarios() };
}
