import { beforeEach, describe, expect, test, vi } from 'vitest';

vi.mock(import('./member-name.ts'), { spy: true });

let isKnownMemberName: (text: string) => boolean;
let lookedAt: () => readonly string[];

/** Each test begins with nothing remembered. */
beforeEach(async () => {
  vi.resetModules();
  const { isMemberName } = await import('./member-name.ts');
  ({ isKnownMemberName } = await import('./known-name.ts'));
  vi.mocked(isMemberName).mockClear();
  lookedAt = () => vi.mocked(isMemberName).mock.calls.map(([text]) => text);
});

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `n${index}`);
}

describe('the answer is that of isMemberName', () => {
  test('for names and others, the first time and again', () => {
    for (const name of ['title', 'title', 'body', 'title', 'é']) expect(isKnownMemberName(name)).toBe(true);
    for (const name of ['', '-a', '', '-a', 'a.b', '__proto__']) expect(isKnownMemberName(name)).toBe(false);
    expect(isKnownMemberName('title')).toBe(true);
  });

  test('for the empty text before anything else', () => {
    expect(isKnownMemberName('')).toBe(false);
  });

  test('for more names than are remembered', () => {
    for (const name of [...names(2500), ...names(2500)]) expect(isKnownMemberName(name)).toBe(true);
    expect(isKnownMemberName('n1-')).toBe(false);
  });
});

describe('good names are remembered', () => {
  test('each is looked at once, in whatever order they come back', () => {
    for (const name of ['a', 'a', 'b', 'a', 'b', 'b']) isKnownMemberName(name);
    expect(lookedAt()).toEqual(['a', 'b']);
  });

  test('bad ones are not', () => {
    for (const name of ['-', '-', 'a', '-']) isKnownMemberName(name);
    expect(lookedAt()).toEqual(['-', '-', 'a', '-']);
  });

  test('up to 64 characters: a client cannot fill the memory with long names', () => {
    const [longest, tooLong] = ['a'.repeat(64), 'a'.repeat(65)];
    for (const name of [longest, tooLong, longest, tooLong]) isKnownMemberName(name);
    expect(lookedAt()).toEqual([longest, tooLong, tooLong]);
  });

  test('a thousand of them, then all are forgotten: nor with many', () => {
    for (const name of [...names(1000), ...names(1000)]) isKnownMemberName(name);
    expect(lookedAt()).toEqual(names(1000));
    for (const name of ['one more', 'one more', 'n5', 'n5']) isKnownMemberName(name);
    expect(lookedAt().slice(1000)).toEqual(['one more', 'n5']);
  });
});
