import type { Case } from '../cases/case.ts';
import { sectionOf } from '../cases/sections.ts';
import { clauseOf, isOf11 } from '../clauses/clauses.ts';
import type { CaseResult } from '../report/report.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Budget } from './budget.ts';
import { cleanUp } from './clean-up.ts';
import { createTester } from './tester.ts';
import { isStop } from './verdict.ts';
import type { World } from './world.ts';

const SECRET = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

function hidden(
  headers: Readonly<Record<string, string>>,
  secret: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secret.has(name) ? '(hidden)' : value]),
  );
}

/** Returns an exchange for a report, which people publish: without the values of credentials, and of headers of the samples. */
function redact({ samples }: World, { request, response, failure }: Exchange): Exchange {
  const secret = new Set([...SECRET, ...Object.keys(samples.headers ?? {}).map((name) => name.toLowerCase())]);
  return {
    request: { ...request, headers: hidden(request.headers, secret) },
    response: response === undefined ? undefined : { ...response, headers: hidden(response.headers, secret) },
    failure,
  };
}

type End = Pick<CaseResult, 'verdict' | 'expected' | 'came' | 'change' | 'reason' | 'exchanges'>;

async function runWith(world: World, it: Case, subject: unknown): Promise<End> {
  const exchanges: Exchange[] = [];
  try {
    await it.run(createTester(world, exchanges, world.signal), subject as never);
    return { verdict: 'passed', exchanges };
  } catch (error) {
    if (!isStop(error)) {
      // An answer that the case cannot read, or a defect of the case: neither is a decision.
      return { verdict: 'undecided', reason: `The case could not read the answer: ${String(error)}`, exchanges };
    }
    const { verdict, expected, came, change, message } = error;
    return verdict === 'failed'
      ? { verdict, expected, came, change, exchanges }
      : { verdict, reason: message, exchanges };
  }
}

function shown(world: World, end: End): End {
  return { ...end, exchanges: end.exchanges.map((exchange) => redact(world, exchange)) };
}

/** Takes the bodies of responses out: a case that passed needs none. */
function shortened({ request, response, failure }: Exchange): Exchange {
  return { request, response: response === undefined ? undefined : { ...response, body: '' }, failure };
}

/**
 * Runs a case with each of its subjects, as far as its share of the requests lasts. One failure is a failure; it passes if one passes and
 * none fails.
 */
export async function runCase(world: World, it: Case, budget: Budget, share: number): Promise<CaseResult> {
  const { id, rows, levels, title } = it;
  const { id: section, spec } = sectionOf(rows.at(0) ?? '');
  const isNew = isOf11(rows);
  const facts = {
    id,
    section,
    rows,
    level: levels[world.levels],
    ...(levels.published === levels.linkage ? {} : { levels }),
    title,
    spec,
    clause: clauseOf(rows.at(0) ?? '')?.statement,
    ...(isNew ? { since: '1.1' as const } : {}),
  };
  if (isNew && world.specification === '1.0') {
    return { ...facts, verdict: 'absent', reason: 'The requirement is of version 1.1.', exchanges: [] };
  }
  if (budget.left() <= 0) {
    const reason = `Skipped: the run has used up its ${budget.most} requests. To send more, pass --most.`;
    return { ...facts, verdict: 'undecided', reason, exchanges: [] };
  }
  const ends: End[] = [];
  const subjects = budget.ordered(it.subjects(world), id).slice(0, it.most);
  const start = budget.left();
  for (const [index, subject] of subjects.entries()) {
    if (start - budget.left() >= share && index > 0) {
      Object.assign(facts, { untried: subjects.length - index });
      break;
    }
    const end = await runWith(world, it, subject);
    // Small collections stay small: what a case looks for must not move to a later page.
    if (it.isWriting) await cleanUp(world);
    if (end.verdict === 'failed') return { ...facts, ...shown(world, end) };
    ends.push(end);
  }
  const passed = ends.filter(({ verdict }) => verdict === 'passed');
  const first = ends.find(({ verdict }) => verdict === 'undecided') ?? ends.at(0);
  if (first === undefined) {
    const verdict = it.isAbsent(world) ? 'absent' : 'undecided';
    return { ...facts, verdict, reason: it.missing, exchanges: [] };
  }
  if (passed.length === 0) return { ...facts, ...shown(world, first) };
  return {
    ...facts,
    verdict: 'passed',
    exchanges: passed.flatMap((end) => shown(world, end).exchanges.map(shortened)),
  };
}
