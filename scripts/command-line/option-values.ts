import { closestName } from '@linkage/core/internal';

/** How a script reads the value of an option or an argument. */
export interface OptionValue<Value> {
  /** The value if the command line does not contain the option. */
  readonly otherwise: Value;
  /** The value in the usage. Undefined for a switch, which is present or absent. */
  readonly shown: string | undefined;
  /**
   * Converts the text after the option.
   *
   * @throws {TypeError} If the text is not valid. The message continues "`--name` must ".
   */
  readonly read: (text: string) => Value;
}

/** Reads a number above 0, at most `maximum`. */
export function positiveNumber(otherwise: number, maximum = Number.MAX_VALUE): OptionValue<number> {
  return {
    otherwise,
    shown: Number.isFinite(otherwise) ? String(otherwise) : 'N',
    read(text) {
      const value = Number(text);
      if (value > 0 && value <= maximum) return value;
      const most = maximum === Number.MAX_VALUE ? '' : `, at most ${maximum}`;
      throw new TypeError(`be a number above 0${most}, but it is ${JSON.stringify(text)}.`);
    },
  };
}

/** Reads a whole number from `minimum` to `maximum`. */
export function wholeNumber(
  otherwise: number,
  minimum = 1,
  maximum: number = Number.MAX_SAFE_INTEGER,
): OptionValue<number> {
  return {
    otherwise,
    shown: Number.isFinite(otherwise) ? String(otherwise) : 'N',
    read(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return value;
      const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
      throw new TypeError(`be a whole number ${range}, but it is ${JSON.stringify(text)}.`);
    },
  };
}

/** Reads a string that is not empty. The usage shows it as `shown`. */
export function textValue(shown: string): OptionValue<string | undefined> {
  return {
    otherwise: undefined,
    shown,
    read(text) {
      if (text !== '') return text;
      throw new TypeError('not be empty.');
    },
  };
}

/** Reads names with commas between them. Returns all names if the command line does not contain the option. */
export function someOf<Name extends string>(names: readonly Name[]): OptionValue<readonly Name[]> {
  return {
    otherwise: names,
    shown: 'name,name',
    read: (text) =>
      text.split(',').map((it) => {
        const found = names.find((name) => name === it);
        if (found !== undefined) return found;
        throw new TypeError(`name some of ${names.join(', ')}, but it names ${JSON.stringify(it)}.${hint(it, names)}`);
      }),
  };
}

/** Reads one of these names, which has no default. */
export function oneOf<Name extends string>(names: readonly Name[]): OptionValue<Name | undefined> {
  return {
    otherwise: undefined,
    shown: names.join('|'),
    read(text) {
      const found = names.find((name) => name === text);
      if (found !== undefined) return found;
      throw new TypeError(`be one of ${names.join(', ')}, but it is ${JSON.stringify(text)}.${hint(text, names)}`);
    },
  };
}

/** A switch: whether the command line contains the option. */
export const flag: OptionValue<boolean> = { otherwise: false, shown: undefined, read: () => true };

/** Returns a sentence with the name that a string most likely means, with a leading space, or an empty string. */
export function hint(text: string, names: readonly string[], prefix = ''): string {
  const near = closestName(text, names);
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(prefix + near)}?`;
}
