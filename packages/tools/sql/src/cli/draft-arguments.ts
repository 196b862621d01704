import { usageError } from '@linkage/core/internal';
import type { DraftOptions } from '../model/model.ts';

/** The options that choose tables, for `parseArgs`. */
export const choiceOptions = {
  schema: { type: 'string' },
  table: { type: 'string', multiple: true },
  except: { type: 'string', multiple: true },
} as const;

/** The options of a draft, for `parseArgs`. */
export const draftOptions = {
  schema: { type: 'string' },
  table: { type: 'string', multiple: true },
  except: { type: 'string', multiple: true },
  show: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  names: { type: 'string' },
  strip: { type: 'string' },
  filter: { type: 'string' },
  guess: { type: 'boolean' },
  numbers: { type: 'boolean' },
} as const;

/** The values of `draftOptions`. */
export interface DraftArguments {
  readonly schema?: string | undefined;
  readonly table?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly show?: readonly string[] | undefined;
  readonly key?: readonly string[] | undefined;
  readonly names?: string | undefined;
  readonly strip?: string | undefined;
  readonly filter?: string | undefined;
  readonly guess?: boolean | undefined;
  readonly numbers?: boolean | undefined;
}

const styles = ['short', 'stable', 'database'] as const;
const filters = ['indexed', 'all', 'none'] as const;

/** Returns an option that must be one of several texts. */
export function choose<Choice extends string>(name: string, given: string, choices: readonly Choice[]): Choice {
  const found = choices.find((it) => it === given);
  if (found === undefined) throw usageError(`--${name} must be one of ${choices.join(', ')}, but it is "${given}".`);
  return found;
}

function listOf(text: string): readonly string[] {
  return text.split(',').map((it) => it.trim());
}

function keysOf(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const entries = texts.map((text) => {
    const [table = '', columns] = text.split('=');
    if (table === '' || columns === undefined || columns === '')
      throw usageError(`--key must be a table and its columns, such as film_list=fid, but it is "${text}".`);
    return [table, listOf(columns)] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads the options of a draft. */
export function readDraftArguments(values: DraftArguments, schema: string): Omit<DraftOptions, 'database'> {
  const { table, except, show, key = [], names = 'short', strip, filter = 'indexed' } = values;
  return {
    schemas: values.schema === undefined ? [schema] : listOf(values.schema),
    tables: table,
    except,
    show,
    keys: keysOf(key),
    names: choose('names', names, styles),
    strip,
    filter: choose('filter', filter, filters),
    guess: values.guess,
    numbers: values.numbers,
  };
}
