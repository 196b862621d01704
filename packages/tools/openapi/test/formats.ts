import type { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Adds the formats of JSON Schema. The module is CommonJS: its function is a member of itself. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv);
}
