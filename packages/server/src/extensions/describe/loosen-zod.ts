/** The parts of a schema of zod that change what it accepts, but not its JSON Schema. */
interface ZodDefinition {
  readonly type?: string;
  readonly coerce?: boolean;
  readonly in?: { readonly _zod: { readonly def: ZodDefinition } };
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check?: string; readonly pattern?: RegExp } };
  }[];
  readonly pattern?: RegExp;
}

/** One schema, with the JSON Schema that zod wrote for it. */
interface ZodNode {
  readonly zodSchema: { readonly _zod: { readonly def: ZodDefinition } };
  readonly jsonSchema: Record<string, unknown>;
}

/** The option of zod that is called for each schema, from the inside to the outside. */
export interface ZodOverride {
  readonly override: (node: ZodNode) => void;
}

function clear(json: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(json, name);
}

/** Returns why a schema accepts values that its JSON Schema rejects, whatever they are, or undefined. */
function acceptsAll({ type, coerce, in: input }: ZodDefinition): string | undefined {
  if (coerce === true) return 'the schema converts other values (`coerce`)';
  if (type === 'catch') return 'the schema replaces invalid values (`catch`)';
  if (type === 'pipe' && input?._zod.def.type === 'transform') return 'the schema converts values first (`preprocess`)';
  return undefined;
}

/**
 * Creates the option for zod that removes the keywords for which the JSON Schema would reject values that the schema
 * accepts: zod reads the flags of patterns, `trim`, `coerce`, `catch`, and `preprocess`, but does not write them.
 *
 * @param report Called with the reason for each removal.
 */
export function loosenZod(report: (reason: string) => void): ZodOverride {
  return {
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      const reason = acceptsAll(def);
      if (reason !== undefined) {
        clear(jsonSchema, Object.keys(jsonSchema));
        report(`${reason}.`);
      }
      const checks = [def, ...(def.checks ?? []).map((check) => check._zod.def)];
      if (checks.some((check) => 'check' in check && check.check === 'overwrite')) {
        clear(jsonSchema, ['minLength', 'maxLength', 'pattern', 'format', 'allOf']);
        report('the schema changes strings before it checks them, for example with `trim`.');
      }
      const flags = checks.map(({ pattern }) =>
        pattern instanceof RegExp ? pattern.flags.replace(/[dguvy]/g, '') : '',
      );
      if (flags.some((text) => text !== '')) {
        clear(jsonSchema, ['pattern', 'allOf']);
        report('a regular expression has flags, which JSON Schema does not have.');
      }
    },
  };
}
