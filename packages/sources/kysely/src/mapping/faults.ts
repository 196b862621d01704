/** The most mistakes that one error lists. */
const MAX_LISTED = 100;

const prefix = 'createKyselySources: ';

/** Collects the mistakes of a mapping, so that one error at start reports all of them. */
export interface Faults {
  /** Returns the result of a function, or undefined if it throws a `TypeError`, which is a mistake of the mapping. */
  readonly attempt: <Result>(run: () => Result) => Result | undefined;
  /** Returns the messages of the mistakes, without the name of the function. */
  readonly messages: () => readonly string[];
  /** @throws {TypeError} If there are mistakes. */
  readonly assertNone: () => void;
}

/** Creates an empty collection. */
export function createFaults(): Faults {
  const found: TypeError[] = [];
  const messagesOf = (): readonly string[] => [...new Set(found.map(({ message }) => message.replace(prefix, '')))];
  return {
    messages: messagesOf,
    attempt(run) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        found.push(error);
        return undefined;
      }
    },
    assertNone() {
      const [first, ...others] = found;
      if (first === undefined) return;
      if (others.length === 0) throw first;
      const messages = messagesOf();
      const listed = messages.slice(0, MAX_LISTED).map((message) => `\n- ${message}`);
      const rest = messages.length > MAX_LISTED ? `\n- and ${messages.length - MAX_LISTED} others` : '';
      throw new TypeError(`${prefix}the mapping has ${messages.length} mistakes:${listed.join('')}${rest}`, {
        cause: first,
      });
    },
  };
}
