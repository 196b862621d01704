import { JsonApiError } from '@linkage/core';

/** The messages of errors that V8 and Node throw. None of them tells a developer which value is wrong. */
const messages: readonly RegExp[] = [
  /^Cannot (?:read|convert|set|assign|destructure|mix|define|delete|access|perform|create|redefine|add|freeze)/,
  / is not (?:a function|iterable|a constructor|defined|extensible|an object|async iterable)/,
  / is not a function or its return value/,
  /^Invalid (?:array length|time value|date|string length|regular expression|URL|count value|character|code point)/i,
  /^Maximum call stack/,
  /^Converting circular/,
  /^Do not know how to serialize/,
  /^Method .* called on incompatible/,
  /^Object prototype may only/,
  /^Class constructor (?!Fuzz)/,
  /^URI malformed/,
  /^Unexpected (?:token|end of|non-whitespace|string|number)/,
  /^Reduce of empty/,
  /^The ".*" (?:argument|property) must be/,
  /^Right-hand side/,
  /^Iterator result/,
  /^'\w+' (?:returned|on proxy|called on)/,
  /^Symbol\.\w+ /,
  /^(?:Array|Object|String|Symbol|Map|Set|Reflect|Number|Date|RegExp)\.[\w.]+ /,
  /^The first argument must be/,
  /^Failed to (?:parse|construct|execute)/,
  /^Value of "this"/,
  /^Headers(?:\.|:)/,
];

/** Text that functions of an input throw. It is theirs, so it can come through. */
export const INPUT_ERROR = 'an error of the input';

/** Returns what is wrong with an error that a public function threw, or undefined if its message says which value is wrong. */
export function wrongError(error: unknown): string | undefined {
  if (JsonApiError.is(error)) return undefined;
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  if (error.message.includes(INPUT_ERROR)) return undefined;
  if (error.name === 'ClientError') return undefined;
  const at = (error.stack ?? '').split('\n').find((line) => line.includes('/packages/')) ?? '';
  const place = at.replace(/^.*\/packages\//, 'packages/').replace(/\)$/, '');
  if (!(error instanceof TypeError)) return `threw ${error.name}: ${error.message} (${place})`;
  return messages.some((it) => it.test(error.message)) ? `threw ${error.message} (${place})` : undefined;
}
