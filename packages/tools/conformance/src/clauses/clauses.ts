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

/** Requirements that version 1.0 does not have, or has in another form. */
const of11 =
  /^(EXT|PRO|ATM|CUR)-|^NEG-(0[3-578]|1[1457-8])$|^NAM-(07|09|10)$|^JAP-0[346]$|^RES-0[45]$|^RES-22$|^LNK-(0[4-9]|10)$|^ERR-(08|15|17)$|^DOC-1[679]$|^DOC-04$|^INC-03$|^FLD-02$|^QRY-(02|03|09|1[012])$/;

/** Whether the first requirement of a case is of version 1.1 alone. */
export function isOf11([row = '']: readonly string[]): boolean {
  return of11.test(row);
}

/** Whose levels a run uses: those of the published text, or those of the text that Linkage follows. */
export type LevelSource = 'published' | 'linkage';

/** Requirements that the published text of version 1.1 states with MUST. The text that Linkage follows states them with SHOULD, or implies them. */
export const publishedAsMust: ReadonlySet<string> = new Set(
  'NEG-02 NEG-03 DOC-01 DOC-14 RES-05 RES-12 RES-15 REL-07 REL-11 LNK-02 LNK-06 LNK-10 NAM-04 NAM-05 FET-01 FET-02 FET-04 SRT-04 PAG-02 PAG-05 QRY-06 RUP-04'.split(
    ' ',
  ),
);

const strength: readonly CaseLevel[] = ['recommended', 'should', 'must'];

/**
 * Returns the levels of a case: that of its first requirement in each text, or a weaker one. Requirements of clients are `should`, since
 * a server may accept what a client must not send.
 */
export function levelsOf(
  [row = '']: readonly string[],
  atMost: CaseLevel = 'must',
): Readonly<Record<LevelSource, CaseLevel>> {
  const own = clauses.get(row)?.level ?? 'recommended';
  const weaker = (level: CaseLevel): CaseLevel =>
    [level, atMost].find((it) => it === 'profile') ??
    strength[Math.min(strength.indexOf(level), strength.indexOf(atMost))] ??
    level;
  return { published: weaker(publishedAsMust.has(row) ? 'must' : own), linkage: weaker(own) };
}
