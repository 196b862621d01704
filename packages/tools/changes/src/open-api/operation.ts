import { isObject } from '@linkage/core/internal';
import { asSchema, type JsonSchema, member, type ResolveReference } from '../schema/json-schema.ts';
import { below } from '../schema/schema-difference.ts';
import { type Requirement, requirementsOf } from './security.ts';

/** An OpenAPI document of version 3. */
export type OpenApiDocument = { readonly [name: string]: unknown };

/** A schema, and the place where it is defined. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly isRequired: boolean;
  readonly value: PlacedSchema;
  /** How arrays and objects are written: `style` and `explode`. Header fields have one form only. */
  readonly form: string;
}

/** A request body or a response: its schemas by media type. */
export interface Content {
  readonly isRequired: boolean;
  readonly mediaTypes: ReadonlyMap<string, PlacedSchema>;
  /** The header fields of a response by name, in lower case. */
  readonly headers: ReadonlyMap<string, Parameter>;
}

/** One operation of an OpenAPI document. */
export interface Operation {
  readonly name: string;
  readonly pointer: string;
  /** By place and name: `query page[size]`. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly body: Content | undefined;
  /** By status: `200`, `4XX`, or `default`. */
  readonly responses: ReadonlyMap<string, Content>;
  /** The ways to authenticate. */
  readonly security: readonly Requirement[];
  /** The servers of the operation alone. Undefined for those of the document. */
  readonly servers: unknown;
}

const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** Returns the operations of a document by method and path. The names of path parameters do not matter. */
export function operationsOf(document: OpenApiDocument, resolve: ResolveReference): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of membersOf(document['paths'])) {
    for (const method of methods) {
      const operation = member(item, method);
      if (!isObject(operation)) continue;
      const name = `${method.toUpperCase()} ${path}`;
      const pointer = below(below('/paths', path), method);
      const parameters = [...listOf(member(item, 'parameters')), ...listOf(member(operation, 'parameters'))];
      operations.set(name.replace(/\{[^{}]*\}/g, '{}'), {
        name,
        pointer,
        parameters: parametersOf(parameters, `${pointer}/parameters`, resolve),
        security: requirementsOf(member(operation, 'security') ?? document['security'], document),
        servers: member(operation, 'servers') ?? member(item, 'servers'),
        body: bodyOf(member(operation, 'requestBody'), `${pointer}/requestBody`, resolve),
        responses: new Map(
          membersOf(member(operation, 'responses')).map(([status, response]) => [
            status,
            contentOf(response, below(`${pointer}/responses`, status), resolve),
          ]),
        ),
      });
    }
  }
  return operations;
}

function parametersOf(
  parameters: readonly unknown[],
  pointer: string,
  resolve: ResolveReference,
): ReadonlyMap<string, Parameter> {
  const read = new Map<string, Parameter>();
  for (const parameter of parameters) {
    const { value, pointer: place } = placed(parameter, pointer, resolve);
    const [name, location] = [member(value, 'name'), member(value, 'in')];
    if (typeof name !== 'string' || typeof location !== 'string' || location === 'path') continue;
    const schema = asSchema(member(value, 'schema')) ?? true;
    const at = place === pointer ? `${below(place, name)}/schema` : `${place}/schema`;
    read.set(`${location} ${name}`, {
      isRequired: member(value, 'required') === true,
      value: { schema, pointer: at },
      form: formOf(value, location, schema),
    });
  }
  return read;
}

const plainTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

function isPlain(schema: JsonSchema): boolean {
  const [type, values] = [member(schema, 'type'), member(schema, 'enum')];
  const isListOfPlain = Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null);
  return plainTypes.has(type) || isListOfPlain;
}

/** Returns how the value of a parameter is written, with the defaults of OpenAPI. Plain values have one form only. */
function formOf(parameter: unknown, location: string, schema: JsonSchema): string {
  if (isPlain(schema)) return '';
  const defaultStyle = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const style = member(parameter, 'style') ?? defaultStyle;
  const explode = member(parameter, 'explode') ?? style === 'form';
  return `style ${String(style)}, explode ${String(explode)}`;
}

/** Returns the header fields of a response. OpenAPI ignores `Content-Type` there. */
function headersOf(response: unknown, pointer: string, resolve: ResolveReference): ReadonlyMap<string, Parameter> {
  const headers = membersOf(member(response, 'headers')).filter(([name]) => name.toLowerCase() !== 'content-type');
  return new Map(
    headers.map(([name, header]): [string, Parameter] => {
      const { value, pointer: place } = placed(header, below(`${pointer}/headers`, name), resolve);
      const schema = asSchema(member(value, 'schema')) ?? true;
      const isRequired = member(value, 'required') === true;
      return [name.toLowerCase(), { isRequired, value: { schema, pointer: `${place}/schema` }, form: '' }];
    }),
  );
}

function bodyOf(body: unknown, pointer: string, resolve: ResolveReference): Content | undefined {
  return body === undefined ? undefined : contentOf(body, pointer, resolve);
}

function contentOf(content: unknown, pointer: string, resolve: ResolveReference): Content {
  const { value, pointer: place } = placed(content, pointer, resolve);
  const mediaTypes = membersOf(member(value, 'content')).map(([mediaType, described]) => {
    const schema = asSchema(member(described, 'schema')) ?? true;
    return [
      mediaType.replace(/\s+/g, ''),
      { schema, pointer: `${below(`${place}/content`, mediaType)}/schema` },
    ] as const;
  });
  const headers = headersOf(value, place, resolve);
  return { isRequired: member(value, 'required') === true, mediaTypes: new Map(mediaTypes), headers };
}

/** Follows a `$ref` of something that is not a schema. */
function placed(
  value: unknown,
  pointer: string,
  resolve: ResolveReference,
): { readonly value: unknown; readonly pointer: string } {
  const reference = member(value, '$ref');
  return typeof reference === 'string'
    ? { value: resolve(reference), pointer: reference.slice(1) }
    : { value, pointer };
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
