import type { CaseLevel } from '../../clauses/clauses.ts';
import { MEDIA_TYPE } from '../../run/tester.ts';
import { undecided } from '../../run/verdict.ts';
import { aResource, type Case } from '../case.ts';
import { expectStatus, rejectionText } from '../expectations.ts';
import { needsVersion11 } from '../version.ts';
import { UNKNOWN_EXTENSION as ext, UNKNOWN_PROFILE as profile } from './unknown.ts';

const type = MEDIA_TYPE;
const unknown = `${type}; ext="${ext}"`;

/** A name, requirements, the value of `Accept`, and the status that it must lead to. */
type Line = readonly [name: string, rows: string, accept: string, status: number, level?: CaseLevel];

const lines: readonly Line[] = [
  ['exact', 'NEG-21', type, 200],
  ['any', 'NEG-21', '*/*', 200, 'should'],
  ['any-application', 'NEG-21', 'application/*', 200, 'should'],
  ['weighted', 'NEG-19', `${type};q=0.5`, 200],
  ['weighted-three-digits', 'NEG-19', `${type}; q=0.001`, 200],
  ['weighted-one', 'NEG-19', `${type};q=1.000`, 200],
  ['among-others', 'NEG-21', `text/html, ${type};q=0.9, */*;q=0.1`, 200],
  ['after-html', 'NEG-21', `text/html, ${type}`, 200],
  ['upper-case', 'NEG-20', 'Application/Vnd.Api+Json', 200],
  ['space-before-semicolon', 'NEG-20', `${type} ; q=0.8`, 200],
  ['no-space-after-comma', 'NEG-20', `text/html,${type}`, 200],
  ['empty-elements', 'NEG-20', `, ${type},,`, 200, 'should'],
  ['charset-then-plain', 'NEG-12', `${type}; charset=utf-8, ${type}`, 200],
  ['plain-then-charset', 'NEG-12', `${type}, ${type}; charset=utf-8`, 200],
  ['version-then-weighted', 'NEG-12', `${type}; version=1, ${type}; q=0.1`, 200],
  ['three-instances', 'NEG-12', `${type}; a=1, ${type}; b=2, ${type}`, 200],
  ['unknown-extension-then-plain', 'NEG-14', `${unknown}, ${type}`, 200],
  ['plain-then-unknown-extension', 'NEG-14', `${type}, ${unknown}`, 200],
  ['unknown-extension-then-profile', 'NEG-14 NEG-15', `${unknown}, ${type}; profile="${profile}"`, 200],
  ['unknown-profile', 'NEG-15', `${type}; profile="${profile}"`, 200],
  ['two-unknown-profiles', 'NEG-15 NEG-03', `${type}; profile="${profile} ${profile}/2"`, 200],
  ['profile-with-comma', 'NEG-15 NEG-20', `${type}; profile="https://example.com/a,b"`, 200],
  ['profile-with-semicolon', 'NEG-15 NEG-20', `${type}; profile="https://example.com/a;b=c"`, 200],
  ['profile-upper-case-name', 'NEG-15 NEG-20', `${type}; PROFILE="${profile}"`, 200],
  ['profile-weighted', 'NEG-15 NEG-19', `${type}; profile="${profile}"; q=0.7`, 200],
  ['charset', 'NEG-13 STA-04', `${type}; charset=utf-8`, 406],
  ['charset-quoted', 'NEG-13', `${type}; charset="utf-8"`, 406],
  ['charset-upper-case', 'NEG-13 NEG-20', `${type}; CHARSET=UTF-8`, 406],
  ['charset-weighted', 'NEG-13 NEG-19', `${type}; charset=utf-8; q=0.9`, 406],
  ['version', 'NEG-13 NEG-02', `${type}; version=1`, 406],
  ['empty-value', 'NEG-13', `${type}; foo=""`, 406],
  ['profile-and-charset', 'NEG-13', `${type}; profile="${profile}"; charset=utf-8`, 406],
  ['two-modified', 'NEG-13', `${type}; charset=utf-8, ${type}; version=1`, 406],
  ['three-modified', 'NEG-13', `${type}; a=1, ${type}; b=2, ${type}; c=3`, 406],
  ['unknown-extension', 'NEG-14 VER-04', unknown, 406],
  ['unknown-extension-weighted', 'NEG-14 NEG-19', `${unknown}; q=0.5`, 406],
  ['two-unknown-extensions', 'NEG-14 NEG-03', `${type}; ext="${ext} ${ext}/2"`, 406],
  ['two-with-unknown-extensions', 'NEG-14', `${unknown}, ${type}; ext="${ext}/2"`, 406],
  ['unknown-extension-and-profile', 'NEG-14', `${unknown}; profile="${profile}"`, 406],
  ['modified-and-unknown-extension', 'NEG-18', `${type}; charset=utf-8, ${unknown}`, 406],
];

/** Cases about `Accept`. */
export const acceptCases: readonly Case[] = lines.map(([name, rows, accept, status, level]) =>
  aResource(
    `accept-${name}`,
    rows,
    `\`Accept: ${accept}\` leads to ${status}`,
    async (tester, it) => {
      const answer = await tester.get(it.collection, { accept });
      if (status === 200 && accept.toLowerCase().includes('profile=')) needsVersion11(tester, answer);
      if (answer.status === 403) undecided(`${rejectionText(answer)}.`);
      expectStatus(answer, status);
    },
    level,
  ),
);
