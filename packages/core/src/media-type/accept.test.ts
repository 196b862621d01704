import { describe, expect, test } from 'vitest';
import { chooseAccepted } from './accept.ts';
import { parseMediaTypeList } from './media-type.ts';

/** The extension of the chosen instance, "plain" for one without, or undefined when nothing is acceptable. */
function choice(accept: string): string | undefined {
  const chosen = chooseAccepted(parseMediaTypeList(accept) ?? [], new Set(['a', 'b']));
  return chosen.acceptable ? (chosen.extensions[0] ?? 'plain') : undefined;
}

const plain = 'application/vnd.api+json';
const a = `${plain};ext=a`;
const b = `${plain};ext=b`;

describe('weights (NEG-09, NEG-19)', () => {
  test.each<[accept: string, chosen: string | undefined]>([
    [`${a}, ${b}`, 'a'],
    [`${b}, ${a}`, 'b'],
    [`${a};q=0.9, ${b}`, 'b'],
    [`${a};q=0.9, ${b};q=1`, 'b'],
    [`${a};q=0.5, ${b};q=0.6`, 'b'],
    [`${a};q=0.6, ${b};q=0.6`, 'a'],
    [`${a};q=0.001, ${b};q=0`, 'a'],
    [`${a};q=1, ${b}`, 'a'],
    [`${a};q=1.000, ${b}`, 'a'],
    [`${a};Q=0.1, ${b};Q=0.2`, 'b'],
    [`${plain};q=0.1;ext=a, ${plain};q=0.2;ext=b`, 'b'],
    [`${a};q="0.1", ${b};q="0.2"`, 'b'],
    [`${a};q=0., ${b};q=0.1`, 'b'],
    [`${a};q=0`, undefined],
    [`${a};q=0.0, ${b};q=0.000`, undefined],
    // Beyond the grammar, but what it means is plain.
    [`${a};q=.2, ${b};q=.3`, 'b'],
    [`${a};q=0.33331, ${b};q=0.3333`, 'a'],
    // No weight at all: the instance is not usable.
    [`${a};q=1.1, ${b};q=0.1`, 'b'],
    [`${a};q=2, ${b};q=0.1`, 'b'],
    [`${a};q=-1, ${b};q=0.1`, 'b'],
    [`${a};q=high, ${b};q=0.1`, 'b'],
    [`${a};q="", ${b};q=0.1`, 'b'],
    [`${a};q=., ${b};q=0.1`, 'b'],
    [`${a};q=1e0, ${b};q=0.1`, 'b'],
    [`${a};q=0x1, ${b};q=0.1`, 'b'],
  ])('%s', (accept, chosen) => {
    expect(choice(accept)).toBe(chosen);
  });
});

describe('wildcards (NEG-21, NEG-22)', () => {
  test.each<[accept: string, chosen: string | undefined]>([
    ['', 'plain'],
    ['*/*', 'plain'],
    ['application/*', 'plain'],
    ['text/html, */*;q=0.1', 'plain'],
    ['*/*;q=0', undefined],
    ['application/*;q=0, */*', undefined],
    ['*/*;q=0, application/*', 'plain'],
    ['text/*', undefined],
    ['text/html, application/json', undefined],
    ['*/*;level=1', undefined],
    ['*/*;level=1, application/*', 'plain'],
    // An instance of the media type is more specific than any wildcard.
    [`${plain};q=0, */*`, undefined],
    [`${plain};q=0.1, */*;q=0`, 'plain'],
    [`${a};q=0.1, */*`, 'a'],
  ])('%j', (accept, chosen) => {
    expect(choice(accept)).toBe(chosen);
  });
});

test('the reason says what was wrong', () => {
  const reason = (accept: string): string => {
    const chosen = chooseAccepted(parseMediaTypeList(accept) ?? [], new Set());
    return chosen.acceptable ? '' : chosen.reason;
  };
  expect(reason('text/html')).toMatch(/does not allow it/);
  expect(reason(`${plain};charset=utf-8`)).toMatch(/parameter other than ext and profile/);
  expect(reason(a)).toMatch(/extension that this server does not support/);
});
