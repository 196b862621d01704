import type { CaseResult, UndecidedCause } from './report.ts';

/** The remedy for a reason that contains one of these phrases. The first line counts. */
const remedies: readonly (readonly [remedy: string, ...phrases: readonly string[]])[] = [
  [
    'Let the server parse bodies of this media type as JSON: for Express, `express.json({ type: "application/vnd.api+json" })`.',
    'does not parse the media type',
  ],
  [
    'Add `create` to the types of the samples: `init` drafts it.',
    'contain no `create`',
    'no type with `create`',
    'have no `create`',
  ],
  [
    'Correct `create` in the samples as the response says, or draft them with `init --try`.',
    'rejects `create`',
    'No resource to work on',
    'No create request',
  ],
  [
    'Put `{unique}` into a string of each `create`.',
    'existing resource',
    'cannot prove',
    'not known whether POST',
    '{unique}',
  ],
  ['Start the server with at least three resources of each type.', 'No collection contains a resource', 'fewer than'],
  ['Let the server send its errors as application/vnd.api+json.', 'not a document of JSON:API'],
  ['Pass other credentials with `--header`.', 'credentials'],
  ['Raise `--most`.', 'used up its'],
  ['Pass `--destructive` if the server may lose data, or let OPTIONS list the methods in `Allow`.', '--destructive'],
  ['Raise `--timeout`, or look at the log of the server.', 'not respond', 'did not get a response', 'in time'],
  ['Add `links` to resources and relationships, or `urls` to the samples.', 'URL'],
  ['Add it to the samples: docs/guide/conformance-samples.md lists the members.', 'samples'],
];
const OTHER = 'Run one of these cases alone with `--only` and its id, and look at the exchange in `--html`.';

/** Returns the reason without what differs between types, URLs, and responses. */
function keyOf(reason: string): string {
  const [first = ''] = reason.split(': ');
  const plain = first.split('"').filter((_, index) => index % 2 === 0);
  const words = plain.join('').split(' ');
  return words.filter((word) => !/^(?:http|\d)/.test(word)).join(' ');
}

/** Groups the undecided cases by their reason. */
export function causesOf(results: readonly CaseResult[]): readonly UndecidedCause[] {
  const groups = new Map<string, UndecidedCause>();
  for (const { verdict, reason = '' } of results) {
    if (verdict !== 'undecided') continue;
    const known = groups.get(keyOf(reason));
    const [remedy = OTHER] = remedies.find(([, ...phrases]) => phrases.some((it) => reason.includes(it))) ?? [];
    groups.set(keyOf(reason), { remedy, reason, ...known, cases: (known?.cases ?? 0) + 1 });
  }
  return [...groups.values()].sort((left, right) => right.cases - left.cases);
}
