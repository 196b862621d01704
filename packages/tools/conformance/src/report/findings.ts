import type { CaseLevel } from '../clauses/clauses.ts';
import type { CaseResult, Finding } from './report.ts';

/** Requirements that servers meet, or break, in one place of their code. */
const families: readonly (readonly [rows: RegExp, what: string])[] = [
  [/^(QRY-0[12356]|QRY-1[0-3]|FIL-01|SRT-05)$/, 'Query parameters that the server must reject'],
  [/^(INC-07|INC-02)$/, '`include` with paths that do not exist'],
  [/^(NEG-1[2-48]|NEG-19|NEG-2[0-2])$/, '`Accept` with parameters and extensions'],
  [/^(NEG-1[01]|NEG-23)$/, '`Content-Type` with parameters and extensions that the server must reject'],
  [/^NEG-0[12]$/, '`Content-Type` of responses'],
  [/^(ERR-1[4-79]|ERR-2[04]|QRY-14)$/, '`source` of errors'],
  [/^(GEN-01|STA-01|CRE-01|UPD-01)$/, 'Malformed request documents'],
  [/^(RUP-0[1236]|RID-0[12])$/, 'Linkage of requests to relationships'],
  [/^(CRE-15|UPD-12)$/, 'A `type` or `id` that conflicts with the URL'],
  [/^(CRE-13|UPD-11)$/, 'Related resources that do not exist'],
  [/^FLD-0[1-6]$/, 'Sparse fieldsets'],
  [/^REC-06$/, 'Recommended links'],
];

const order: readonly CaseLevel[] = ['must', 'profile', 'should', 'recommended'];

/** Returns what came up to the first value, since values differ between cases. */
function patternOf(came: string): string {
  return came.split(/["[{]/).at(0)?.trim() ?? '';
}

/** Returns the cause of a failure, and what failures with this cause share: the requirements and the kind of answer. */
function causeOf({ rows, title, came = '' }: CaseResult): { readonly cause: string; readonly shared: string } {
  const [, what] = families.find(([pattern]) => pattern.test(rows.at(0) ?? '')) ?? [];
  const [, status] = /^the status is (\d+)/.exec(came) ?? [];
  if (what === undefined) {
    const cause = status === undefined ? title : `${title}: the status is ${status}`;
    return { cause, shared: `${rows.join(' ')}: ${status ?? patternOf(came)}` };
  }
  const verb = status?.startsWith('2') ? 'are accepted with' : status?.startsWith('5') ? 'lead to' : 'get';
  const pattern = patternOf(came);
  const cause = status === undefined ? `${what}${pattern && `: ${pattern}`}` : `${what} ${verb} ${status}`;
  return { cause, shared: cause };
}

/** Groups failures by their level and their cause, those of the strongest level first. */
export function findingsOf(results: readonly CaseResult[]): readonly Finding[] {
  const groups = new Map<string, CaseResult[]>();
  for (const result of results.filter(({ verdict }) => verdict === 'failed')) {
    const shared = `${result.level} ${causeOf(result).shared}`;
    groups.set(shared, [...(groups.get(shared) ?? []), result]);
  }
  const rank = ({ level }: Pick<CaseResult, 'level'>): number => order.indexOf(level);
  return [...groups.values()]
    .flatMap((failures) =>
      failures
        .slice(0, 1)
        .map((first) => ({ cause: causeOf(first).cause, level: first.level, cases: failures.map(({ id }) => id) })),
    )
    .sort((left, right) => rank(left) - rank(right) || right.cases.length - left.cases.length);
}
