import { defineProfile } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { type Report, runConformance, type Samples, type Target } from '../../src/index.ts';
import { atomicForTests } from '../atomic-extension.ts';
import { blog, blogSamples, records, targetOf } from '../blog-target.ts';
import { cursorSamples, cursorTarget } from '../cursor-server.ts';
import { documentSabotage } from './documents.ts';
import { errorSabotage } from './errors.ts';
import { negotiationSabotage } from './negotiation.ts';
import { atomicSabotage } from './operations.ts';
import { cursorSabotage } from './pages.ts';
import { querySabotage } from './queries.ts';
import { readingSabotage } from './reading.ts';
import { relationshipSabotage } from './relationships.ts';
import type { Sabotage } from './sabotage.ts';
import { unseenSabotage } from './unseen.ts';
import { writingSabotage } from './writing.ts';

const profile = defineProfile({ uri: 'https://example.com/profiles/conformance' });

/** A server to break, with its samples. */
export interface Victim {
  readonly target: () => Exclude<Target, string | URL>;
  readonly samples: Samples;
}

const blogVictim: Victim = {
  target: () => {
    const options = { baseUrl: '/api', extensions: [atomicForTests], profiles: [profile], onError: () => undefined };
    return targetOf(createServer(blog, createMemorySources(blog, records), options));
  },
  samples: {
    ...blogSamples,
    profiles: [profile.uri],
    extensions: [atomicForTests.extension.uri],
    atomic: '/operations',
  },
};
const cursorVictim: Victim = { target: () => cursorTarget(), samples: cursorSamples(true) };

/** Every broken server. */
export const sabotaged: readonly (Sabotage & { readonly victim: Victim })[] = [
  ...[
    ...negotiationSabotage,
    ...readingSabotage,
    ...querySabotage,
    ...writingSabotage,
    ...relationshipSabotage,
    ...errorSabotage,
    ...documentSabotage,
    ...atomicSabotage,
    ...unseenSabotage,
  ].map((it) => ({
    ...it,
    victim: blogVictim,
  })),
  ...cursorSabotage.map((it) => ({ ...it, victim: cursorVictim })),
];

/** Runs the tests against a broken server: all cases, or only those of some requirements. */
export function runBroken(
  { victim, handle }: (typeof sabotaged)[number],
  only: readonly string[] | undefined,
): Promise<Report> {
  const target = victim.target();
  const forward = async (request: Request): Promise<Response> => target.handle(request);
  return runConformance({ ...target, handle: (request) => handle(request, forward) }, victim.samples, { only });
}
