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

/** Reads a number above 0. */
export function positiveNumber(otherwise: number): OptionValue<number> {
  return {
    otherwise,
    shown: Number.isFinite(otherwise) ? String(otherwise) : 'N',
    read(text) {
      const value = Number(text);
      if (value > 0 && Number.isFinite(value)) return value;
      throw new TypeError(`be a number above 0, but it is ${JSON.stringify(text)}.`);
    },
  };
}

/** Reads a whole number that is at least `minimum`. */
export function wholeNumber(otherwise: number, minimum = 1): OptionValue<number> {
  return {
    otherwise,
    shown: Number.isFinite(otherwise) ? String(otherwise) : 'N',
    read(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && Number.isSafeInteger(value)) return value;
      throw new TypeError(`be a whole number of at least ${minimum}, but it is ${JSON.stringify(text)}.`);
    },
  };
}

/** Reads a text that is not empty. The usage shows it as `shown`. */
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

/** A switch: whether the command line contains the option. */
export const flag: OptionValue<boolean> = { otherwise: false, shown: undefined, read: () => true };

/** Returns a sentence with the name that a text most likely means, with a leading space, or an empty string. */
export function hint(text: string, names: readonly string[], prefix = ''): string {
  const near = closestName(text, names);
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(prefix + near)}?`;
}
