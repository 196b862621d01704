/** The values that Prisma computes for a field, and the database does not know: the time of the last write, or a new id. */
export type ComputedField = 'updatedAt' | 'uuid' | 'id';

const OPENS = /^\s*(?:model|view)\s+(\w+)\s*\{/;
const FIELD = /^\s*(\w+)\s+[^\s@]/;
/** Strings and comments, which can contain the words of attributes. */
const NO_CODE = /"(?:[^"\\]|\\.)*"|\/\/.*/g;

function computedIn(code: string): ComputedField | undefined {
  if (/@updatedAt\b/.test(code)) return 'updatedAt';
  const joined = code.replaceAll(' ', '');
  if (/@default\(uuid\(4?\)/.test(joined)) return 'uuid';
  return /@default\((?:uuid|cuid|ulid|nanoid)\(/.test(joined) ? 'id' : undefined;
}

/**
 * Returns the fields of each model in a schema that Prisma computes. A client contains the text of its schema, but nothing else about
 * `@updatedAt` and `@default`.
 */
export function computedFields(schema: string): ReadonlyMap<string, ReadonlyMap<string, ComputedField>> {
  const models = new Map<string, Map<string, ComputedField>>();
  let own: Map<string, ComputedField> | undefined;
  for (const line of schema.split('\n')) {
    const code = line.replace(NO_CODE, '');
    const [, model] = OPENS.exec(code) ?? [];
    if (model !== undefined) {
      own = new Map();
      models.set(model, own);
    } else if (code.trim() === '}') own = undefined;
    const [, field] = FIELD.exec(code) ?? [];
    const computed = computedIn(code);
    if (field !== undefined && computed !== undefined) own?.set(field, computed);
  }
  return models;
}
