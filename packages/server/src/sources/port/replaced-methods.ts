import { reportAtStart } from '../../internal/report-at-start.ts';
import type { AnySource } from './any-source.ts';

/** A method that has replaced another one, and declares nothing. */
export interface ReplacedMethod {
  /** The method, such as `articles.list`. */
  readonly method: string;
  /** The features that no method applies any more in its place, for example `conditions of access rules` and `groups`. */
  readonly lost: readonly string[];
}

/** The methods of sources that have replaced methods with a statement. */
export interface ReplacedMethods {
  readonly methods: readonly ReplacedMethod[];
}

/** Reports methods that have replaced others, and apply less than the source declares: with a spread, or with `extendSource`. */
export function reportReplacedMethods(
  sources: ReadonlyMap<string, AnySource>,
  hook: ((replaced: ReplacedMethods) => void) | undefined,
): void {
  const methods = [...sources].flatMap(([type, { can }]) =>
    [...can.lost].map(([name, lost]) => Object.freeze({ method: `${type}.${name}`, lost: Object.freeze(lost) })),
  );
  if (methods.length === 0) return;
  const list = methods.map(({ method, lost }) => `\`${method}\` (${lost.join('; ')})`).join(', ');
  const text = `replaced methods no longer apply what their sources declare: ${list}. Declare it with \`applies\` of \`extendSource\`, or \`applies: []\` if it is intended.`;
  reportAtStart(hook, { methods: Object.freeze(methods) }, text);
}
