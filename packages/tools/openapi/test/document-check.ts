import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { addFormats } from './formats.ts';

/** The parts of a document that tests read. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
interface RequestBody {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface ResponseObject {
  readonly $ref?: string;
  readonly 'x-linkage-statuses'?: readonly number[];
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** A response to a request, without the base URL. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly request?: string | undefined;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** Returns the value to which a reference in a document leads, or undefined. */
export function resolve(document: object, reference: string): unknown {
  let value: unknown = document;
  for (const step of reference.replace(/^#\//, '').split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  }
  return value;
}

const methods: readonly string[] = ['get', 'head', 'post', 'patch', 'delete'];

/** Returns the operations of a document with their paths and methods. */
export function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** A parameter of a document. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: {
    readonly maximum?: number;
    readonly properties?: Readonly<Record<string, object>>;
    readonly patternProperties?: object;
  };
}

/** Returns the parameters of an operation, with those of its path. */
export function parametersOf(document: object, path: string, method: string): readonly Parameter[] {
  const item = (document as OpenApi).paths[path] as unknown as Operation | undefined;
  const { parameters = [] } = ((document as OpenApi).paths[path]?.[method] ?? {}) as Operation;
  return [...(item?.parameters ?? []), ...parameters].map(({ $ref }) => resolve(document, $ref) as Parameter);
}

/** Returns the names of the query parameters of an operation. The members of an object are parameters themselves. */
export function queryNamesOf(document: object, path: string, method: string): readonly string[] {
  const parameters = parametersOf(document, path, method).filter((parameter) => parameter.in === 'query');
  return parameters.flatMap(({ name, schema: { properties, patternProperties } }) => {
    if (properties === undefined && patternProperties === undefined) return [name];
    return [...Object.keys(properties ?? {}), ...(patternProperties === undefined ? [] : [`${name}[*]`])];
  });
}

/** Returns the statuses of an operation. The response with errors lists several. */
export function statusesOf(document: object, { responses }: Operation): readonly number[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (status !== 'default') return [Number(status)];
    const shared = response.$ref === undefined ? response : (resolve(document, response.$ref) as ResponseObject);
    return shared['x-linkage-statuses'] ?? [];
  });
}

/** The validators of a document. */
interface Validators {
  readonly text: string;
  readonly ajv: Ajv2020;
  readonly compiled: Map<string, ValidateFunction>;
}

/** Those of the document before: several servers one after the other have the same document, and to compile takes a second. */
let last: Validators | undefined;

function validatorsOf(document: object): Validators {
  const text = JSON.stringify(document);
  if (last?.text !== text) {
    const ajv = new Ajv2020({ strict: false, allErrors: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'openapi', ...document }, 'openapi');
    last = { text, ajv, compiled: new Map() };
  }
  return last;
}

/** Validates values and answers against a document. */
export function createDocumentCheck(document: Readonly<Record<string, unknown>>) {
  const openApi = document as unknown as OpenApi;
  const { ajv, compiled } = validatorsOf(document);

  /** Returns the validator of the schema at a JSON Pointer of the document. */
  function validatorAt(pointer: string): ValidateFunction {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  }

  const templates = Object.keys(openApi.paths)
    .map((path) => ({ path, segments: path.split('/') }))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);

  function findPath(url: string): string | undefined {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/');
    const found = templates.find(
      (template) =>
        template.segments.length === segments.length &&
        template.segments.every((part, index) => /^\{.+\}$/.test(part) || part === segments[index]),
    );
    return found?.path;
  }

  const escaped = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

  /** Returns what is wrong with an answer. Undefined if it is as described, or if nothing describes it. */
  function problemOf({ method, url, status, body, contentType }: Exchange): string | undefined {
    const path = findPath(url);
    const name = method.toLowerCase();
    const operation = path === undefined ? undefined : openApi.paths[path]?.[name];
    if (path === undefined || operation === undefined) return undefined;
    const isDescribed = name === 'head' || statusesOf(document, operation).includes(status);
    const response = operation.responses[String(status)] ?? operation.responses['default'];
    if (!isDescribed || response === undefined) return `the status ${status} is not described`;
    occurred.add(status);
    const pointer = response.$ref?.slice(1) ?? `/paths/${escaped(path)}/${name}/responses/${status}`;
    const { content } = resolve(document, `#${decodeURIComponent(pointer)}`) as ResponseObject;
    if (content === undefined) return body === '' ? undefined : 'the response has a document';
    const [type = ''] = Object.keys(content);
    if (!contentType?.startsWith('application/vnd.api+json')) return `the media type is ${contentType}`;
    const validate = validatorAt(`${pointer}/content/${escaped(type)}/schema`);
    return validate(JSON.parse(body)) ? undefined : JSON.stringify(validate.errors);
  }

  /** Returns whether a request document is as described. Undefined if nothing describes it. */
  function isRequestValid(method: string, url: string, body: unknown): boolean | undefined {
    const path = findPath(url);
    const operation = path === undefined ? undefined : openApi.paths[path]?.[method.toLowerCase()];
    const reference = operation?.requestBody?.$ref;
    const given = reference === undefined ? operation?.requestBody : (resolve(document, reference) as RequestBody);
    if (path === undefined || given === undefined) return undefined;
    const [type = ''] = Object.keys(given.content ?? {});
    const pointer = reference?.slice(1) ?? `/paths/${escaped(path)}/${method.toLowerCase()}/requestBody`;
    return validatorAt(`${pointer}/content/${escaped(type)}/schema`)(body);
  }

  const occurred = new Set<number>();
  return { openApi, validatorAt, problemOf, isRequestValid, occurred };
}
