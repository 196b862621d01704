import { documentClauses } from './document-clauses.ts';
import { readingClauses } from './reading-clauses.ts';
import { writingClauses } from './writing-clauses.ts';

/** How binding a requirement is; `profile` for those of a profile or an extension, `recommended` for the recommendations. */
export type CaseLevel = 'must' | 'should' | 'recommended' | 'profile';

/** One requirement of the specification. */
export interface Clause {
  readonly level: CaseLevel;
  /** The requirement in our words. */
  readonly statement: string;
}

const clauses: ReadonlyMap<string, Clause> = new Map(
  [documentClauses, readingClauses, writingClauses]
    .flatMap((text) => text.trim().split('\n'))
    .map((line) => {
      const [id = '', level = '', ...words] = line.split(' ');
      return [id, { level: level as CaseLevel, statement: words.join(' ') }];
    }),
);

/** Returns a requirement by its id, such as `INC-06`; undefined if there is none. */
export function clauseOf(row: string): Clause | undefined {
  return clauses.get(row);
}

/** Returns the requirement of a case that has its level. */
export function decidingRow(rows: readonly string[], level: CaseLevel): string {
  return rows.find((row) => clauses.get(row)?.level === level) ?? rows.at(0) ?? '';
}

/** Requirements that version 1.0 does not have, or has in another form. */
const of11 =
  /^(EXT|PRO|ATM|CUR)-|^NEG-(0[3-578]|1[1457-8])$|^NAM-(07|09|10)$|^JAP-0[346]$|^RES-0[45]$|^RES-22$|^LNK-(0[4-9]|10)$|^ERR-(08|15|17)$|^DOC-1[679]$|^DOC-04$|^INC-03$|^FLD-02$|^QRY-(02|03|09|1[012])$/;

/** Whether the first requirement of a case is of version 1.1 alone. */
export function isOf11([row = '']: readonly string[]): boolean {
  return of11.test(row);
}

const strength: readonly CaseLevel[] = ['recommended', 'should', 'must'];

/**
 * Returns the level of a case: that of the strongest of its requirements, or a weaker one. Requirements of clients are `should`, since
 * a server may accept what a client must not send.
 */
export function levelOf(rows: readonly string[], atMost: CaseLevel = 'must'): CaseLevel {
  if (atMost === 'profile') return atMost;
  const levels = rows.map((row) => strength.indexOf(clauses.get(row)?.level ?? 'recommended'));
  return strength[Math.max(0, Math.min(strength.indexOf(atMost), Math.max(...levels)))] ?? 'recommended';
}
