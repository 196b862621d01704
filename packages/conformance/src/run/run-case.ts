import type { Case } from '../cases/case.ts';
import { sectionOf } from '../cases/sections.ts';
import type { CaseResult } from '../report/report.ts';
import type { Exchange } from '../target/exchange.ts';
import { cleanUp } from './clean-up.ts';
import { createKit } from './kit.ts';
import { redact } from './redact.ts';
import { isStop } from './verdict.ts';
import type { World } from './world.ts';

type End = Pick<CaseResult, 'verdict' | 'expected' | 'came' | 'reason' | 'exchanges'>;

async function runWith(world: World, it: Case, subject: unknown): Promise<End> {
  const exchanges: Exchange[] = [];
  try {
    await it.run(createKit(world, exchanges), subject as never);
    return { verdict: 'passed', exchanges };
  } catch (error) {
    if (!isStop(error)) {
      // An answer that the case cannot read, or a defect of the case: neither is a decision.
      return { verdict: 'undecided', reason: `The case could not read the answer: ${String(error)}`, exchanges };
    }
    const { verdict, expected, came, message } = error;
    return verdict === 'failed' ? { verdict, expected, came, exchanges } : { verdict, reason: message, exchanges };
  }
}

function shown(world: World, end: End): End {
  return { ...end, exchanges: end.exchanges.map((exchange) => redact(world, exchange)) };
}

/** Takes the bodies of responses out: a case that passed needs none. */
function shortened({ request, response, failure }: Exchange): Exchange {
  return { request, response: response === undefined ? undefined : { ...response, body: '' }, failure };
}

/** Runs a case with each of its subjects. One failure is a failure; it passes if one passes and none fails. */
export async function runCase(world: World, it: Case): Promise<CaseResult> {
  const { id, rows, level, title } = it;
  const { id: section, spec } = sectionOf(rows.at(0) ?? '');
  const facts = { id, section, rows, level, title, spec };
  const ends: End[] = [];
  for (const subject of it.subjects(world)) {
    const end = await runWith(world, it, subject);
    // Small collections stay small: what a case looks for must not move to a later page.
    if (it.isWriting) await cleanUp(world);
    if (end.verdict === 'failed') return { ...facts, ...shown(world, end) };
    ends.push(end);
  }
  const passed = ends.filter(({ verdict }) => verdict === 'passed');
  const [first] = ends;
  if (first === undefined) return { ...facts, verdict: 'undecided', reason: it.missing, exchanges: [] };
  if (passed.length === 0) return { ...facts, ...shown(world, first) };
  return {
    ...facts,
    verdict: 'passed',
    exchanges: passed.flatMap((end) => shown(world, end).exchanges.map(shortened)),
  };
}
