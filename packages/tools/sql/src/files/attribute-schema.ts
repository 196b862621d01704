import { z } from 'zod';
import type { DraftValue } from '../model/draft-value.ts';
import type { DraftAttribute } from '../model/model.ts';
import { textCode } from './text-code.ts';

/** The schema of a kind of values, and the code of the same schema. */
interface ValueSchema<Value> {
  readonly schema: (value: Value) => z.ZodType;
  readonly code: (value: Value) => string;
}

type Kind = DraftValue['kind'];
type ValueOf<Name extends Kind> = DraftValue & { readonly kind: Name };

function limitCode(name: string, limit: number | undefined): string {
  return limit === undefined ? '' : `.${name}(${limit})`;
}

const LARGE_INTEGER = /^-?\d+$/;

const valueSchemas: { readonly [Name in Kind]: ValueSchema<ValueOf<Name>> } = {
  text: {
    schema({ minLength, maxLength }) {
      const atLeast = minLength === undefined ? z.string() : z.string().min(minLength);
      return maxLength === undefined ? atLeast : atLeast.max(maxLength);
    },
    code: ({ minLength, maxLength }) => `z.string()${limitCode('min', minLength)}${limitCode('max', maxLength)}`,
  },
  integer: {
    schema({ min, max }) {
      const atLeast = min === undefined ? z.int() : z.int().min(min);
      return max === undefined ? atLeast : atLeast.max(max);
    },
    code: ({ min, max }) => `z.int()${limitCode('min', min)}${limitCode('max', max)}`,
  },
  'large integer': {
    schema: () => z.string().regex(LARGE_INTEGER),
    code: () => `z.string().regex(${LARGE_INTEGER})`,
  },
  decimal: { schema: () => z.string(), code: () => 'z.string()' },
  number: { schema: () => z.number(), code: () => 'z.number()' },
  boolean: { schema: () => z.boolean(), code: () => 'z.boolean()' },
  uuid: { schema: () => z.guid(), code: () => 'z.guid()' },
  date: { schema: () => z.iso.date(), code: () => 'z.iso.date()' },
  instant: { schema: () => z.iso.datetime({ offset: true }), code: () => 'z.iso.datetime({ offset: true })' },
  'local time': { schema: () => z.iso.datetime({ local: true }), code: () => 'z.iso.datetime({ local: true })' },
  bytes: { schema: () => z.base64(), code: () => 'z.base64()' },
  json: { schema: () => z.json(), code: () => 'z.json()' },
  enum: {
    schema: ({ labels }) => z.enum(labels),
    code: ({ labels }) => `z.enum([${labels.map(textCode).join(', ')}])`,
  },
  array: {
    schema: ({ of }) => z.array(schemasOf(of).schema(of).nullable()),
    code: ({ of }) => `z.array(${schemasOf(of).code(of)}.nullable())`,
  },
};

function schemasOf({ kind }: DraftValue): ValueSchema<DraftValue> {
  return valueSchemas[kind] as ValueSchema<DraftValue>;
}

/** Returns the schema of values. `valueCode` writes the same schema. */
export function valueSchema(value: DraftValue): z.ZodType {
  return schemasOf(value).schema(value);
}

/** Writes the schema of values. */
export function valueCode(value: DraftValue): string {
  return schemasOf(value).code(value);
}

/** Returns the schema of an attribute. `schemaCode` writes the same schema. */
export function attributeSchema({ value, nullable, hasDefault }: DraftAttribute): z.ZodType {
  const base = schemasOf(value).schema(value);
  const schema = nullable ? base.nullable() : base;
  if (hasDefault) return schema.optional();
  return nullable ? schema.default(null) : schema;
}

/** Writes the schema of an attribute, which `attributeSchema` returns as a value. */
export function schemaCode({ value, nullable, hasDefault }: DraftAttribute): string {
  const code = schemasOf(value).code(value) + (nullable ? '.nullable()' : '');
  if (hasDefault) return `${code}.optional()`;
  return nullable ? `${code}.default(null)` : code;
}
