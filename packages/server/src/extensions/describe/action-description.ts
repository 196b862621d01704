import type { JsonSchema } from '@linkage/core';

/** The parts that attributes, relationships, and types have. */
export interface Described {
  readonly description?: string;
  /** Whether clients should stop using it. A string says what to use instead. */
  readonly deprecated?: boolean | string;
}

/** An action that the API declares. Its input is `meta` of the request document, and its output `meta` of the response. */
export interface ActionDescription extends Described {
  readonly name: string;
  readonly type: string;
  /** The target of the action: one resource, the collection, or the resources that match the filter of the request. */
  readonly on: 'resource' | 'collection' | 'filter';
  /** The JSON Schema of the input. Absent if the action does not have an input. */
  readonly input?: JsonSchema;
  /** The JSON Schema of the output. Absent if the action does not have an output. */
  readonly output?: JsonSchema;
  /** The maximum number of resources that a filter can match. */
  readonly limit?: number;
}
