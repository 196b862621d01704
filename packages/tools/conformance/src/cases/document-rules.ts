import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { specifiedRules } from '@linkage/core/rules';
import type { CaseLevel } from '../clauses/clauses.ts';
import { show } from '../json.ts';
import { absent, fail, undecided } from '../run/verdict.ts';
import { walkOf } from '../walk/walk-links.ts';
import { anApi, type Case } from './case.ts';

interface DeclaredRule {
  readonly id: string;
  readonly level: 'must' | 'should';
  readonly requirements: readonly string[];
  readonly statement: string;
}

// Rules about request documents are those of clients, and a value that was parsed is JSON.
const ofRequests = /^(create|update)-|^json-value$|^api-|^atomic-(op|target|ref|href|data|local-id-order)$/;

// Links with other names: the text closes links objects, but not in so many words, and its editors have said both. (AMB-02)
const ambiguous: ReadonlySet<string> = new Set(['link-names']);

function caseOf({ id, level, requirements, statement }: DeclaredRule, own?: CaseLevel): Case {
  const title = `Every document that the server sends: ${statement}`;
  return anApi(
    `document-${id}`,
    requirements.join(' '),
    title,
    async (tester) => {
      // The walk sees every kind of document, also in a run of few cases.
      await walkOf(tester, { requests: 50, perPlace: 5 });
      const { documents } = tester.world;
      const found = documents.issueOf(id);
      if (found !== undefined) {
        tester.exchanges.push(found.exchange);
        const { pointer, message } = found.issue;
        const place = pointer === '' ? 'the document' : `the value at ${show(pointer)}`;
        fail(statement, `at ${show(pointer)}: ${message}`, `Change ${place} of this response.`);
      }
      if (documents.hasSubjectOf(id)) return;
      const reason = 'No document contains what the rule is about.';
      // Every server has errors, but not every one sends documents about them.
      return /^error/.test(id) ? undecided(reason) : absent(reason);
    },
    own ?? level,
  );
}

/** Each rule of the validator, over every document that the server sent during the run. */
export const documentCases: readonly Case[] = [
  ...specifiedRules
    .filter(({ id }) => !ofRequests.test(id))
    .map((rule) => caseOf(rule, ambiguous.has(rule.id) ? 'recommended' : undefined)),
  ...(atomicExtension.rules ?? [])
    .filter(({ id }) => !ofRequests.test(id))
    .map((rule) => caseOf(rule as DeclaredRule, 'profile')),
  ...(cursorProfile.rules ?? []).map((rule) => caseOf(rule as DeclaredRule, 'profile')),
];
