import { z } from 'zod';
import type { DraftAttribute, DraftValue } from '../model/model.ts';
import { LARGE_INTEGER } from './value-code.ts';

function valueSchema(value: DraftValue): z.ZodType {
  switch (value.kind) {
    case 'text':
      return value.maxLength === undefined ? z.string() : z.string().max(value.maxLength);
    case 'integer': {
      const atLeast = value.min === undefined ? z.int() : z.int().min(value.min);
      return value.max === undefined ? atLeast : atLeast.max(value.max);
    }
    case 'large integer':
      return z.string().regex(LARGE_INTEGER);
    case 'decimal':
      return z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'uuid':
      return z.guid();
    case 'date':
      return z.iso.date();
    case 'instant':
      return z.iso.datetime({ offset: true });
    case 'local time':
      return z.iso.datetime({ local: true });
    case 'json':
      return z.json();
    case 'enum':
      return z.enum(value.labels);
    case 'array':
      return z.array(valueSchema(value.of).nullable());
  }
}

/** Returns the schema of an attribute. `attributeCode` writes the same schema. */
export function attributeSchema({ value, nullable, hasDefault }: DraftAttribute): z.ZodType {
  const base = valueSchema(value);
  const schema = nullable ? base.nullable() : base;
  if (hasDefault) return schema.optional();
  return nullable ? schema.default(null) : schema;
}
